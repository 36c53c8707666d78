// The keys of a study.
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Mistake } from '../../src/analysis/mistake.ts';
import { Study } from '../../src/analysis/study.svelte.ts';
import { Tree } from '../../src/analysis/tree.ts';
import { Game } from '../../src/engine/game.ts';
import { START } from '../../src/engine/vocabulary.ts';
import { pressKey } from '../../src/screens/analyse/keys.ts';
import { ViewState } from '../../src/screens/analyse/view_state.svelte.ts';

vi.mock('../../src/engine/browser.ts', () => ({ startEngine: () => new Promise(() => undefined) }));

const MISTAKE: Mistake = { id: 'mistake-2-d2d5', fen: START.fen, action: 'd2d5', missedWin: null, best: [] };

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
});

let view: ViewState;
beforeEach(() => {
  const study = new Study(module, Tree.begin(new Game(module), START.fen));
  view = new ViewState({ module, study, own: null, tab: 'moves' });
});
afterEach(() => {
  view.close();
});

/** Whether a key is for something. */
function press(init: KeyboardEventInit): boolean {
  let isUsed = false;
  document.body.addEventListener('keydown', (event) => (isUsed = pressKey(view, event)), { once: true });
  document.body.dispatchEvent(new KeyboardEvent('keydown', init));
  return isUsed;
}

test('Ctrl+Z undoes in the study, but not while mistakes are replayed over it', () => {
  view.main.play('d2d5');
  view.main.play('d8d6');
  expect(press({ key: 'z', ctrlKey: true })).toBe(true);
  expect(view.main.tree.size).toBe(2);
  view.replayMistakes([MISTAKE]);
  expect(press({ key: 'z', ctrlKey: true })).toBe(false);
  expect(view.main.tree.size).toBe(2);
  view.endReplay();
  press({ key: 'z', metaKey: true });
  expect(view.main.tree.size).toBe(1);
});
