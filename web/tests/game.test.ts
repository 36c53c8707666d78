import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { EngineError, Game, START } from '../src/engine/index.ts';
import { WASM_URL } from '../src/engine/module.ts';

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync(WASM_URL));
});

test('a game begins at the closed start', () => {
  const state = new Game(module).state();
  expect(state.fen).toBe(START.fen);
  expect(state.moves).toContainEqual({ start: 'd2', target: 'd5', kind: 'full', paths: [['d2', 'd3', 'd4', 'd5']] });
  expect(state).toMatchObject({ steps: [], turns: [], outcome: null, offer: null, duty: null, may_claim: null });
});

test('events make the game, and what is rejected changes nothing', () => {
  const game = new Game(module);
  game.apply('d2d5');
  expect(() => {
    game.apply('d5d6');
  }).toThrow(EngineError);
  expect(() => {
    game.apply('sneeze white');
  }).toThrow("'sneeze white' is not an action or another event of a game");
  game.apply('d8xd5'.replace('x', ''));
  const state = game.state();
  expect(state.steps.map(({ action, captured }) => [action, captured])).toEqual([
    ['d2d5', ''],
    ['d8d5', 'D'],
  ]);
  expect(state.turns.at(-1)).toEqual({ text: 'd8xd5', number: 1, player: 'brown', end: 2 });
  expect(state.placements).toContain('@d8x');
  game.apply('take_back');
  expect(game.state().steps).toHaveLength(1);
});

test('a declined repetition binds', () => {
  const game = new Game(module);
  for (let round = 0; round < 3; round += 1) for (const turn of ['d2d4', 'd8d6', 'd4d2', 'd6d8']) game.apply(turn);
  expect(game.state().may_claim).toBe('brown');
  const duty = { player: 'white', forbidden: 'd2d4', due_after: 12, declined_after: 12 };
  game.apply('claim_repetition brown');
  expect(game.state().offer).toEqual({ player: 'brown', duty });
  game.apply('decline_draw white');
  expect(game.state().duty).toEqual(duty);
  expect(game.explain('d2d4')).toEqual({ rule: 'repetition' });
  expect(game.explain('d2d5')).toBeNull();
});

test('a touched tile must move', () => {
  const game = new Game(module);
  game.begin(START.fen, true);
  game.apply('touch d2');
  expect(new Set(game.state().moves.map(({ start }) => start))).toEqual(new Set(['d2']));
  expect(game.explain('e2e4')).toEqual({ rule: 'touched', square: 'd2', cell: 'D' });
});

test('a game ends by resignation, and says so', () => {
  const game = new Game(module);
  game.apply('resign white');
  expect(game.state()).toMatchObject({ outcome: { winner: 'brown', reason: 'resignation' }, moves: [] });
});
