import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ServerState } from '../../src/online/event_texts.ts';
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
  const clocks = { white: 180_000, brown: 180_000, running: null, at: 0 };
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
  const outcome = { winner: 'white', reason: 'resignation', result: '1-0' } as const;
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
  const outcome = { winner: 'white', reason: 'time', result: '1-0' } as const;
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
