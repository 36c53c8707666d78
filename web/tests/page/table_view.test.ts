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
  const outcome = { winner: 'white', reason: 'resignation', result: '1-0' } as const;
  const over = { status: 'over', actor: null, outcome } as const;
  say(event(3, { t: 'acted', action: 'd8d6' }));
  say(event(4, { t: 'resigned', by: 'brown' }, over));
  expect(announced()).toBe('You win. Brown resigned.');
  say(event(5, { t: 'rematch_offered', by: 'brown' }, { ...over, rematch: 'brown' }));
  say({ t: 'presence', white: true, brown: false, watchers: 0 });
  expect(vi.mocked(playSound).mock.calls).toEqual([['move'], ['end']]);
});
