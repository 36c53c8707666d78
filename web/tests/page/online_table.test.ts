import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { START } from '../../src/engine/vocabulary.ts';
import type { ServerState } from '../../src/online/event_texts.ts';
import { tablePositions } from '../../src/online/table_positions.ts';
import { OnlineTable } from '../../src/play/online_table.svelte.ts';
import { ann, ben, command, event, FakeSocket, game, greet, me } from './fake_server.ts';

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
});

let table: OnlineTable;

function sit(state: ServerState): FakeSocket {
  table = new OnlineTable(module, state, me);
  const socket = FakeSocket.last;
  greet(socket, state);
  return socket;
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  table.leave();
  vi.unstubAllGlobals();
  localStorage.clear();
});

function tap(...squares: string[]): void {
  for (const square of squares) table.input({ kind: 'square', square: square as 'd2' });
}

test("one's own move is shown at once and marked until the server has confirmed it", () => {
  const socket = sit(game());
  tap('d2', 'd5');
  expect(table.fields.cells.get('d5')).toBe('D');
  expect(table.pending).toBe('d2d5');
  const sent = command(socket);
  expect(sent).toMatchObject({ t: 'act', action: 'd2d5', seq: 1 });
  socket.say({ t: 'ack', id: sent?.id, seq: 2 });
  expect(table.pending).toBe('d2d5');
  socket.say(event(2, { t: 'acted', action: 'd2d5' }, { actor: 'brown' }));
  expect(table.pending).toBeNull();
  expect(table.steps).toHaveLength(1);
});

test('where a game of one’s own stands is noted for the other tabs until it is over', () => {
  const socket = sit(game());
  expect(tablePositions().get('g')).toEqual({ fen: START.fen, turns: 0 });
  const fen = '1vd1dv1/2zdz2/7/1x3x1/x1xDx1x/1x3x1/7/2Z1Z2/1VD1DV1 b - 24 00 1';
  socket.say(event(2, { t: 'acted', action: 'd2d5' }, { actor: 'brown', fen }));
  expect(tablePositions().get('g')).toEqual({ fen, turns: 1 });
  socket.say(event(3, { t: 'resigned', by: 'brown' }, { status: 'over', fen }));
  expect(tablePositions().size).toBe(0);
});

test('a game that one watches is not noted', () => {
  sit({ ...game(), seats: { white: ben, brown: null } });
  expect(tablePositions().size).toBe(0);
});

test('a tile that was tapped before the server has said anything stays chosen', () => {
  table = new OnlineTable(module, game(), me);
  tap('d2');
  greet(FakeSocket.last, game());
  expect(table.choice).toEqual({ phase: 'target', start: 'd2' });
  tap('d5');
  expect(table.pending).toBe('d2d5');
});

test('what is being chosen stays while nothing changes on the board, and goes when something does', () => {
  const socket = sit(game());
  tap('d2');
  socket.say(event(2, { t: 'draw_offered', kind: 'agreement', by: 'brown' }));
  expect(table.choice).toEqual({ phase: 'target', start: 'd2' });
  socket.say(event(3, { t: 'acted', action: 'c2c4' }, { actor: 'brown' })); // with another device
  expect(table.choice).toEqual({ phase: 'wait' });
});

test('what the server rejects is taken back from the board', () => {
  const socket = sit(game());
  tap('d2', 'd5');
  const id = command(socket)?.id;
  socket.say({ t: 'reject', id, code: 'illegal', sentence: 'not so', seq: 1, state: game() });
  expect(table.pending).toBeNull();
  expect(table.steps).toHaveLength(0);
  expect(table.notice).toEqual({ sentence: 'The server refused: not so' });
  expect(table.choice.phase).toBe('tile');
});

test('a rejection is shown until something else is done or happens', () => {
  const socket = sit(game());
  const reject = (): void => {
    table.takeBack();
    socket.say({ t: 'reject', id: command(socket)?.id, code: 'not_now', sentence: 'no', seq: 1, state: game() });
    expect(table.notice).toEqual({ sentence: 'This is not possible now.' });
  };
  reject();
  tap('d2');
  expect(table.notice).toBeNull();
  reject();
  socket.say(event(2, { t: 'draw_offered', kind: 'agreement', by: 'brown' }));
  expect(table.notice).toBeNull();
});

