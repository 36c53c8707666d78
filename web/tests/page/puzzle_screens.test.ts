// Screens of the puzzles, with the real engine in this thread: what is kept, said and offered.
import { readdirSync, readFileSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { EngineClient } from '../../src/engine/client.ts';
import type { Square } from '../../src/engine/vocabulary.ts';
import { speakOfPuzzles } from '../../src/languages/puzzles.svelte.ts';
import { puzzleFiles } from '../../src/puzzles/files.ts';
import { keepOwnPuzzles } from '../../src/puzzles/own_puzzles.ts';
import { keepShift, progress } from '../../src/puzzles/progress.svelte.ts';
import { readPuzzle, readShard, type Puzzle } from '../../src/puzzles/puzzle.ts';
import { PuzzleTable } from '../../src/puzzles/puzzle_table.svelte.ts';
import PuzzleView from '../../src/screens/puzzles/PuzzleView.svelte';
import RushScreen from '../../src/screens/puzzles/RushScreen.svelte';
import StreakScreen from '../../src/screens/puzzles/StreakScreen.svelte';
import Training from '../../src/screens/puzzles/Training.svelte';
import type { Mode } from '../../src/screens/puzzles/training.ts';
import { settings } from '../../src/settings/settings.svelte.ts';
import { sameThreadEngine } from './same_thread_engine.ts';

const shown = vi.hoisted((): { tables: unknown[]; client: unknown } => ({ tables: [], client: null }));

vi.mock('../../src/engine/page_engine.ts', () => ({ engineClient: () => Promise.resolve(shown.client) }));
/** Tables are recorded when they are made, so that tests can play on them. */
vi.mock('../../src/puzzles/puzzle_table.svelte.ts', async (original) => {
  const { PuzzleTable: Original } = await original<typeof import('../../src/puzzles/puzzle_table.svelte.ts')>();
  class Recorded extends Original {
    constructor(...options: ConstructorParameters<typeof Original>) {
      super(...options);
      shown.tables.push(this);
    }
  }
  return { PuzzleTable: Recorded };
});

/** White takes on d4 and shuts in Brown's last tile with a barragoon on a8. */
const DOOR = 'z+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00';
const line = (id: string): string =>
  [id, DOOR, 'win', '1', 'd1d4', 'a8x^><-NESWnesw+', DOOR, '', '600', 'in1,walled'].join('\t');
const door = (id: string): Puzzle => readPuzzle(line(id));
const PUZZLES = ['00000001', '00000002', '00000003', '00000004'].map(door);
const SHARD = { name: '1.tsv', count: PUZZLES.length, least: 600, most: 600 };

let module: WebAssembly.Module;
let view: ReturnType<typeof mount> | null = null;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
  shown.client = sameThreadEngine(module) satisfies EngineClient;
  settings.motion = false;
  settings.sound = false;
  await speakOfPuzzles('en');
});
beforeEach(() => {
  localStorage.clear();
  keepShift(0); // what an earlier test has kept is read again
  shown.tables.length = 0;
  vi.useFakeTimers({ now: new Date(2026, 5, 1, 23, 59), toFake: ['Date'] });
  const days = { 'win 2': ['00000001.1'] };
  vi.spyOn(puzzleFiles, 'index').mockResolvedValue({ version: 1, counts: {}, themes: {}, shards: [SHARD], days });
  vi.spyOn(puzzleFiles, 'shard').mockResolvedValue([...PUZZLES]);
});
afterEach(async () => {
  if (view) await unmount(view);
  view = null;
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Shows a way to train, and waits for its first puzzle. */
async function train(mode: Mode): Promise<PuzzleTable> {
  view = mount(Training, { target: document.body, props: { mode, module } });
  return nextTable(1);
}

/** The table that is shown as so manieth, when it can be played on. */
async function nextTable(number: number): Promise<PuzzleTable> {
  await vi.waitFor(() => {
    expect((shown.tables[number - 1] as PuzzleTable | undefined)?.phase).toBe('solving');
  }, 30_000);
  flushSync();
  return shown.tables[number - 1] as PuzzleTable;
}

async function play(table: PuzzleTable, ...actions: string[]): Promise<void> {
  for (const action of actions) {
    table.send(action as 'd1d4');
    await vi.waitFor(() => {
      expect(['judging', 'replying']).not.toContain(table.phase);
    }, 30_000);
    flushSync();
  }
}

const allButtons = (): HTMLButtonElement[] => [...document.querySelectorAll('button')];
const buttons = (): string[] => allButtons().map(({ textContent }) => textContent.trim());
const press = (name: string): void => {
  allButtons()
    .find(({ textContent }) => textContent.trim() === name)
    ?.click();
};
const text = (): string => document.body.textContent.replaceAll(/\s+/g, ' ');

test('the puzzle of the day counts for the day on which it was begun, also after midnight', async () => {
  const table = await train({ kind: 'daily' });
  await play(table, 'd1d4');
  vi.setSystemTime(new Date(2026, 5, 2, 0, 1));
  await play(table, '@a8x');
  expect(table.phase).toBe('solved');
  expect(progress().days).toEqual({ 151: 'first' });
  expect(progress().seen).toEqual({ '00000001': 151 });
  expect(text()).toContain('Barragoon 2026-06-01 · won in 1 · first try');
});

test('the puzzle of the day is not solved at the first try after a hint, also if the page was loaded again', async () => {
  const hinted = await train({ kind: 'daily' });
  await vi.waitFor(() => {
    expect(hinted.phase).toBe('solving');
  });
  await hinted.giveHint();
  if (view) await unmount(view);
  shown.tables.length = 0;
  await play(await train({ kind: 'daily' }), 'd1d4', '@a8x');
  expect(progress().days).toEqual({ 151: 'later' });
  expect(progress().attempts.map(({ score }) => score)).toEqual([0.5]);
});

test("a puzzle of the page has a rating and can be shared; one from a game of one's own has neither", async () => {
  await play(await train({ kind: 'train' }), 'd1d4', '@a8x');
  expect(text()).toContain('Puzzle 600');
  expect(buttons()).toContain('Share');
  if (view) await unmount(view);
  shown.tables.length = 0;
  keepOwnPuzzles([line('own-12345678')]);
  await play(await train({ kind: 'own' }), 'd1d4', '@a8x');
  expect(text()).toContain('Walled in');
  expect(text()).not.toContain('Puzzle 600');
  expect(buttons()).not.toContain('Share');
});

test('in a streak a skipped puzzle counts as skipped, also if its answer was on its way or comes later', async () => {
  view = mount(StreakScreen, { target: document.body, props: { module } });
  const skipped = await nextTable(1);
  await play(skipped, 'd1d4');
  skipped.send('@a8x');
  press('Skip');
  await nextTable(2);
  skipped.tryAgain();
  await play(skipped, '@a8x');
  expect(progress()).toMatchObject({ solved: 0, bestStreak: 0 });
  expect(text()).toContain('0 in a row');
});

test('what was answered in a rush is seen: training brings it no more, and what was missed comes back', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0); // no form but the first
  view = mount(RushScreen, { target: document.body, props: { module } });
  flushSync();
  press('Start');
  const solved = await nextTable(1);
  await play(solved, 'd1d4', '@a8x');
  const missed = await nextTable(2);
  await play(missed, 'd1d4', '@a8|');
  expect(progress().seen).toEqual({ [solved.puzzle.id]: 151, [missed.puzzle.id]: 151 });
  expect(progress().again.items.map(({ id }) => id)).toEqual([missed.puzzle.id]);
  expect(progress().attempts).toEqual([]);
});

