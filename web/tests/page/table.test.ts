import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { EngineClient } from '../../src/engine/client.ts';
import { Game } from '../../src/engine/game.ts';
import type { Terms } from '../../src/online/messages.ts';
import { LocalTable } from '../../src/play/local_table.svelte.ts';
import { keep, playAgain, playComputer, playTwo, PLAIN_TERMS } from '../../src/play/new_game.ts';
import { list, load, save, type SavedGame } from '../../src/play/saved_games.ts';
import { settings } from '../../src/settings/settings.svelte.ts';

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
});
beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** An engine that never comes: these games are played by people, or begin with the person. */
const nobody = new Promise<EngineClient>(() => undefined);

function sit(id: string): LocalTable {
  const saved = load(id);
  if (!saved) throw new Error(`no game ${id}`);
  return new LocalTable(module, saved, nobody);
}

/** Keeps the game of a file; its id. */
function open(text: string): string {
  const rules = new Game(module);
  const read = rules.read(text);
  return keep(read, rules.state(), { record: rules.formatRecord(text, 0), mayHaveComputers: true });
}

const two = (terms: Partial<Terms> = {}): LocalTable => sit(playTwo({ ...PLAIN_TERMS, ...terms }));

function tap(table: LocalTable, ...squares: string[]): void {
  for (const square of squares) table.input({ kind: 'square', square: square as 'd2' });
}

/** White's 3-tile comes forward and is taken; both place. */
function capture(table: LocalTable): void {
  tap(table, 'd2', 'd5', 'd8', 'd5');
  table.input({ kind: 'face', face: 'x' });
  tap(table, 'd6', 'd6');
  table.input({ kind: 'face', face: 'N' });
  tap(table, 'd4', 'd4');
}

test('a turn with a capture is played phase by phase', () => {
  const table = two();
  expect(table.choice.phase).toBe('tile');
  tap(table, 'd2', 'd5', 'd8', 'd5');
  expect(table.choice.phase).toBe('place');
  expect(table.now.hands).toEqual(['white', 'brown']);
  tap(table, 'd6');
  table.input({ kind: 'symbol', number: 1 });
  table.input({ kind: 'commit' });
  expect(table.now.actor).toBe('brown');
  table.input({ kind: 'face', face: 'N' });
  tap(table, 'd4', 'd4');
  expect(table.state.turns.map(({ text }) => text)).toEqual(['d2d5', 'd8xd5@d6x@d4N']);
  expect(table.choice.phase).toBe('tile');
});

test('what is not allowed is explained', () => {
  const table = two();
  tap(table, 'd4');
  expect(table.objection).toMatchObject({ rule: 'no_tile', square: 'd4' });
  tap(table, 'd8');
  expect(table.objection).toMatchObject({ rule: 'not_your_tile' });
  tap(table, 'c1');
  expect(table.objection).toBe('blocked');
  tap(table, 'd2', 'g9');
  expect(table.objection).toMatchObject({ rule: 'wrong_distance', distance: 10 });
  tap(table, 'd5');
  expect(table.objection).toBeNull();
});

test('a barragoon that is tapped first tells what it means', () => {
  const table = two();
  tap(table, 'b4');
  expect(table.explainedSquare).toBe('b4');
  expect(table.objection).toBeNull();
  tap(table, 'd2');
  expect(table.explainedSquare).toBeNull();
  tap(table, 'b6');
  expect(table.explainedSquare).toBeNull();
  expect(table.objection).toMatchObject({ rule: 'wrong_distance' });
});

test('every event is saved, and the game goes on after a reload in any phase', () => {
  const table = two();
  tap(table, 'd2', 'd5', 'd8', 'd5');
  const again = sit(table.saved.id);
  expect(again.state).toEqual(table.state);
  expect(again.choice.phase).toBe('place');
  again.send('resign white');
  expect(list()[0]).toMatchObject({ result: '0-1', turns: 2 });
});

test('an earlier turn can be looked at, and any tap returns to the present', () => {
  const table = two();
  capture(table);
  table.look(1);
  expect(table.isPast).toBe(true);
  expect(table.fields.cells.get('d5')).toBe('D');
  expect(table.choice.phase).toBe('wait');
  table.look(null);
  expect(table.fields.cells.get('d5')).toBe('d');
  table.look(2);
  tap(table, 'c2');
  expect(table.isPast).toBe(false);
  expect(table.choice.phase).toBe('tile');
});