test('who touches and moves faster than the net is understood', () => {
  const socket = sit({ ...game(), terms: { ...game().terms, touch_move: true } });
  tap('d2', 'd5');
  expect(socket.sent.map(({ t }) => t)).toEqual(['touch']);
  socket.say({ t: 'ack', id: command(socket)?.id, seq: 2 });
  expect(command(socket)).toMatchObject({ t: 'act', action: 'd2d5', seq: 2 });
  socket.say(event(2, { t: 'touched', square: 'd2' }, { touched: ['d2'] }));
  expect(table.pending).toBe('d2d5');
  socket.say({ t: 'ack', id: command(socket)?.id, seq: 3 });
  socket.say(event(3, { t: 'acted', action: 'd2d5' }, { actor: 'brown' }));
  expect(table.pending).toBeNull();
  expect(table.steps.map(({ action }) => action)).toEqual(['d2d5']);
});

test.each([
  ['slow', { initial: 600, increment: 0 }, true],
  ['fast', { initial: 180, increment: 2 }, false],
])('with a %s clock moves are confirmed, or not', (_, clock, isWanted) => {
  const clocks = { white: 180_000, brown: 180_000, running: null, at: 0, begin_within: null };
  const state = game([], { clocks });
  sit({ ...state, terms: { ...state.terms, clock } });
  expect(table.hasTimeToConfirm).toBe(isWanted);
});

test("the opponent's actions are played, and what was taken back is gone", () => {
  const socket = sit(game(['d2d5']));
  socket.say(event(3, { t: 'acted', action: 'd8d6' }));
  expect(table.lastStep?.step.action).toBe('d8d6');
  socket.say(event(4, { t: 'take_back_asked', keeps: 1 }, { take_back: 'brown' }));
  expect(table.requests).toMatchObject([{ kind: 'take_back', by: 'brown' }]);
  table.requests[0]?.answer(true);
  expect(command(socket)).toMatchObject({ t: 'accept_take_back', seq: 4 });
  socket.say(event(5, { t: 'took_back', keeps: 1, apply: ['take_back'] }, { actor: 'brown' }));
  expect(table.steps.map(({ action }) => action)).toEqual(['d2d5']);
  expect(table.isYours).toBe(false);
});

test('the declined draw of a repetition binds here too', () => {
  const loop = ['d2d4', 'd8d6', 'd4d2', 'd6d8'];
  const actions = [...loop, ...loop, ...loop];
  const duty = { player: 'white', forbidden: 'd2d4', due_after: 12, refused_after: 12 } as const;
  const socket = sit(game(actions, { repetition: 'brown' }));
  expect(table.state.may_claim).toBe('brown');
  socket.say(
    event(
      14,
      { t: 'draw_offered', kind: 'repetition', by: 'brown', apply: ['claim_repetition brown'] },
      { offer: { by: 'brown', kind: 'repetition' }, duty },
    ),
  );
  expect(table.state.offer).toMatchObject({ player: 'brown', duty: { forbidden: 'd2d4' } });
  socket.say(event(15, { t: 'draw_declined', by: 'white', apply: ['decline_draw white'] }, { duty }));
  tap('d2', 'd4');
  expect(table.objection).toEqual({ rule: 'repetition' });
  expect(table.pending).toBeNull();
  tap('d5');
  expect(table.pending).toBe('d2d5');
});

test('who offered hears that it was declined, until something else happens', () => {
  const socket = sit(game());
  table.send('offer_draw white');
  socket.say({ t: 'ack', id: command(socket)?.id, seq: 2 });
  const offer = { by: 'white', kind: 'agreement' } as const;
  socket.say(event(2, { t: 'draw_offered', kind: 'agreement', by: 'white' }, { offer }));
  socket.say(event(3, { t: 'draw_declined', by: 'brown' }));
  expect(table.notice).toEqual({ declined: 'draw', by: 'brown' });
  socket.say(event(4, { t: 'take_back_declined', by: 'white' })); // one's own no is known
  expect(table.notice).toBeNull();
});

test('the end of a game leaves nothing to move, and a rematch leads on', () => {
  const socket = sit(game(['d2d5']));
  const outcome = { winner: 'white', reason: 'resignation', result: '1-0', claimed: false } as const;
  socket.say(event(3, { t: 'resigned', by: 'brown' }, { status: 'over', actor: null, outcome }));
  expect(table.state.outcome).toMatchObject({ winner: 'white', reason: 'resignation' });
  expect(table.state.moves).toEqual([]);
  socket.say(event(4, { t: 'rematch_agreed' }, { status: 'over', outcome, next_game: 'h' }));
  expect(table.next).toBe('/game/h');
  expect(table.rematch?.address).toBe('/game/h');
});

