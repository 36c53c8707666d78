import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { tileColour } from '../../src/board/tiles.ts';
import { Engine } from '../../src/engine/engine.ts';
import { readFen, writeFen } from '../../src/engine/fen.ts';
import { Game } from '../../src/engine/game.ts';
import { COLOURS, type Colour } from '../../src/engine/vocabulary.ts';
import { movableTiles, tilePlaces, type TilePlace } from '../../src/play/tile_places.ts';

let module: WebAssembly.Module;
let engine: Engine;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
  engine = new Engine(module);
});

function places(game: Game, colour: Colour): TilePlace[] {
  const { start, steps, fen } = game.state();
  return tilePlaces(start, steps, colour, movableTiles(engine, fen));
}

const squares = (found: readonly TilePlace[]): string[] => found.map(({ square }) => square);

test('a tile keeps its place in the row when it moves, and those that are lost leave it', () => {
  const game = new Game(module);
  const before = places(game, 'white');
  expect(before.map(({ cell }) => cell).join('')).toBe('ZZDDDVV');
  game.apply('d2d5');
  const after = places(game, 'white');
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(squares(after)).toEqual(squares(before).map((square) => (square === 'd2' ? 'd5' : square)));
  game.apply('d8d5');
  expect(places(game, 'white')).toHaveLength(6);
  expect(places(game, 'brown')).toHaveLength(7);
  expect(squares(places(game, 'brown'))).toContain('d5');
});

test('what can move is what could if it were that side to move, in every phase of a game', () => {
  const game = new Game(module);
  const rules = new Game(module);
  let seed = 7;
  const draw = (count: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % count;
  for (let count = 0; count < 120 && game.state().outcome === null; ++count) {
    const { fen, moves, placements } = game.state();
    const fields = readFen(fen);
    for (const colour of COLOURS) {
      rules.begin(writeFen({ ...fields, turn: colour, hands: [] }));
      const expected = new Set(rules.state().moves.map(({ start }) => start));
      const found = places(game, colour);
      expect(new Set(found.filter(({ canMove }) => canMove).map(({ square }) => square))).toEqual(expected);
      const standing = [...fields.cells].filter(([, cell]) => tileColour(cell) === colour).map(([square]) => square);
      expect(squares(found).sort()).toEqual(standing.sort());
      for (const { square, cell } of found) expect(fields.cells.get(square)).toBe(cell);
    }
    const actions = [...placements, ...moves.map(({ start, target }) => `${start}${target}`)];
    game.apply(actions[draw(actions.length)] ?? '');
  }
});