test('between two people one action is taken back, and not at all where that was agreed', () => {
  const table = two();
  capture(table);
  table.takeBack();
  expect(table.now.hands).toEqual(['brown']);
  table.takeBack();
  table.takeBack();
  expect(table.state.steps.map(({ action }) => action)).toEqual(['d2d5']);
  expect(sit(table.saved.id).state).toEqual(table.state);
  const strict = two({ take_backs: false });
  tap(strict, 'd2', 'd5');
  expect(strict.mayTakeBack).toBe(false);
});

test('against the computer only one colour may be moved', () => {
  const table = sit(playComputer(PLAIN_TERMS, { level: 3 }, 'brown'));
  expect(table.orientation).toBe('brown');
  tap(table, 'd2');
  expect(table.objection).toBe('not_you');
  expect(table.choice.phase).toBe('wait');
});

test('a draw is offered, answered and remembered', () => {
  const table = two();
  table.send('offer_draw white');
  expect(table.state.offer).toEqual({ player: 'white', duty: null });
  table.send('accept_draw brown');
  expect(table.state.outcome).toEqual({ winner: null, reason: 'agreement' });
  expect(load(table.saved.id)?.result).toBe('1/2-1/2');
});

test('a touched tile must move where that was agreed', () => {
  const table = two({ touch_move: true });
  tap(table, 'd2');
  expect(table.choice).toEqual({ phase: 'target', start: 'd2' });
  tap(table, 'd2', 'e2');
  expect(table.objection).toMatchObject({ rule: 'touched', square: 'd2' });
  expect(sit(table.saved.id).choice).toEqual({ phase: 'target', start: 'd2' });
});

test('actions can be typed', () => {
  const table = two();
  expect(table.type(' d2d5 ')).toBe(true);
  expect(table.type('d8xd5')).toBe(true);
  expect(table.type('@d6x')).toBe(true);
  expect(table.type('hello')).toBe(false);
  expect(table.type('@d6x')).toBe(true);
  expect(table.objection).toMatchObject({ rule: 'square_taken' });
  expect(table.steps).toHaveLength(3);
});

test('a game can be written to a file', () => {
  const table = two({ variant: 'open' });
  tap(table, 'd2', 'd5');
  const file = table.record();
  expect(file).toContain('[Variant "Open"]');
  expect(file).toContain('[White "White"]');
  expect(file.trimEnd().endsWith('1. d2d5 *')).toBe(true);
});

test('a game of a file keeps the names of its players', () => {
  const id = open('[White "Ann"]\n[Brown "?"]\n\n1. d2d5 *\n');
  const table = sit(id);
  expect([table.players.white.name, table.players.brown.name]).toEqual(['Ann', 'Brown']);
});

test('a game between two computers is there to be looked at', () => {
  const levels = '[WhiteLevel "3"]\n[BrownLevel "4"]\n';
  const id = open(`[White "Level 3"]\n[Brown "Level 4"]\n${levels}\n1. d2d5 *\n`);
  const table = sit(id);
  expect(table.mine).toEqual(['white', 'brown']);
  expect([table.players.white.name, table.players.brown.name]).toEqual(['Level 3', 'Level 4']);
});

test('against one computer a game of a file is played on', () => {
  const id = open('[White "Ann"]\n[BrownLevel "4"]\n[BrownSeed "7"]\n\n1. d2d5 *\n');
  expect(load(id)?.seats.brown).toEqual({ kind: 'computer', level: 4, ladder: 1, seed: 7 });
});

test('the page says that the engine did not start, and again whenever it is missed', async () => {
  const saved = load(playComputer(PLAIN_TERMS, { level: 3 }, 'white'));
  if (!saved) throw new Error('no game');
  const table = new LocalTable(module, saved, Promise.reject(new Error('not there')));
  const absence = { sentence: 'The engine could not be started: not there' };
  await vi.waitFor(() => expect(table.notice).toEqual(absence));
  tap(table, 'd2');
  expect(table.notice).toBeNull();
  tap(table, 'd5');
  expect(table.notice).toEqual(absence);
  table.leave();
});