// -- by ear --------------------------------------------------------------------------------------------------------

/** A win in two whose first turn is a move alone, after a turn of the opponent's. */
function twoTurns(): Puzzle {
  const names = readdirSync('public/puzzles').filter((name) => name.endsWith('.tsv'));
  const found = names
    .flatMap((name) => readShard(readFileSync(`public/puzzles/${name}`, 'utf8')))
    .find(({ goal, accepted, played }) => goal.turns === 2 && accepted.length === 0 && played.length === 1);
  if (!found) throw new Error('no such puzzle');
  return found;
}

async function show(puzzle: Puzzle): Promise<PuzzleTable> {
  const engine = (): Promise<EngineClient> => Promise.resolve(shown.client as EngineClient);
  const table = new PuzzleTable({ module, engine, puzzle, onresult: () => undefined });
  view = mount(PuzzleView, { target: document.body, props: { table, title: 'Puzzle', status: '' } });
  return nextTable(shown.tables.length);
}

const announced = (): string =>
  document.querySelector('[aria-live=polite]')?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '';

function key(name: string): void {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
  flushSync();
}

test('the turn before is heard with what is asked, the reply with the verdict, and L reads the turn again', async () => {
  const puzzle = twoTurns();
  const table = await show(puzzle);
  const [before = ''] = puzzle.played;
  expect(announced()).toMatch(new RegExp(`^(White|Brown): ${before.slice(0, 2)} .*${before.slice(2)}.* wins in 2$`));
  await play(table, puzzle.first ?? '');
  expect(table.phase).toBe('solving');
  const reply = table.steps.at(-1)?.action ?? '';
  expect(announced()).toContain(reply.startsWith('@') ? reply.slice(1, 3) : reply.slice(2));
  expect(announced()).toContain('Right so far. Go on.');
  key('g');
  expect(announced()).toMatch(/^(White|Brown) wins in 2$/);
  key('l');
  expect(announced()).toContain(reply.startsWith('@') ? reply.slice(1, 3) : reply.slice(2));
  expect(announced()).not.toContain('Right so far');
  expect(document.querySelector('[role=grid]')?.getAttribute('aria-label')).toContain('L read the last turn');
});

test('a refusal and a question are heard too', async () => {
  settings.confirm = true;
  const table = await show(door('00000001'));
  const tap = (...squares: Square[]): void => {
    for (const square of squares) table.input({ kind: 'square', square });
    flushSync();
  };
  tap('d1', 'g9');
  expect(announced()).toMatch(/^White wins this turn .+/);
  tap('d4');
  expect(announced()).toBe('White wins this turn Tap the target again to move there');
  settings.confirm = false;
});
