// A turning point of the review is drawn on its card, and on the board after a tap on the card's picture.
import { readFileSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ReviewedAction } from '../../src/analysis/review.ts';
import { Study } from '../../src/analysis/study.svelte.ts';
import { Tree } from '../../src/analysis/tree.ts';
import { drawPoint } from '../../src/analysis/turning_point_drawing.ts';
import { Game } from '../../src/engine/game.ts';
import TurningPoint from '../../src/screens/analyse/TurningPoint.svelte';
import { ViewState } from '../../src/screens/analyse/view_state.svelte.ts';

vi.mock('../../src/engine/browser.ts', () => ({ startEngine: () => new Promise(() => undefined) }));

/** Instead of d2d5, c2c4 was better. */
const POINT: ReviewedAction = {
  id: 1,
  action: 'd2d5',
  player: 'white',
  number: 1,
  before: 50,
  after: 20,
  loss: 30,
  isCounted: true,
  mark: '??',
  best: ['c2c4'],
  missedWin: null,
  allowedWin: null,
};

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
});

let view: ViewState;
let card: Record<string, unknown>;
beforeEach(() => {
  const { tree } = Tree.read(new Game(module), '1. d2d5 d8d6 *');
  const study = new Study(module, tree, 2);
  view = new ViewState({ module, study, own: null, tab: 'review' });
  const props = { view, point: POINT, number: 1, player: 'White', onshow: () => undefined };
  card = mount(TurningPoint, { target: document.body, props });
  flushSync();
});
afterEach(async () => {
  await unmount(card);
  view.close();
});

function tap(): void {
  document.querySelector<HTMLElement>('.picture')?.click();
  flushSync();
}

/** How each run on the board begins and ends, and what kind it is. */
const runs = (): string[] =>
  view.annotations.flatMap((one) => (one.kind === 'path' ? `${one.tone} ${one.squares[0]}${one.squares.at(-1)}` : []));

test('a tap on its picture draws what was played and what was better on the board', () => {
  expect(runs()).toEqual([]);
  tap();
  expect(view.main.at).toBe(0);
  expect(new Set(runs())).toEqual(new Set(['ran d2d5', 'may c2c4']));
  const { fen } = view.main.tree.start;
  expect(view.annotations).toEqual(drawPoint(fen, POINT, (at, move) => view.main.pathsOf(at, move)).annotations);
});

test('it is gone when another node is chosen, and does not come back', () => {
  tap();
  view.main.forward();
  expect(runs()).toEqual([]);
  view.main.back();
  expect(runs()).toEqual([]);
});

test('an overlay gives way to it, and one that is chosen later is shown', () => {
  view.overlay = 'freedom';
  tap();
  expect(runs()).not.toEqual([]);
  view.overlay = 'freedom';
  expect(runs()).toEqual([]);
});

test('a placement is drawn as the barragoon that it was', () => {
  const fen = '1vd1dv1/2z1z2/7/1x1D1x1/x1x1x1x/1x3x1/7/2Z1Z2/1VD1DV1 w bw 22 00 4';
  const { annotations, round } = drawPoint(fen, { action: '@a1x', best: ['@a2x'] }, () => []);
  expect(annotations).toMatchObject([
    { kind: 'ghost', square: 'a1', face: 'x', owner: 'brown' },
    { kind: 'ghost', square: 'a2', face: 'x', owner: 'brown' },
  ]);
  expect(annotations.some((one) => 'badge' in one)).toBe(false);
  expect(round).toEqual(['a1', 'a2']);
});
