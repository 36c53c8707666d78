// The tree of a study is kept with its game as it is, undone changes included.
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keepTree, withKeptTree } from '../../src/analysis/sources.ts';
import { Study } from '../../src/analysis/study.svelte.ts';
import { Tree } from '../../src/analysis/tree.ts';
import { TreeKeeper } from '../../src/analysis/tree_keeper.svelte.ts';
import { Game } from '../../src/engine/game.ts';
import { START } from '../../src/engine/vocabulary.ts';

const FILE = '1. d2d5 d8d6 *';
const VARIATION = '1. d2d5 (1. c2c4) d8d6 *';

let module: WebAssembly.Module;
let rules: Game;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
  rules = new Game(module);
});
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

/** A study as the screen opens it; `kept` is what an earlier visit left. */
function open(kept: string | null = null): { study: Study; keeper: TreeKeeper; note: () => void } {
  if (kept !== null) keepTree('local.1', kept);
  const { tree } = Tree.read(rules, withKeptTree(rules, 'local.1', FILE));
  const study = new Study(module, tree);
  const keeper = new TreeKeeper('local.1', rules, tree);
  const note = (): void => {
    keeper.note(study.tree);
  };
  note();
  return { study, keeper, note };
}

/** What the first turn could be, after another visit has begun. */
function reopened(): string[] {
  const { tree } = Tree.read(rules, withKeptTree(rules, 'local.1', FILE));
  return tree.start.children.map((id) => tree.node(id).action);
}

test('a variation whose deletion was written and then undone is there again', () => {
  const { study, note } = open(VARIATION);
  study.go(study.tree.childAfter(0, 'c2c4')?.id ?? 0);
  study.remove();
  note();
  vi.advanceTimersByTime(1000);
  expect(reopened()).toEqual(['d2d5']);
  study.undo();
  note();
  vi.advanceTimersByTime(1000);
  expect(reopened()).toEqual(['d2d5', 'c2c4']);
});

test('a variation that was written and then undone does not come back', () => {
  const { study, note } = open();
  study.play('c2c4');
  note();
  vi.advanceTimersByTime(1000);
  expect(reopened()).toEqual(['d2d5', 'c2c4']);
  study.undo();
  note();
  vi.advanceTimersByTime(1000);
  expect(reopened()).toEqual(['d2d5']);
});

test('what is undone before it was written is not written when the page is left', () => {
  const { study, keeper, note } = open();
  study.play('c2c4');
  note();
  study.undo();
  note();
  keeper.flush();
  expect(localStorage).toHaveLength(0);
});

test('what waits is written when the page is left', () => {
  const { study, keeper, note } = open();
  study.play('c2c4');
  note();
  keeper.flush();
  expect(reopened()).toEqual(['d2d5', 'c2c4']);
});

test('a tree that is too large leaves the last one that was kept', () => {
  const { study, keeper, note } = open(VARIATION);
  study.comment('x'.repeat(200_000));
  note();
  keeper.flush();
  expect(keeper.isKept).toBe(false);
  expect(reopened()).toEqual(['d2d5', 'c2c4']);
  study.undo();
  note();
  keeper.flush();
  expect(keeper.isKept).toBe(true);
});

test('the tree of another position is not kept with the game', () => {
  const { study, keeper, note } = open(VARIATION);
  study.replace(Tree.begin(rules, START.fen));
  study.play('e2e4');
  note();
  keeper.flush();
  expect(reopened()).toEqual(['d2d5', 'c2c4']);
});
