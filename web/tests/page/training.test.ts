// Ways to train: what comes next, and what an answer counts.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { puzzleFiles } from '../../src/puzzles/files.ts';
import { keepShift, progress } from '../../src/puzzles/progress.svelte.ts';
import { readPuzzle, type Puzzle } from '../../src/puzzles/puzzle.ts';
import { choosePuzzle, keepResult, today } from '../../src/screens/puzzles/training.ts';

const puzzle = (id: string, rating = 600): Puzzle =>
  readPuzzle(
    [
      id,
      '7/7/7/7/3z3/7/7/3D3/7 w - 22 00',
      'win',
      '1',
      'd2d5',
      '',
      '7/7/7/7/7/3z3/7/3D3/7 b - 22 00',
      'd4d5',
      rating,
      'in1',
    ].join('\t'),
  );
const PUZZLES = [puzzle('00000001'), puzzle('00000002'), puzzle('00000003')];
const SHARD = { name: '1.tsv', count: PUZZLES.length, least: 600, most: 600 };

beforeEach(() => {
  localStorage.clear();
  keepShift(0); // what an earlier test has kept is read again
  vi.useFakeTimers({ now: new Date(2026, 5, 1, 12), toFake: ['Date'] });
  vi.spyOn(puzzleFiles, 'index').mockResolvedValue({ version: 1, counts: {}, themes: {}, shards: [SHARD], days: {} });
  vi.spyOn(puzzleFiles, 'shard').mockResolvedValue([...PUZZLES]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function train(): Promise<Puzzle> {
  const chosen = await choosePuzzle({ kind: 'train' }, today());
  if (!chosen) throw new Error('no puzzle');
  return chosen;
}

test('a puzzle that was left unanswered comes again, one that was answered does not come the next day', async () => {
  const left = await train();
  expect(await train()).toEqual(left);
  keepResult({ kind: 'train' }, { puzzle: left, score: 1, milliseconds: 900, day: today() });
  vi.setSystemTime(new Date(2026, 5, 2, 12));
  for (let visit = 0; visit < 5; visit += 1) expect((await train()).id).not.toBe(left.id);
});

test('the puzzle of the day is solved at the first try only if nothing was answered before, also before a reload', () => {
  const [first, second] = [puzzle('00000001'), puzzle('00000002')];
  keepResult({ kind: 'daily' }, { puzzle: first, score: 0, milliseconds: 900, day: today() });
  keepResult({ kind: 'daily' }, { puzzle: first, score: 1, milliseconds: 900, day: today() });
  expect(progress().days).toEqual({ 151: 'later' });
  vi.setSystemTime(new Date(2026, 5, 2, 12));
  keepResult({ kind: 'daily' }, { puzzle: second, score: 1, milliseconds: 900, day: today() });
  expect(progress().days).toEqual({ 151: 'later', 152: 'first' });
});
