import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { START } from '../../src/engine/vocabulary.ts';
import { knownGames } from '../../src/online/known_games.ts';
import type { GameSummary } from '../../src/online/messages.ts';
import { RunningPositions } from '../../src/online/running_positions.svelte.ts';
import { noteTablePosition, tablePositions } from '../../src/online/table_positions.ts';
import PlaySheet from '../../src/screens/analyse/PlaySheet.svelte';
import { ann, ben, game, me } from './fake_server.ts';

const FEN = '1vd1dv1/2zdz2/7/1x3x1/x1xDx1x/1x3x1/7/2Z1Z2/1VD1DV1 b - 24 00 3';
const LATER = FEN.replace(/3$/, '9');

function summary(more: Partial<GameSummary>): GameSummary {
  const { access, terms, opener_colour } = game();
  return {
    game: 'g',
    seq: 1,
    created_at: 0,
    changed_at: 0,
    access,
    terms,
    opener_colour,
    opener: ann,
    status: 'playing',
    seats: { white: ann, brown: ben },
    fen: FEN,
    turns: 4,
    outcome: null,
    you: 'white',
    your_turn: true,
    expires_at: null,
    ...more,
  };
}

function keep(more: Partial<GameSummary>): void {
  localStorage.setItem('barragoon.online', JSON.stringify([summary(more)]));
}

/** A server with these pages of games; gives what it was asked for. */
function serve(...pages: (readonly GameSummary[])[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    if (!address.includes('/me/games')) return Promise.resolve(Response.json(me));
    asked.push(address);
    const page = Number(/before=(\d+)/.exec(address)?.[1] ?? 0);
    const next = page + 1 < pages.length ? String(page + 1) : null;
    return Promise.resolve(Response.json({ games: pages[page], next }));
  });
  return asked;
}

/** What another tab has kept is heard here. */
function hear(key: string): void {
  dispatchEvent(new StorageEvent('storage', { key }));
}

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a position of a running game of one’s own is known, whatever the number of its turn', () => {
  keep({});
  const running = new RunningPositions();
  expect(running.hasAny(['1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 24 00 1', LATER])).toBe(true);
  expect(running.hasAny([])).toBe(false);
});

test.each([
  ['a game that is over', { status: 'over' }],
  ['a game that one watches', { you: null }],
  ['an opening', { turns: 3 }],
] as const)('%s may be analysed', (_, more) => {
  keep(more);
  expect(new RunningPositions().hasAny([FEN])).toBe(false);
});

test('who has never played online asks no server', async () => {
  const running = new RunningPositions();
  await running.refresh();
  expect(running.hasAny([FEN])).toBe(false);
});

test('running games beyond the first page are known, and what is over ends the reading', async () => {
  keep({ fen: START.fen });
  const asked = serve(
    [summary({ game: 'one', fen: START.fen })],
    [summary({ game: 'one', fen: START.fen }), summary({ game: 'two' })],
    [summary({ game: 'three', status: 'over' })],
    [summary({ game: 'four', status: 'over' })],
  );
  const running = new RunningPositions();
  await running.refresh();
  expect(running.hasAny([FEN])).toBe(true);
  expect(asked).toHaveLength(3);
  expect(knownGames()?.map((one) => one.game)).toEqual(['one', 'two', 'three']);
});

test('however many games go on, no more than ten pages are read', async () => {
  keep({});
  const asked = serve(...Array.from({ length: 30 }, (_, index) => [summary({ game: String(index) })]));
  await new RunningPositions().refresh();
  expect(asked).toHaveLength(10);
});

test('where a table stands is known in every tab at once', () => {
  const running = new RunningPositions();
  const stop = running.follow();
  expect(running.hasAny([FEN])).toBe(false);
  noteTablePosition('g', { fen: FEN, turns: 4 });
  hear('barragoon.tables');
  expect(running.hasAny([LATER])).toBe(true);
  noteTablePosition('g', null);
  hear('barragoon.tables');
  expect(running.hasAny([FEN])).toBe(false);
  stop();
  noteTablePosition('g', { fen: FEN, turns: 4 });
  hear('barragoon.tables');
  expect(running.hasAny([FEN])).toBe(false);
});

test('a table whose game is over is forgotten when the server says so', async () => {
  keep({});
  noteTablePosition('g', { fen: FEN, turns: 4 });
  noteTablePosition('h', { fen: START.fen, turns: 4 });
  serve([summary({ status: 'over' }), summary({ game: 'h', fen: START.fen })]);
  const running = new RunningPositions();
  await running.refresh();
  expect(running.hasAny([FEN])).toBe(false);
  expect([...tablePositions().keys()]).toEqual(['h']);
});

test('spoilt notes of tables are left out', () => {
  localStorage.setItem(
    'barragoon.tables',
    JSON.stringify({ g: null, h: { fen: 1, turns: 5 }, i: { fen: FEN, turns: 5 } }),
  );
  expect([...tablePositions().keys()]).toEqual(['i']);
});

test('the server is asked again when one comes back to the tab', async () => {
  keep({ fen: START.fen });
  const asked = serve([summary({})]);
  const running = new RunningPositions();
  const stop = running.follow();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  dispatchEvent(new Event('focus'));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  await vi.waitFor(() => expect(running.hasAny([FEN])).toBe(true));
  stop();
  dispatchEvent(new Event('focus'));
  expect(asked).toHaveLength(2);
});

test('while one goes through positions the server is asked every ten seconds at most', async () => {
  vi.useFakeTimers();
  keep({});
  const asked = serve([summary({})]);
  const running = new RunningPositions();
  for (let step = 0; step < 250; step += 1) {
    running.refreshSoon();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(asked).toHaveLength(3);
});

test.each([
  ['a running game of one’s own', 4, 0],
  ['an opening', 3, 2],
])('whether %s can be played on against the computer', async (_, turns, buttons) => {
  noteTablePosition('g', { fen: FEN, turns });
  const props = { fen: LATER, actor: 'brown' as const, isOver: false, onclose: () => undefined };
  const view = mount(PlaySheet, { target: document.body, props });
  flushSync();
  const found = [...document.querySelectorAll('button')].filter(({ textContent }) =>
    /Play the computer|Two at this device/.test(textContent),
  );
  expect(found).toHaveLength(buttons);
  expect(document.body.textContent.includes('You are playing this game')).toBe(buttons === 0);
  await unmount(view);
});
