import { readFileSync } from 'node:fs';
import { beforeAll, expect, expectTypeOf, test } from 'vitest';
import type * as board from '../src/board/types.ts';
import { Game, lostTiles, openStart, readFen, START, writeFen, type MoveKind } from '../src/engine/index.ts';
import type * as engine from '../src/engine/vocabulary.ts';
import { WASM_URL } from '../src/engine/module.ts';
import { answers } from './python.ts';

let game: Game;
beforeAll(async () => {
  game = new Game(await WebAssembly.compile(readFileSync(WASM_URL)));
});

test('a FEN is written as it was read', async () => {
  for await (const { fen } of answers<{ fen: string }>('random_positions.py', 5, 300)) {
    expect(writeFen(readFen(fen))).toBe(fen);
  }
});

test('the engine has the same start, and takes the open one', () => {
  expect(game.state().start).toBe(START.fen);
  game.begin(openStart());
  expect(game.state().fen).toBe('1vd1dv1/2zdz2/7/1+3+1/+1+1+1+/1+3+1/7/2ZDZ2/1VD1DV1 w - 24 00 1');
});

test('fields can be changed', () => {
  const fields = readFen(START.fen);
  expect(writeFen({ ...fields, turn: 'brown', hands: ['white', 'brown'], stages: [1, 2], reserve: 3 })).toMatch(
    / b wb 3 12 1$/,
  );
  expect(readFen('7/7/7/7/7/7/7/7/7 w bw 3 00 7')).toMatchObject({
    actor: 'brown',
    hands: ['brown', 'white'],
    number: 7,
  });
});

test('the tiles that are missing are lost', () => {
  expect(lostTiles(readFen(START.fen).cells, 'white')).toEqual([]);
  expect(lostTiles(readFen('7/7/7/7/7/7/7/2Z4/1V5 w - 0 00 9').cells, 'white')).toEqual(['Z', 'D', 'D', 'D', 'V']);
  expect(lostTiles(readFen('7/7/7/7/7/7/7/2Z4/1V5 w - 0 00 9').cells, 'brown')).toHaveLength(7);
});

test('the board and the engine write squares, tiles and faces alike', () => {
  // svelte-check compares the types.
  expectTypeOf<board.Square>().toEqualTypeOf<engine.Square>();
  expectTypeOf<board.Cell>().toEqualTypeOf<engine.Cell>();
  expectTypeOf<board.Face>().toEqualTypeOf<engine.Face>();
  expectTypeOf<board.Colour>().toEqualTypeOf<engine.Colour>();
  expectTypeOf<board.Heading>().toEqualTypeOf<engine.Heading>();
  expectTypeOf<board.Path>().toEqualTypeOf<engine.Path>();
  expectTypeOf<board.TargetKind>().toEqualTypeOf<MoveKind>();
});
