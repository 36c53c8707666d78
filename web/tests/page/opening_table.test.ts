import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { drawTurn } from '../../src/analysis/line_drawing.ts';
import { OpeningExplorer } from '../../src/analysis/opening_explorer.svelte.ts';
import {
  gamesOf,
  OpeningTable,
  whiteShare,
  type FoundOpening,
  type MoveGroup,
} from '../../src/analysis/opening_table.ts';
import { Engine } from '../../src/engine/engine.ts';
import { openStart } from '../../src/engine/fen.ts';
import { START, type Action } from '../../src/engine/vocabulary.ts';
import { actionInForm, fenInForm } from '../../src/play/symmetry.ts';

const SHIPPED = readFileSync('../docs/theory/openings.json', 'utf8');

/** c2c3 and e8e7 in both orders with b1a3 and b9a7; a capture whose placements differ. */
const SMALL = JSON.stringify({
  format: 2,
  variants: {
    closed: {
      start: START.fen,
      games: 100,
      nodes: 50,
      turns: {
        b1a3: [6, 2, 2, { b9a7: [6, 2, 2, { c2c3: [5, 1, 1] }] }],
        c2c3: [
          30,
          0,
          10,
          {
            b9a7: [3, 0, 1, { b1a3: [3, 0, 1] }],
            e8e7: [9, 0, 8, { 'c3c5@c4x': [4, 0, 0], 'c3c5@c4^': [1, 0, 6] }],
          },
        ],
      },
    },
  },
});

let module: WebAssembly.Module;
let engine: Engine;
let small: OpeningTable;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
  engine = new Engine(module);
  small = await OpeningTable.read(SMALL, new Engine(module));
});

function after(...actions: string[]): string {
  engine.setPosition(START.fen, actions);
  return engine.fen();
}

function known(found: FoundOpening | null): FoundOpening {
  if (found === null) throw new Error('the position is not in the table');
  return found;
}

const listed = ({ groups }: FoundOpening): [string, number][] =>
  groups.map(({ move, results }) => [move, gamesOf(results)]);

test('the start has its turns, the most played first, and all games', () => {
  const found = known(small.lookUp(START.fen));
  expect(listed(found)).toEqual([
    ['c2c3', 40],
    ['b1a3', 10],
  ]);
  expect(found.results).toEqual({ white: 36, draws: 2, brown: 12 });
  expect(whiteShare(found.results)).toBe(37 / 50);
  expect(small.source).toEqual({ games: 100, nodes: [50] });
});

test('the mirror image of a position is found, with mirrored turns', () => {
  const found = known(small.lookUp(after('e2e3')));
  expect(found.results).toEqual({ white: 30, draws: 0, brown: 10 });
  expect(listed(found)).toEqual([
    ['c8c7', 17],
    ['f9g7', 4],
  ]);
});

test('the same position by another order of turns has the games of both', () => {
  const found = known(small.lookUp(after('c2c3', 'b9a7', 'b1a3')));
  expect(found).toEqual({ results: { white: 8, draws: 1, brown: 2 }, groups: [] });
  expect(small.lookUp(after('b1a3', 'b9a7', 'c2c3'))).toEqual(found);
  expect(small.lookUp(after('f1g3', 'f9g7', 'e2e3'))).toEqual(found);
});

test('a move with several placements is one group; within the turn the placements follow', () => {
  const [group] = known(small.lookUp(after('c2c3', 'e8e7'))).groups;
  expect(group).toMatchObject<Partial<MoveGroup>>({ move: 'c3c5', results: { white: 5, draws: 0, brown: 6 } });
  expect(group?.continuations.map(({ actions }) => actions)).toEqual([
    ['c3c5', '@c4^'],
    ['c3c5', '@c4x'],
  ]);
  expect(listed(known(small.lookUp(after('c2c3', 'e8e7', 'c3c5'))))).toEqual([
    ['@c4^', 7],
    ['@c4x', 4],
  ]);
});

test('other positions are unknown, and so is the same one with another start', () => {
  expect(small.lookUp(after('d2d5'))).toBeNull();
  expect(small.lookUp(openStart())).toBeNull();
});

test('a file of another format, with turns that are none, or cut off is rejected', async () => {
  const broken = [SMALL.replace('"format":2', '"format":1'), SMALL.replace('b9a7', 'b9a1'), SMALL.slice(0, -2)];
  for (const text of broken) await expect(OpeningTable.read(text, new Engine(module))).rejects.toThrow();
});

test('every turn of the shipped table is legal, and its mirror image counts as much', async () => {
  const table = await OpeningTable.read(SHIPPED, new Engine(module));
  expect(table.source.games).toBeGreaterThan(1000);
  for (const start of [START.fen, openStart()]) {
    const found = known(table.lookUp(start));
    expect(gamesOf(found.results)).toBeGreaterThan(1000);
    for (const { move, results, continuations } of found.groups) {
      expect(continuations).toHaveLength(1); // no first move captures anything
      engine.setPosition(start, [move]);
      const next = known(table.lookUp(engine.fen()));
      expect(next.results).toEqual(results);
      const mirror = fenInForm(engine.fen(), 1);
      const mirrored = known(table.lookUp(mirror));
      expect(mirrored.results).toEqual(results);
      if (mirror === engine.fen()) continue; // one of two equal turns is listed
      expect(new Set(listed(mirrored).map(([one]) => one))).toEqual(
        new Set(listed(next).map(([one]) => actionInForm(one as Action, 1))),
      );
    }
  }
});

test('a table that could not be loaded is asked for again', async () => {
  let tries = 0;
  const explorer = new OpeningExplorer(module, () => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error('no net')) : Promise.resolve(SMALL);
  });
  await explorer.load();
  expect(explorer.hasFailed).toBe(true);
  expect(explorer.lookUp(START.fen)).toBeNull();
  await explorer.load();
  expect(explorer.hasFailed).toBe(false);
  expect(explorer.lookUp(START.fen)?.groups).toHaveLength(2);
});

test('a turn is drawn as a run with its placements, and so is what is left of it', () => {
  const fen = after('c2c3', 'e8e7');
  const drawn = drawTurn(fen, ['c3c5', '@c4x'], (at, move) => {
    engine.setPosition(at);
    return engine.paths(move);
  });
  expect(drawn).toMatchObject([
    { kind: 'path', tone: 'may', target: 'barragoon' },
    { kind: 'ghost', square: 'c4', face: 'x', owner: 'white', isOpponent: false },
  ]);
  expect(drawTurn(after('c2c3', 'e8e7', 'c3c5'), ['@c4x'], () => [])).toMatchObject([
    { kind: 'ghost', square: 'c4', owner: 'white' },
  ]);
});
