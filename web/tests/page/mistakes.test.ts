// Mistakes that are replayed: judged by proof or by what they cost, answered on the board, played on.
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Mistake } from '../../src/analysis/mistake.ts';
import { MistakeReplay } from '../../src/analysis/mistake_replay.svelte.ts';
import type { EngineClient } from '../../src/engine/client.ts';
import { Engine } from '../../src/engine/engine.ts';
import { START, type Action } from '../../src/engine/vocabulary.ts';
import { dueItems, isMistake } from '../../src/puzzles/again.ts';
import { keepOwnPuzzles, nextOwnPuzzle, ownPuzzles } from '../../src/puzzles/own_puzzles.ts';
import { addToAgain, keepAnswer, progress } from '../../src/puzzles/progress.svelte.ts';
import { readPuzzle } from '../../src/puzzles/puzzle.ts';
import { dueMistakes, keepAnswer as keepMistake } from '../../src/screens/analyse/again.ts';
import { sameThreadEngine } from './same_thread_engine.ts';

let module: WebAssembly.Module;
let client: EngineClient;
let engine: Engine;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
  client = sameThreadEngine(module);
  engine = new Engine(module);
});
afterEach(() => {
  localStorage.clear();
});

/** One way out for Brown's tile: a8, with 14 of 16 faces, after the only move that captures a barragoon. */
const DOOR: Mistake = {
  id: 'mistake-1-d1d3',
  fen: 'z+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00 1',
  action: 'd1d3',
  missedWin: 1,
  best: ['d1d4', '@a8x'],
};

function replay(...mistakes: Mistake[]): { sitting: MistakeReplay; results: boolean[] } {
  const results: boolean[] = [];
  const sitting = new MistakeReplay({
    module,
    client: () => Promise.resolve(client),
    mistakes,
    onresult: (_, isRight) => results.push(isRight),
    pause: 0,
  });
  return { sitting, results };
}

/** Plays as a person does: the board hands out an action. */
async function answer(sitting: MistakeReplay, action: Action, state: MistakeReplay['state']): Promise<void> {
  sitting.study.intercept?.(action);
  await vi.waitFor(() => expect(sitting.state).toBe(state), { timeout: 100_000 });
}

test('what was played is not accepted, a wrong answer is answered, and the win is played to its end', async () => {
  const { sitting, results } = replay(DOOR);
  await answer(sitting, 'd1d3', 'same');
  expect(results).toEqual([]);
  sitting.retry();
  await answer(sitting, 'd1d4', 'asking'); // its placement is asked for next
  expect(sitting.isFirst).toBe(false);
  await answer(sitting, '@g9x', 'wrong');
  expect(sitting.why).toMatchObject({ kind: 'escapes' });
  sitting.retry();
  expect(sitting.study.node.action).toBe('d1d4');
  await answer(sitting, '@a8x', 'done');
  expect(sitting.ending).toEqual({ kind: 'over' });
  expect(results).toEqual([true]);
  sitting.next();
  expect(sitting.current).toBeNull();
});

test('an answer that could not be judged can be given again', async () => {
  const ask = vi.fn(() => Promise.resolve(client)).mockRejectedValueOnce(new Error('no Worker'));
  const sitting = new MistakeReplay({ module, client: ask, mistakes: [DOOR], pause: 0 });
  sitting.study.intercept?.('d1d4');
  expect(sitting.state).toBe('judging');
  await vi.waitFor(() => expect(sitting.state).toBe('asking'));
  expect(sitting.isFirst).toBe(true);
  sitting.study.intercept?.('d1d4');
  await vi.waitFor(() => expect(sitting.isFirst).toBe(false), { timeout: 100_000 });
});

test('a solution that is shown is played on the board and counts as missed', async () => {
  const { sitting, results } = replay(DOOR);
  await sitting.show();
  expect(sitting.state).toBe('shown');
  expect(sitting.study.node.action).toBe('@a8x');
  expect(results).toEqual([false]);
});

test('where nothing is proven the cost decides, and it is played on against the best reply', async () => {
  const bold: Mistake = { id: 'mistake-2-d2d5', fen: START.fen, action: 'd2d5', missedWin: null, best: [] };
  const { sitting, results } = replay(bold);
  await sitting.showReason(); // it loses a tile at once
  expect(sitting.why).toMatchObject({ kind: 'takes', square: 'd5' });
  sitting.retry();
  engine.setPosition(START.fen);
  const best = engine.search({ nodes: 100_000 })[0]?.actions[0] ?? 'd2d4';
  await answer(sitting, best, 'asking');
  expect(results).toEqual([true]);
  expect(sitting.isFirst).toBe(false);
  expect(sitting.study.fields.turn).toBe('white'); // Brown has replied
  expect(sitting.study.tree.actionsTo(sitting.study.at).length).toBeGreaterThan(1);
});

test('mistakes come again in another form, beside puzzles, and go to the next box', () => {
  addToAgain(DOOR.id, 0, ['mistake', DOOR.fen, DOOR.action, 1, DOOR.best.join(' ')].join('\t'));
  const [item] = progress().again.items;
  expect(item && isMistake(item)).toBe(true);
  const [due] = dueMistakes();
  expect(due?.fen).not.toBe(DOOR.fen);
  expect(due?.missedWin).toBe(1);
  if (due) keepMistake(due, true);
  expect(progress().again.items[0]?.box).toBe(1);
  expect(dueItems(progress().again, 0)).toEqual([]);
});

const LINE =
  'own-00000001\tz+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00\twin\t1\td1d4\ta8x^\t1+4z/1+5/7/7/7/3x3/7/7/3D3 b - 12 00\t\t1000\tin1,soft';

test('puzzles from own games are kept once, asked newest first, and come again when missed', () => {
  keepOwnPuzzles([LINE]);
  keepOwnPuzzles([LINE, LINE.replace('own-00000001', 'own-00000002')]);
  expect(ownPuzzles().map(({ id }) => id)).toEqual(['own-00000001', 'own-00000002']);
  expect(nextOwnPuzzle({}, 5)?.id).toBe('own-00000002');
  expect(nextOwnPuzzle({ 'own-00000001': 3, 'own-00000002': 5 }, 5)?.id).toBe('own-00000001');
  expect(nextOwnPuzzle({ 'own-00000001': 5, 'own-00000002': 5 }, 5)).toBeNull();
  keepAnswer({ puzzle: readPuzzle(LINE), score: 0, milliseconds: 1, today: 5, weight: 0 });
  expect(progress().again.items).toMatchObject([{ id: 'own-00000001', line: LINE }]);
});
