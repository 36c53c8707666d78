// What a study is made of: links, and texts that were pasted.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test, vi } from 'vitest';
import { isFen, treeOfLink } from '../../src/analysis/sources.ts';
import { Engine } from '../../src/engine/engine.ts';
import { START, type Action } from '../../src/engine/vocabulary.ts';

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
});

/** Both play a tile to and fro. */
const SHUFFLE: readonly Action[] = ['c2c3', 'c8c7', 'c3c2', 'c7c8'];
const shuffle = (length: number): Action[] => Array.from({ length }, (_, index) => SHUFFLE[index % 4] ?? 'c2c3');

test('the tree of a long link is built without a copy for each action', () => {
  const actions = shuffle(1200);
  const put = vi.spyOn(Map.prototype, 'set'); // copies of a map put their entries with it too
  const found = treeOfLink(module, { fen: START.fen, actions, at: 700 });
  const count = put.mock.calls.length;
  put.mockRestore();
  expect(count).toBeLessThan(10 * actions.length);
  expect(found?.at).toBe(700);
  expect(found?.tree.actionsTo(1200)).toEqual(actions);
  expect(found?.tree.lineFrom(0)).toHaveLength(1201);
});

test('an action that is not legal ends a link', () => {
  const found = treeOfLink(module, { fen: START.fen, actions: ['c2c3', 'c2c3', 'c8c7'], at: 3 });
  expect(found?.at).toBe(1);
  expect(found?.tree.size).toBe(2);
  const engine = new Engine(module);
  engine.setPosition(START.fen, ['c2c3']);
  expect(found?.tree.node(1)).toMatchObject({ fen: engine.fen(), parent: 0, children: [], action: 'c2c3' });
  const bare = treeOfLink(module, { fen: START.fen, actions: [], at: 0 });
  expect(bare?.tree.start.children).toEqual([]);
});

test.each([
  [START.fen, true],
  [START.fen.split(' ')[0] ?? '', true],
  ['7/7/7/7 w', true],
  ['//', true],
  ['/', false],
  ['', false],
  ['1. d2d5 d8d6 1/2-1/2', false],
  ['[FEN "7/7/7"] *', false],
  ['7/7/[ w', false],
  [`${START.fen} more`, false],
  [`${START.fen}\n1. d2d5 *`, false],
  [`${START.fen.split(' ')[0]}${' '.repeat(200)}w`, false],
])('whether a text is meant as a FEN (%s)', (text, isMeant) => {
  expect(isFen(text)).toBe(isMeant);
});

test('a long text is no FEN, and none of it is looked at', () => {
  const look = vi.spyOn(String.prototype, 'split');
  expect(isFen(`${'/'.repeat(1_000_000)}[`)).toBe(false);
  expect(look).not.toHaveBeenCalled();
  look.mockRestore();
});