test('a connection that comes back in the middle of a placement finds the tray as it was owed', () => {
  const taken = ['d2d5', 'd8d5'];
  const socket = sit(game(taken, { actor: 'white' }));
  expect(table.choice).toEqual({ phase: 'place', face: null, square: null });
  table.input({ kind: 'face', face: 'N' });
  tap('d6', 'd6');
  expect(table.pending).toBe('@d6N');
  // The whole state arrives without the placement: it was lost on the way and is owed again.
  socket.say(game(taken, { actor: 'white' }));
  expect(table.pending).toBeNull();
  expect(table.choice.phase).toBe('place');
  expect(table.now.hands).toEqual(['white', 'brown']);
  // Or with it: then it is the other one's to place.
  socket.say(game([...taken, '@d6N'], { actor: 'brown' }));
  expect(table.now.hands).toEqual(['brown']);
  expect(table.isYours).toBe(false);
});

test('an event that does not follow is not played: the whole state is asked for', () => {
  const socket = sit(game(['d2d5']));
  socket.say(event(9, { t: 'acted', action: 'e8e6' }));
  expect(table.steps.map(({ action }) => action)).toEqual(['d2d5']);
  expect(FakeSocket.last).not.toBe(socket);
});

test('a token that the server no longer knows is reported', () => {
  const socket = sit(game());
  socket.dispatchEvent(new CloseEvent('close', { code: 4401 }));
  expect(table.connection.isGone).toBe(true);
  expect(table.connection.isConnected).toBe(false);
  tap('d2');
  expect(table.connection.isGone).toBe(true);
});

test('somebody who watches can touch nothing', () => {
  const socket = sit({ ...game(), seats: { white: { ...ann, id: 'someone' }, brown: ben } });
  tap('d2', 'd5');
  expect(table.objection).toBe('watching');
  expect(command(socket)).toBeUndefined();
});

test('the rules follow the server event by event, and know what it knows', () => {
  const socket = sit(game(['d2d4']));
  const offer = { by: 'brown', kind: 'agreement' } as const;
  socket.say(event(3, { t: 'draw_offered', kind: 'agreement', by: 'brown', apply: ['offer_draw brown'] }, { offer }));
  expect(table.state.offer).toEqual({ player: 'brown', duty: null });
  expect(table.state.events).toEqual(['d2d4', 'offer_draw brown']);
  socket.say(event(4, { t: 'draw_declined', by: 'white', apply: ['decline_draw white'] }));
  socket.say(event(5, { t: 'acted', action: 'd8d6', by: 'brown' }));
  socket.say(event(6, { t: 'took_back', keeps: 0, by: 'white', apply: ['take_back', 'take_back'] }));
  expect(table.state.events).toEqual([]);
  socket.say(event(7, { t: 'acted', action: 'd2d5', by: 'white' }, { actor: 'brown' }));
  const outcome = { winner: 'white', reason: 'time', result: '1-0', claimed: false } as const;
  socket.say(
    event(8, { t: 'flagged', by: 'brown', apply: ['lose_on_time brown'] }, { status: 'over', actor: null, outcome }),
  );
  expect(table.state.events).toEqual(['d2d5', 'lose_on_time brown']);
});

test('a game with a declined claim is rebuilt from its events', () => {
  const loop = ['d2d4', 'd8d6', 'd4d2', 'd6d8'];
  const actions = [...loop, ...loop, ...loop];
  const duty = { player: 'white', forbidden: 'd2d4', due_after: 12, refused_after: 12 } as const;
  const events = [...actions, 'claim_repetition brown', 'decline_draw white'];
  sit({ ...game(actions, { duty }), events });
  expect(table.state.moves.some(({ start, target }) => start === 'd2' && target === 'd4')).toBe(false);
  expect(table.state.moves.some(({ start, target }) => start === 'd2' && target === 'd5')).toBe(true);
});