test('the page says that the engine failed in the middle of a game', async () => {
  const saved = load(playComputer(PLAIN_TERMS, { level: 3 }, 'white'));
  if (!saved) throw new Error('no game');
  const failing = { newGame: () => Promise.reject(new Error('out of memory')) } as unknown as EngineClient;
  const table = new LocalTable(module, saved, Promise.resolve(failing));
  tap(table, 'd2', 'd5');
  const absence = { sentence: 'The engine could not be started: out of memory' };
  await vi.waitFor(() => expect(table.notice).toEqual(absence));
  expect(table.computer?.isThinking).toBe(false);
  table.leave();
});

test('a rematch has the colours exchanged, and each player the stage they had', () => {
  const table = sit(playComputer({ ...PLAIN_TERMS, stages: [1, 0] }, { level: 4 }, 'white'));
  const next = load(playAgain(table.saved));
  expect(next?.seats.white).toMatchObject({ kind: 'computer', level: 4 });
  expect(next?.start).toContain(' 01 1');
  expect(next?.events).toEqual([]);
});

test('a tab that was overtaken follows, and loses nothing of what the other did', () => {
  const behind = two();
  const ahead = sit(behind.saved.id);
  tap(ahead, 'd2', 'd5');
  // Without a storage event: the tab was asleep.
  tap(behind, 'e2', 'e4');
  expect(behind.notice).toBe('other tab');
  expect(behind.steps.map(({ action }) => action)).toEqual(['d2d5']);
  expect(load(behind.saved.id)?.events).toEqual(['d2d5']);
  tap(behind, 'e8', 'e6');
  expect(behind.notice).toBeNull();
  expect(load(behind.saved.id)?.events).toEqual(['d2d5', 'e8e6']);
});

test('a tab follows the other one at once', () => {
  const shown = two();
  tap(sit(shown.saved.id), 'd2', 'd5');
  dispatchEvent(new StorageEvent('storage', { key: `barragoon.game.${shown.saved.id}` }));
  expect(shown.steps.map(({ action }) => action)).toEqual(['d2d5']);
  expect(shown.notice).toBeNull();
});

test('to leave a game with a running clock does not undo what another tab did', () => {
  const behind = two({ clock: { initial: 300, increment: 0 } });
  tap(behind, 'd2', 'd5');
  const ahead = sit(behind.saved.id);
  tap(ahead, 'd8', 'd6');
  behind.leave();
  expect(load(behind.saved.id)?.events).toEqual(['d2d5', 'd8d6']);
  ahead.leave();
});

test.each([
  ['hidden', document, 'visibilitychange'],
  ['left', window, 'pagehide'],
] as const)('what was thought until the page is %s is spent, and the clock runs on', (_, target, type) => {
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const table = two({ clock: { initial: 300, increment: 0 } });
  tap(table, 'd2', 'd5');
  vi.advanceTimersByTime(60_000);
  target.dispatchEvent(new Event(type));
  expect(table.clocks?.running).toBe('brown');
  const again = sit(table.saved.id);
  expect(again.clocks).toMatchObject({ white: 300_000, brown: 240_000, running: 'brown' });
  again.leave();
  vi.advanceTimersByTime(240_000);
  expect(table.state.outcome).toEqual({ winner: 'white', reason: 'time' });
  table.leave();
});

test('a fast clock leaves no time to confirm moves', () => {
  expect(two().hasTimeToConfirm).toBe(true);
  expect(two({ clock: { initial: 600, increment: 0 } }).hasTimeToConfirm).toBe(true);
  expect(two({ clock: { initial: 180, increment: 2 } }).hasTimeToConfirm).toBe(false);
});

test('where the browser keeps nothing, the game goes on and says so', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const table = two();
  tap(table, 'd2', 'd5');
  expect(table.isKept).toBe(false);
  expect(table.steps).toHaveLength(1);
  expect(sit(table.saved.id).steps).toHaveLength(1);
  expect(list().map(({ id }) => id)).toContain(table.saved.id);
  vi.unstubAllGlobals();
  tap(table, 'd8', 'd6');
  expect(table.isKept).toBe(true);
});

