// Links hold positions and whole games.
import { expect, test } from 'vitest';
import { gameLink, positionLink, readLink, readStep } from '../src/analysis/links.ts';
import { Engine, Game, openStart, START, type Action } from '../src/engine/index.ts';
import { readModule } from '../src/engine/node.ts';
import { answers } from './python.ts';

const module = await readModule();
const engine = new Engine(module);
const ids = new Game(module).allActions();

test('every position survives its link', async () => {
  let read = 0;
  for await (const { fen } of answers<{ fen: string }>('random_positions.py', 3, 300)) {
    expect(readLink(positionLink(fen) ?? '', ids)).toEqual({ fen, actions: [], at: 0 });
    read += 1;
  }
  expect(read).toBe(300);
});

test.each([START.fen, openStart(), '7/3z3/7/7/3Z3/7/7/7/7 w - 24 01 17'])('a game survives its link (%s)', (fen) => {
  engine.setPosition(fen);
  const actions: Action[] = [];
  for (let step = 0; step < 100; step += 1) {
    const legal = engine.legalActions();
    const action = legal[(step * 7) % legal.length];
    if (action === undefined) break;
    actions.push(action);
    engine.play(action);
  }
  const at = Math.floor(actions.length / 2);
  const link = gameLink({ fen, actions, at }, ids);
  expect(readLink(link ?? '', ids)).toEqual({ fen, actions, at });
  expect(link?.length).toBeLessThanOrEqual(2 * actions.length + 80);
  expect(link).toMatch(/^#g1\.[\w.~-]+$/);
});

test.each([
  '',
  '#',
  '#p1',
  '#p1.AAAA.A',
  '#p2.x',
  `#p1.${'_'.repeat(48)}.A`,
  '#g1.c.A',
  '#g1.c.__',
  '#g1.c.AA.5',
  '#g1.c.AA.x',
  '#g1..AA',
  `#g1.c.${'AA'.repeat(20_000)}`,
  '#rules',
])('what is no link is none (%s)', (hash) => {
  expect(readLink(hash, ids)).toBeNull();
});

test('every link of a set-up is read as the same set-up, and what no link can hold has none', () => {
  const board = START.fen.split(' ')[0] ?? '';
  let made = 0;
  for (const turn of ['w', 'b'])
    for (const hands of ['-', 'w', 'b', 'wb', 'bw', 'ww'])
      for (const reserve of [0, 5, 24, 25, 30, 99])
        for (const stages of ['00', '12', '22', '30', '09'])
          for (const number of [0, 1, 17, 999_999, 1_000_000, 10 ** 15, 10 ** 21]) {
            const fen = [board, turn, hands, reserve, stages, number].join(' ');
            const link = positionLink(fen);
            const game = gameLink({ fen, actions: [], at: 0 }, ids);
            if (link !== null) expect(readLink(link, ids)?.fen).toBe(fen);
            if (game !== null) expect(readLink(game, ids)?.fen).toBe(fen);
            made += Number(link !== null);
          }
  expect(made).toBeGreaterThan(2 * 5 * 3 * 3 * 4 - 1);
  expect(positionLink(START.fen.replace(' 24 ', ' 30 '))).toBeNull();
  expect(gameLink({ fen: START.fen, actions: ['z9z9' as Action], at: 0 }, ids)).toBeNull();
});

test('no link holds more than 1,500 actions', () => {
  const actions = Array.from({ length: 1500 }, (): Action => 'd2d5');
  const longest = gameLink({ fen: START.fen, actions, at: 0 }, ids) ?? '';
  expect(readLink(longest, ids)?.actions).toHaveLength(1500);
  expect(readLink(longest.replace(/\.0$/, 'AA'), ids)).toBeNull();
  expect(gameLink({ fen: START.fen, actions: [...actions, 'd2d5'], at: 0 }, ids)).toBeNull();
});

test('a number alone is a step of the game that the address names', () => {
  expect(['#0', '#12', '#review', '#', '', '#-1', '#1.5', '#1000000'].map(readStep)).toEqual([
    0,
    12,
    ...Array.from({ length: 6 }, () => null),
  ]);
});