test('a server that sends no events is understood by its actions', () => {
  const old = { ...game(['d2d4']), terms: { ...game().terms, touch_move: true } };
  Reflect.deleteProperty(old, 'events');
  const offer = { by: 'brown', kind: 'agreement' } as const;
  const older = (...details: Parameters<typeof event>): object => ({ ...event(...details), apply: undefined });
  const socket = sit(old);
  socket.say(older(3, { t: 'draw_offered', kind: 'agreement', by: 'brown' }, { offer }));
  expect(table.state.offer).toEqual({ player: 'brown', duty: null });
  socket.say(older(4, { t: 'acted', action: 'd8d6' }));
  socket.say(older(5, { t: 'touched', square: 'd4', by: 'white' }, { touched: ['d4'] }));
  expect(new Set(table.state.moves.map(({ start }) => start))).toEqual(new Set(['d4']));
  socket.say(older(6, { t: 'took_back', keeps: 1 }, { actor: 'brown' }));
  expect(table.steps.map(({ action }) => action)).toEqual(['d2d4']);
});

const CLOCKS = { white: 60_000, brown: 60_000, running: 'white', at: 0, begin_within: null } as const;

test('who has not completed a turn may abort, who has may not', () => {
  let socket = sit(game());
  table.abort?.();
  expect(command(socket)).toMatchObject({ t: 'abort', seq: 1 });
  table.leave();
  socket = sit(game(['d2d5']));
  expect(table.abort).toBeNull();
  socket.say(event(3, { t: 'took_back', keeps: 0, apply: ['take_back'] }));
  expect(table.abort).not.toBeNull();
});

test("Brown may abort until Brown's first turn is complete, placements and all", () => {
  const seats = { white: ben, brown: ann };
  const socket = sit({ ...game(['d2d5', 'd8d5'], { actor: 'white' }), seats, you: 'brown' });
  expect(table.abort).not.toBeNull();
  socket.say(event(4, { t: 'acted', action: '@d8x' }, { actor: 'brown' }));
  expect(table.abort).not.toBeNull();
  socket.say(event(5, { t: 'acted', action: '@e4^' }, { actor: 'white' }));
  expect(table.abort).toBeNull();
});

test('to abort is meant, even if the opponent has moved meanwhile', () => {
  const seats = { white: ben, brown: ann };
  const state: ServerState = { ...game(), seats, you: 'brown' };
  const socket = sit(state);
  table.abort?.();
  const id = command(socket)?.id;
  const newer: ServerState = { ...game(['d2d5'], { actor: 'brown' }), seats, you: 'brown' };
  socket.say({ t: 'reject', id, code: 'stale', sentence: 'too late', seq: 2, state: newer });
  expect(command(socket)).toMatchObject({ t: 'abort', seq: 2 });
});

test('an aborted game is over, without a result and without a rematch', () => {
  const socket = sit(game());
  expect(table.isYours).toBe(true);
  const no_result = { reason: 'player', by: 'brown' } as const;
  socket.say(event(2, { t: 'aborted', by: 'brown', reason: 'player' }, { status: 'aborted', actor: null, no_result }));
  expect([table.isOver, table.isYours, table.rematch, table.abort]).toEqual([true, false, null, null]);
  expect(table.noResult).toEqual(no_result);
  expect(table.state.moves).toEqual([]);
});

test('it may be claimed from an opponent who is away, not from oneself', () => {
  const socket = sit(game(['d2d5'], { actor: 'brown', clocks: { ...CLOCKS, running: 'brown' } }));
  expect(table.absentOpponent).toBeNull();
  socket.say({ t: 'presence', white: true, brown: false, watchers: 0, claim_at: 42_000 });
  expect(table.absentOpponent).toMatchObject({ colour: 'brown', claimAt: 42_000 });
  table.absentOpponent?.claim('draw');
  expect(command(socket)).toMatchObject({ t: 'claim', kind: 'draw', seq: 2 });
  socket.say({ t: 'ack', id: command(socket)?.id, seq: 3 });
  socket.say(event(3, { t: 'acted', action: 'd8d6' }, { actor: 'white', clocks: CLOCKS }));
  expect(table.absentOpponent).toBeNull();
});

test.each([
  [60_000, 46_000],
  [20_000, 21_000],
])('a first turn is due some time after its clock began to run, or when the clock is up', (white, dueAt) => {
  sit(game([], { clocks: { ...CLOCKS, white, at: 1_000, begin_within: 45_000 } }));
  expect(table.firstTurn).toEqual({ colour: 'white', dueAt });
});

test('when a game expires is known until something happens', () => {
  const socket = sit({ ...game(), expires_at: 1_000 });
  expect(table.expiresAt).toBe(1_000);
  socket.say(event(2, { t: 'acted', action: 'd2d5' }, { actor: 'brown' }));
  expect(table.expiresAt).toBeNull();
});
