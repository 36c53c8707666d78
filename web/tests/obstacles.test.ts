import { expect, test } from 'vitest';
import { Engine } from '../src/engine/engine.ts';
import { readFen, writeFen } from '../src/engine/fen.ts';
import { readModule } from '../src/engine/node.ts';
import { obstaclesOf } from '../src/engine/obstacles.ts';
import { COLOURS, START, type Square } from '../src/engine/vocabulary.ts';

const engine = new Engine(await readModule());

function held(fen: string, tile: Square): Square[] {
  return [...obstaclesOf(engine, readFen(fen).cells, tile)].sort();
}

/** The end of a game: all five of Brown's tiles are walled in. */
const WALLED_IN = '1xdx1v1/2ndw2/w1vVSx-/1DZ4/4D1x/n6/dx2V2/x1s4/2xZ3 b - 18 00 26';

test('a tile in a corner is held by its two neighbours', () => {
  expect(held('7/7/7/7/7/7/7/x6/Zx5 w - 22 00 1', 'a1')).toEqual(['a2', 'b1']);
});

test('what lets a path through does not hold the tile, what stands behind it does', () => {
  // Through One Way on a2 the 2-tile would run to a3, where its own tile stands; b1 leads nowhere.
  expect(held('7/7/7/7/7/7/D6/^6/Zx5 w - 22 00 1', 'a1')).toEqual(['a2', 'a3', 'b1']);
});

test('a tile that is taken by a full move is no obstacle, one that is too near is', () => {
  const fen = '7/7/7/7/7/7/z6/7/Z6 w - 22 00 1';
  expect(held(fen, 'a1')).toEqual([]);
  expect(held('7/7/7/7/7/7/7/z6/Z6 w - 22 00 1', 'a1')).toEqual(['a2']);
});

test('every tile of a walled-in player is held, by what a person sees', () => {
  engine.setPosition(WALLED_IN);
  expect(engine.movesOf('brown')).toEqual([]);
  expect(held(WALLED_IN, 'a3')).toEqual(['a2', 'a4', 'b3']);
  expect(held(WALLED_IN, 'f9')).toEqual(expect.arrayContaining(['f7', 'd9']));
  const all = (['f9', 'c9', 'd8', 'c7', 'a3'] as const).flatMap((tile) => held(WALLED_IN, tile));
  expect(new Set(all)).not.toContain('e3');
});

/** Positions of a game that is played by lots, always the same one. */
function* randomPositions(count: number): Generator<string> {
  let state = 7;
  const draw = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  let [fen, actions] = [START.fen, [] as string[]];
  for (let made = 0; made < count; made += 1) {
    if (actions.length === 0) fen = START.fen;
    engine.setPosition(fen);
    actions = engine.legalActions();
    const action = actions[draw(actions.length)];
    if (action === undefined) continue;
    engine.play(action);
    fen = engine.fen();
    yield fen;
  }
}

test('a walled-in tile stays so with nothing but what holds it', () => {
  let found = 0;
  for (const fen of randomPositions(600)) {
    const fields = readFen(fen);
    engine.setPosition(fen);
    const movable = new Set(COLOURS.flatMap((colour) => engine.movesOf(colour)).map((move) => move.slice(0, 2)));
    for (const [square, cell] of fields.cells) {
      if (!'ZDVzdv'.includes(cell) || movable.has(square)) continue;
      const obstacles = obstaclesOf(engine, fields.cells, square);
      const left = new Map([...fields.cells].filter(([one]) => one === square || obstacles.has(one)));
      engine.setPosition(writeFen({ ...readFen(START.fen), cells: left }));
      const moves = COLOURS.flatMap((colour) => engine.movesOf(colour));
      expect(
        moves.filter((move) => move.startsWith(square)),
        `${square} in ${fen}`,
      ).toEqual([]);
      found += 1;
    }
  }
  expect(found).toBeGreaterThan(50);
});
