// Ways to train: what comes next, and what an answer counts.
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { puzzleFiles } from '../../src/puzzles/files.ts';
import { addToAgain, keepShift, progress } from '../../src/puzzles/progress.svelte.ts';
import { readPuzzle, type Puzzle } from '../../src/puzzles/puzzle.ts';
import { choosePuzzle, keepResult, today } from '../../src/screens/puzzles/training.ts';

const FEN = '7/7/7/7/3z3/7/7/3D3/7 w - 22 00';
const BEFORE = '7/7/7/7/7/3z3/7/3D3/7 b - 22 00';
const line = (id: string): string => [id, FEN, 'win', 1, 'd2d5', '', BEFORE, 'd4d5', 600, 'in1'].join('\t');
const puzzle = (id: string): Puzzle => readPuzzle(line(id));
const PUZZLES = [puzzle('00000001'), puzzle('00000002'), puzzle('00000003')];
const SHARD = { name: '1.tsv', count: PUZZLES.length, least: 600, most: 600 };

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
});
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
  const chosen = await choosePuzzle({ kind: 'train' }, { day: today(), before: 0, module });
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

test('what comes again and is spoilt goes, and the others stay', async () => {
  const mistake = (fen: string, action: string): string => ['mistake', fen, action, '', ''].join('\t');
  addToAgain('own-1', 150, 'nonsense');
  addToAgain('own-2', 150, line('own-2').replaceAll('D', 'Q'));
  addToAgain('own-3', 150, line('own-3').replace('d4d5', 'd4d9'));
  addToAgain('own-4', 150, line('own-4').replace('d2d5', 'a1a2'));
  addToAgain('own-5', 150, line('own-5').replace(`win\t1`, 'win\tsoon'));
  addToAgain('mistake-1', 150, mistake('not a position at all', 'd2d5'));
  addToAgain('mistake-2', 150, mistake(`${FEN} 1`, 'd2d9'));
  addToAgain('mistake-3', 150, mistake(`${FEN} 1`, 'd2d5'));
  addToAgain('own-6', 150, line('own-6'));
  expect((await choosePuzzle({ kind: 'again' }, { day: today(), before: 0, module }))?.id).toBe('own-6');
  expect(progress().again.items.map(({ id }) => id)).toEqual(['mistake-3', 'own-6']);
});