test('a spoilt game is passed over', () => {
  localStorage.setItem('barragoon.game.aaaa', '{"id": "aaaa"');
  localStorage.setItem('barragoon.game.bbbb', '{"id": "bbbb"}');
  expect(load('aaaa')).toBeNull();
  expect(list()).toEqual([]);
});

test('with touch-move, prey that was touched with the own tile binds at once where moves are confirmed', () => {
  const start = '7/7/7/5z1/3x3/1D5/7/3V3/5Z1 w - 22 00 1';
  const id = open(`[FEN "${start}"]\n[TouchMove "Yes"]\n\n*\n`);
  settings.confirm = true;
  const table = sit(id);
  tap(table, 'b4', 'd5');
  expect(table.choice).toEqual({ phase: 'confirm', start: 'b4', target: 'd5' });
  expect(table.state.touched).toEqual(['b4', 'd5']);
  table.input({ kind: 'cancel' });
  expect(table.options.moves.map(({ start: from, target }) => from + target)).toEqual(['b4d5']);
  tap(table, 'b5');
  expect(table.choice).toEqual({ phase: 'target', start: 'b4' });
  expect(table.objection).not.toBeNull();
  settings.confirm = false;
});

test('what is touched to be captured binds nobody where touch-move is not played', () => {
  settings.confirm = true;
  const table = two();
  tap(table, 'd2', 'd5', 'd5', 'd8', 'd5');
  expect(table.choice.phase).toBe('confirm');
  expect(table.state.touched).toEqual([]);
  settings.confirm = false;
});

test('a game of a file with touch-move has no take-backs', () => {
  const id = open('[TouchMove "Yes"]\n\n1. d2d5 *\n');
  expect(load(id)).toMatchObject({ touch_move: true, take_backs: false });
});

// -- a repetition against the computer -----------------------------------------------------------------------------

const LOOP = ['c2c3', 'e8e7', 'c3c2', 'e7e8'];
const REPEATING = '7/2d1z2/7/7/3x3/7/7/2Z1D2/7 w - 18 00 1';

/** An engine that has one move in mind, and accepts no draw. */
function engineThatPlays(action: string): EngineClient {
  const lines = Promise.resolve([{ actions: [action], score: { cp: 0 } }]);
  const analyse = vi.fn(() => ({ lines, stop: () => undefined }));
  const done = (): Promise<void> => Promise.resolve();
  const acceptsDraw = (): Promise<boolean> => Promise.resolve(false);
  return { newGame: done, analyse, acceptsDraw } as unknown as EngineClient;
}

/** White, a person, has just completed the third repetition; it is the computer's turn. */
function repeated(clock: Terms['clock'] = null): LocalTable {
  const id = playComputer({ ...PLAIN_TERMS, clock }, { level: 1 }, 'white');
  const saved = load(id);
  if (!saved) throw new Error('no game');
  const events = [...LOOP, ...LOOP, ...LOOP, 'c2c3'] as SavedGame['events'];
  const game = { ...saved, start: REPEATING, events };
  save(game);
  return new LocalTable(module, game, Promise.resolve(engineThatPlays('e8f8')));
}

test('the computer leaves time to offer a draw on a repetition', async () => {
  vi.useFakeTimers();
  const table = repeated();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(table.computer).toMatchObject({ isThinking: false, isWaiting: true });
  expect(table.mayClaim).toBe('white');
  table.send('claim_repetition white');
  expect(table.computer?.isWaiting).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(table.state.events.slice(-3)).toEqual(['claim_repetition white', 'decline_draw brown', 'e8f8']);
  table.leave();
});

test('whoever does not want to offer a draw lets the computer move', async () => {
  vi.useFakeTimers();
  const table = repeated();
  await vi.advanceTimersByTimeAsync(1_000);
  const before = table.steps.length;
  table.computer?.hurry();
  expect(table.computer?.isWaiting).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(table.steps.length).toBe(before + 1);
  expect(table.mayClaim).toBeNull();
  table.leave();
});

test('while its clock runs, the computer waits ten seconds', async () => {
  vi.useFakeTimers();
  const table = repeated({ initial: 300, increment: 0 });
  const before = table.steps.length;
  await vi.advanceTimersByTimeAsync(9_000);
  expect(table.steps.length).toBe(before);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(table.steps.length).toBe(before + 1);
  table.leave();
});
