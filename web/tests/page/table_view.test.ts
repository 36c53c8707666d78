import { readFileSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { OnlineTable } from '../../src/play/online_table.svelte.ts';
import TableView from '../../src/screens/game/TableView.svelte';
import { settings } from '../../src/settings/settings.svelte.ts';
import { playSound } from '../../src/sound/sounds.ts';
import { command, event, FakeSocket, game, greet, me } from './fake_server.ts';

vi.mock('../../src/sound/sounds.ts', () => ({ playSound: vi.fn() }));

let module: WebAssembly.Module;
let table: OnlineTable;
let view: ReturnType<typeof mount>;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
});
beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket);
  settings.motion = false;
  vi.mocked(playSound).mockClear();
  table = new OnlineTable(module, game(['d2d5']), me);
  greet(FakeSocket.last, game(['d2d5']));
  view = mount(TableView, { target: document.body, props: { table, onsettings: () => undefined } });
  flushSync();
});
afterEach(async () => {
  await unmount(view);
  table.leave();
  vi.unstubAllGlobals();
});

function say(message: object): void {
  FakeSocket.last.say(message);
  flushSync();
}

const announced = (): string => document.querySelector('[aria-live=polite]')?.textContent ?? '';

const banner = (): string => document.querySelector('.banner .words')?.textContent ?? '';

test('a rejection is read until the next tap, but that a game has gone is read for good', () => {
  table.takeBack();
  const { id } = command(FakeSocket.last) ?? {};
  say({ t: 'reject', id, code: 'not_now', sentence: 'no', seq: 2, state: game(['d2d5']) });
  expect(banner()).toContain('This is not possible now.');
  table.input({ kind: 'square', square: 'd2' });
  flushSync();
  expect(banner()).toContain('It is not your turn.');
  FakeSocket.last.dispatchEvent(new CloseEvent('close', { code: 4404 }));
  table.input({ kind: 'square', square: 'd2' });
  flushSync();
  expect(banner()).toContain('This game does not exist');
});

test('a step is heard once, whoever comes and goes', () => {
  say(event(3, { t: 'acted', action: 'd8d6' }));
  expect(announced()).toBe('Ben: d8 to d6');
  say({ t: 'presence', white: true, brown: true, watchers: 0 });
  say(event(4, { t: 'draw_offered', kind: 'agreement', by: 'brown' }));
  settings.sound = false;
  flushSync();
  settings.sound = true;
  flushSync();
  expect(vi.mocked(playSound).mock.calls).toEqual([['move']]);
});

test('the end is heard once, whatever comes after', () => {
  const outcome = { winner: 'white', reason: 'resignation', result: '1-0', claimed: false } as const;
  const over = { status: 'over', actor: null, outcome } as const;
  say(event(3, { t: 'acted', action: 'd8d6' }));
  say(event(4, { t: 'resigned', by: 'brown' }, over));
  expect(announced()).toBe('You win. Brown resigned.');
  say(event(5, { t: 'rematch_offered', by: 'brown' }, { ...over, rematch: 'brown' }));
  say({ t: 'presence', white: true, brown: false, watchers: 0 });
  expect(vi.mocked(playSound).mock.calls).toEqual([['move'], ['end']]);
});

const card = (): string => document.querySelector('.turns .card')?.textContent.trim() ?? '';
const button = (name: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === name);

/** Time goes by, and the server answers. */
function pass(seconds: number): void {
  for (let passed = 0; passed < seconds; ++passed) {
    vi.advanceTimersByTime(1_000);
    say({ t: 'pong', n: passed });
  }
}

test('an opponent who is away is counted down for, then it can be claimed', () => {
  vi.useFakeTimers({ now: 0 });
  const clocks = { white: 60_000, brown: 60_000, running: 'brown', at: 0, begin_within: null } as const;
  say(event(3, { t: 'draw_declined', by: 'brown' }, { actor: 'brown', clocks }));
  const presence = { t: 'presence', white: true, brown: false, watchers: 0 };
  const claim_at = Date.now() + table.clockShift + 42_000;
  say({ ...presence, claim_at });
  expect(card()).toBe('Ben is away. In 0:42 you may claim the game.');
  expect(document.querySelector('.turns [role=status]')?.textContent).toBe('Ben is away.');
  pass(40);
  expect(card()).toBe('Ben is away. In 0:02 you may claim the game.');
  pass(3);
  expect(card()).toContain('Ben is still away.');
  button('Claim a win')?.click();
  expect(command(FakeSocket.last)).toMatchObject({ t: 'claim', kind: 'win' });
  say({ ...presence, brown: true, claim_at: null });
  expect(card()).toBe('');
  vi.useRealTimers();
});

test('a declined offer stands beside the task, never in its place', () => {
  say(event(3, { t: 'acted', action: 'd8d6' }));
  say(event(4, { t: 'draw_declined', by: 'brown' }));
  expect(banner()).toContain('Your turn: move a tile');
  expect(banner()).toContain('Ben declines the draw.');
});

test('what is typed after the end leaves the result where it is', () => {
  const outcome = { winner: 'brown', reason: 'resignation', result: '0-1', claimed: false } as const;
  say(event(3, { t: 'resigned', by: 'white' }, { status: 'over', actor: null, outcome }));
  expect(document.querySelector('.banner')?.className).toContain('lost');
  table.type('d5d6');
  flushSync();
  expect(banner()).toContain('You lose');
});

test('a request is seen while an offer waits for its answer', () => {
  const offer = { by: 'white', kind: 'agreement' } as const;
  say(event(3, { t: 'take_back_asked', by: 'brown' }, { actor: 'brown', offer, take_back: 'brown' }));
  const turns = document.querySelector('.middle .turns')?.textContent ?? '';
  expect(turns).toContain('A draw was offered');
  expect(turns).toContain('Ben would like to take back.');
});

test('without a connection nobody is shown as connected', () => {
  say({ t: 'presence', white: true, brown: true, watchers: 0 });
  expect(table.players).toMatchObject({ white: { isConnected: true }, brown: { isConnected: true } });
  FakeSocket.last.dispatchEvent(new CloseEvent('close', { code: 1006 }));
  flushSync();
  expect(table.players.white.isConnected).toBe(false);
  expect(table.players.brown.isConnected).toBeUndefined();
});

test('the tiles of both players are named, and there are no hints online', () => {
  const rows = [...document.querySelectorAll('.tiles')].map((row) => row.getAttribute('aria-label') ?? '');
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(/^Ben: [1-7] of 7 tiles can move/);
  expect(rows[1]).toMatch(/^You: [1-7] of 7 tiles can move/);
  expect(button('Hint')).toBeUndefined();
});

test('the end of an aborted game is said and heard', () => {
  const no_result = { reason: 'not_begun', by: 'brown' } as const;
  say(event(3, { t: 'aborted', by: 'brown', reason: 'not_begun' }, { status: 'aborted', actor: null, no_result }));
  expect(announced()).toBe('No result. Brown did not begin.');
  expect(banner()).toMatch(/^No result *Brown did not begin$/);
  expect(button('Rematch')).toBeUndefined();
  expect(button('Resign')).toBeUndefined();
});

test('a claim is told from a flag', () => {
  const outcome = { winner: 'white', reason: 'time', result: '1-0', claimed: true } as const;
  say(
    event(
      3,
      { t: 'claimed', by: 'white', kind: 'win', apply: ['lose_on_time brown'] },
      { status: 'over', actor: null, outcome },
    ),
  );
  expect(banner()).toMatch(/^You win *Brown left the game$/);
});
