// What the browser keeps may be spoilt: another version wrote it, or somebody's hand. Then it counts as not there.
import { mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { START } from '../../src/engine/vocabulary.ts';
import { knownGames } from '../../src/online/known_games.ts';
import { list, load, save, storageKey, type SavedGame } from '../../src/play/saved_games.ts';
import Continue from '../../src/screens/start/Continue.svelte';

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const GAME: SavedGame = {
  id: 'g1',
  created: 1_794_930_676_476,
  changed: 1_794_930_676_476,
  start: START.fen,
  touch_move: false,
  take_backs: true,
  seats: { white: { kind: 'person' }, brown: { kind: 'computer', level: 3, ladder: 2, seed: 1 } },
  clock: { initial: 60, increment: 0 },
  clocks: { white: 1000, brown: 1000, running: null, at: 0 },
  events: ['d2d4'],
  fen: START.fen,
  turns: 1,
  result: '*',
};

const SPOILT: readonly (readonly [string, object])[] = [
  ['no seats', { seats: null }],
  ['one seat', { seats: { white: { kind: 'person' } } }],
  ['an unknown player', { seats: { white: { kind: 'alien' }, brown: { kind: 'person' } } }],
  ['a level that does not exist', { seats: { white: { kind: 'person' }, brown: { kind: 'computer', level: 99 } } }],
  ['no start', { start: 5 }],
  ['no position', { fen: null }],
  ['events that are no texts', { events: [5, null] }],
  ['old events that are no texts', { touchMove: true, events: [5] }],
  ['a time that is none', { changed: 1e300 }],
  ['an unknown result', { result: 'zz' }],
  ['a clock without times', { clock: {}, clocks: {} }],
];

test('a whole game is read as it was kept, under the name that it was kept under', () => {
  save(GAME);
  expect(load('g1')).toEqual(GAME);
  localStorage.setItem(storageKey('g2'), JSON.stringify(GAME));
  expect(load('g2')?.id).toBe('g2');
});

test.each(SPOILT)('a game with %s is left out of the list, and the others stay', (_, part) => {
  save(GAME);
  localStorage.setItem(storageKey('g2'), JSON.stringify({ ...GAME, ...part }));
  expect(load('g2')).toBeNull();
  expect(list().map(({ id }) => id)).toEqual(['g1']);
});

test.each(['0', '"x"', '{}', '[null]', '[[]]', '[{"game":"x"}]', '[{"game":"x","seats":null}]'])(
  'the start page is there when the list of online games is %s',
  (kept) => {
    localStorage.setItem('barragoon.online', kept);
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no net')));
    expect(knownGames() ?? []).toEqual([]);
    void unmount(mount(Continue, { target: document.body }));
  },
);

test('settings that do not exist are not taken over', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const kept = { language: 'xx', theme: 7, mode: 'weird', contrast: 'no', coach: 3, sound: false, other: true };
  localStorage.setItem('barragoon.settings', JSON.stringify(kept));
  vi.resetModules();
  const { settings } = await import('../../src/settings/settings.svelte.ts');
  expect(settings).toMatchObject({ language: 'en', theme: 'paper', mode: 'auto', contrast: false, coach: null });
  expect(settings.sound).toBe(false);
  expect(settings).not.toHaveProperty('other');
});

test('of progress in puzzles, what is spoilt begins anew and the rest stays', async () => {
  const whole = { id: 'a', box: 0, due: 1, form: 0 };
  const items = [null, 5, { id: 5 }, { ...whole, form: 9 }, { ...whole, line: 7 }, whole];
  const kept = {
    version: 1,
    rating: { rating: 1e308, deviation: -5, volatility: 0 },
    again: { items, answered: { day: 0, count: 0 } },
    days: { 1: 'first', 2: 'x', 3: null },
    bestStreak: 7,
  };
  localStorage.setItem('barragoon.puzzles', JSON.stringify(kept));
  vi.resetModules();
  const { progress } = await import('../../src/puzzles/progress.svelte.ts');
  expect(progress().again.items).toEqual([whole]);
  expect(progress()).toMatchObject({ rating: { rating: 600, deviation: 350 }, days: { 1: 'first' }, bestStreak: 7 });
  expect(Object.keys(progress().days)).toEqual(['1']);
});
