// What is known without a board: ratings, days, the choice of the next, boxes, streak, rush, what is kept.
import { beforeEach, expect, test } from 'vitest';
import { answered, BOXES, dueItems, missed, MOST_A_DAY, NO_STACK } from '../../src/puzzles/again.ts';
import { dayNumber, dayText, puzzleOfDay } from '../../src/puzzles/days.ts';
import { PuzzleFiles, type PuzzleIndex } from '../../src/puzzles/files.ts';
import { afterResults } from '../../src/puzzles/glicko.ts';
import { nextPuzzle } from '../../src/puzzles/next_puzzle.ts';
import { keepAgain, keepAnswer, keepDay, keepSwitch, progress } from '../../src/puzzles/progress.svelte.ts';
import { readPuzzle } from '../../src/puzzles/puzzle.ts';
import { afterRushAnswer, asksForFace, newRush, RUSH_TIME, secondsLeft } from '../../src/puzzles/rush.ts';
import { afterAnswer, afterSkip, NEW_STREAK, wantedRating } from '../../src/puzzles/streak.ts';

beforeEach(() => {
  localStorage.clear();
});

const line = (id: string, rating: number, themes = 'in1'): string =>
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
    themes,
  ].join('\t');

/** Two shards in which every puzzle's id tells its rating. */
function files(ratings: readonly number[], reads: string[] = []): PuzzleFiles {
  const half = Math.ceil(ratings.length / 2);
  const shards = [ratings.slice(0, half), ratings.slice(half)].map((part, number) => ({
    name: `${number}.tsv`,
    count: part.length,
    least: Math.min(...part),
    most: Math.max(...part),
    part,
  }));
  const index: PuzzleIndex = {
    version: 1,
    counts: {},
    themes: {},
    shards,
    days: { 'win 2': ['a.1', 'b.2', 'c.1'], 'win 3': ['s.2'] },
  };
  return new PuzzleFiles((name) => {
    reads.push(name);
    const shard = shards.find((one) => one.name === name);
    const text = shard ? shard.part.map((rating) => line(`id${rating}`, rating)).join('\n') : JSON.stringify(index);
    return Promise.resolve(text);
  });
}

test("ratings are as in Glickman's example", () => {
  const after = afterResults({ rating: 1500, deviation: 200, volatility: 0.06 }, [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ]);
  expect(after.rating).toBeCloseTo(1464.06, 1);
  expect(after.deviation).toBeCloseTo(151.52, 1);
  expect(after.volatility).toBeCloseTo(0.05999, 4);
});

test('a line is read with all that it says', () => {
  const fen = '4D2/4x2/1+-2Z1/1+<z|1w/D+1x+2/w-+x1+1/2DSZ+1/-3<2/4V>1 w bw 10 00';
  const puzzle = readPuzzle(`2892989a\t${fen}\thold\t1\t\td7W+,e5-\t7/7 w - 12 00\td7e9@a1x@b2-\t1040\tdoor,soft`);
  expect(puzzle).toMatchObject({ id: '2892989a', goal: { kind: 'hold', turns: 1 }, first: null, rating: 1040 });
  expect(puzzle.accepted).toEqual(['@d7W', '@d7+', '@e5-']);
  expect(puzzle.played).toEqual(['d7e9', '@a1x', '@b2-']);
  expect(puzzle.themes).toEqual(['door']);
  expect(puzzle.isClean).toBe(false);
});

test('a day has the same puzzle everywhere, and Sundays have their own', async () => {
  const index = await files([500, 600]).index();
  expect(dayNumber(new Date(2026, 0, 1, 23, 59))).toBe(0);
  expect(dayNumber(new Date(2026, 10, 17))).toBe(320);
  expect(dayText(320)).toBe('2026-11-17');
  expect(puzzleOfDay(0, index)).toEqual({ id: 'a', shard: 1 });
  expect(puzzleOfDay(4, index)).toEqual({ id: 'b', shard: 2 });
  expect(puzzleOfDay(dayNumber(new Date(2026, 0, 4)), index)?.id).toBe('s');
  expect(puzzleOfDay(dayNumber(new Date(2025, 11, 31)), index)?.id).toBe('c');
});

test('the next puzzle is near the rating, and only its shard is read', async () => {
  const reads: string[] = [];
  const found = await nextPuzzle(files([500, 600, 1500, 1600], reads), { rating: 1560, fits: () => true }, () => 0.99);
  expect(found?.id).toBe('id1600');
  expect(reads).toEqual(['index.json', '1.tsv']);
});

test('the next puzzle may be further away, and there may be none', async () => {
  const some = files([500, 600, 1500, 1600]);
  expect((await nextPuzzle(some, { rating: 5000, fits: ({ rating }) => rating < 600 }, () => 0))?.id).toBe('id500');
  expect(await nextPuzzle(some, { rating: 700, fits: () => false })).toBeNull();
  expect(await nextPuzzle(some, { rating: 700, theme: 'door', fits: () => true })).toBeNull();
});

test('what could not be read is read again', async () => {
  let fails = true;
  const index = '{"version":1,"shards":[],"days":{},"counts":{},"themes":{}}';
  const broken = new PuzzleFiles(() => (fails ? Promise.reject(new Error('no net')) : Promise.resolve(index)));
  await expect(broken.index()).rejects.toThrow('no net');
  fails = false;
  expect((await broken.index()).version).toBe(1);
});

test('a missed puzzle comes back in another form, later each time, until it is known', () => {
  let stack = missed(NO_STACK, 'a', 10);
  expect(dueItems(stack, 10)).toEqual([]);
  let day = 10;
  for (const days of BOXES) {
    day += days;
    const [item] = dueItems(stack, day);
    expect(item?.id).toBe('a');
    stack = answered(stack, 'a', true, day);
  }
  expect(stack.items).toEqual([]);
});

test('a wrong answer puts it back into the first box, with a new form', () => {
  const stack = answered(missed(NO_STACK, 'a', 0), 'a', true, 1);
  expect(stack.items[0]).toMatchObject({ box: 1, due: 4, form: 2 });
  expect(answered(stack, 'a', false, 4).items[0]).toMatchObject({ box: 0, due: 5, form: 3 });
});

test('no more than twenty a day come back', () => {
  let stack = NO_STACK;
  for (let number = 0; number < 30; number += 1) stack = missed(stack, `p${number}`, 0);
  expect(dueItems(stack, 1)).toHaveLength(MOST_A_DAY);
  stack = answered(stack, 'p0', true, 1);
  expect(dueItems(stack, 1)).toHaveLength(MOST_A_DAY - 1);
  expect(dueItems(stack, 2)).toHaveLength(MOST_A_DAY);
});

test('a streak climbs, one may be skipped, a mistake ends it', () => {
  const one = afterAnswer(NEW_STREAK, 'a', true);
  expect([wantedRating(NEW_STREAK), wantedRating(one)]).toEqual([500, 540]);
  const skipped = afterSkip(one, 'b');
  expect(skipped).toMatchObject({ solved: 1, maySkip: false, isOver: false });
  expect(afterAnswer(skipped, 'c', false)).toMatchObject({ solved: 1, isOver: true });
});

test('in a rush mistakes cost time and six in a row give some', () => {
  let rush = newRush(0);
  expect(secondsLeft(rush, 0)).toBe(180);
  rush = afterRushAnswer(rush, 'x', false);
  expect(rush.endsAt).toBe(RUSH_TIME - 8_000);
  for (let number = 0; number < 6; number += 1) rush = afterRushAnswer(rush, `p${number}`, true);
  expect(rush).toMatchObject({ solved: 6, inRow: 6, endsAt: RUSH_TIME - 4_000, missed: ['x'] });
  expect(secondsLeft(rush, RUSH_TIME)).toBe(0);
});

test('in a rush every fourth question is about a face, which counts like the others and is in no list', () => {
  let rush = newRush(0);
  const asked: boolean[] = [];
  for (let number = 0; number < 8; number += 1) {
    asked.push(asksForFace(rush));
    rush = afterRushAnswer(rush, asksForFace(rush) ? null : `p${number}`, number !== 7);
  }
  expect(asked).toEqual([false, false, false, true, false, false, false, true]);
  expect(rush).toMatchObject({ answered: 8, solved: 7, inRow: 0, missed: [] });
  expect(rush.shown).toEqual(['p0', 'p1', 'p2', 'p4', 'p5', 'p6']);
  expect(rush.endsAt).toBe(RUSH_TIME + 4_000 - 8_000);
});

test('what is not to be seen stays hidden', () => {
  keepSwitch('hidesRating', true);
  keepSwitch('skipsOpening', true);
  keepSwitch('skipsOpening', false);
  expect(JSON.parse(localStorage.getItem('barragoon.puzzles') ?? '{}')).toMatchObject({
    hidesRating: true,
    skipsOpening: false,
  });
});

test('an answer is kept at once, counts once a day, and a missed one comes back', () => {
  const puzzle = readPuzzle(line('12345678', 1000));
  const change = keepAnswer({ puzzle, score: 0, milliseconds: 900, today: 5, weight: 1 });
  expect(change).toBeLessThan(0);
  const stored = JSON.parse(localStorage.getItem('barragoon.puzzles') ?? '{}') as ReturnType<typeof progress>;
  expect(stored).toEqual(progress());
  expect(stored.version).toBe(1);
  expect(stored.attempts).toHaveLength(1);
  expect(stored.again.items.map(({ id }) => id)).toEqual(['12345678']);
  expect(keepAnswer({ puzzle, score: 1, milliseconds: 900, today: 5, weight: 1 })).toBe(0);
  expect(keepAnswer({ puzzle, score: 1, milliseconds: 900, today: 6, weight: 1 })).toBeGreaterThan(0);
  keepAgain('12345678', true, 6);
  expect(progress().again.items[0]?.box).toBe(1);
});

test('a puzzle that others solve too is not rated, and a theme counts a fifth', () => {
  const soft = readPuzzle(line('11111111', 1000, 'in1,soft'));
  expect(keepAnswer({ puzzle: soft, score: 1, milliseconds: 1, today: 5, weight: 1 })).toBe(0);
  const whole = keepAnswer({ puzzle: readPuzzle(line('2', 600)), score: 1, milliseconds: 1, today: 5, weight: 1 });
  localStorage.clear();
  const part = keepAnswer({ puzzle: readPuzzle(line('2', 600)), score: 1, milliseconds: 1, today: 5, weight: 0.2 });
  expect(part).toBeGreaterThan(0);
  expect(part).toBeLessThan(whole / 3);
});

test('a part of the progress that is spoilt begins anew, and the rest stays', () => {
  localStorage.setItem(
    'barragoon.puzzles',
    '{"version":1,"again":null,"rating":{"rating":"x"},"seen":7,"bestStreak":4}',
  );
  keepDay(5, 'first');
  expect(progress()).toMatchObject({ bestStreak: 4, seen: {}, days: { 5: 'first' }, again: NO_STACK });
  expect(progress().rating.rating).toBe(600);
});

test('spoilt progress begins anew, and what another tab has kept stays', () => {
  localStorage.setItem('barragoon.puzzles', '{"version":');
  keepDay(5, 'later');
  keepDay(5, 'shown');
  expect(progress().days).toEqual({ 5: 'later' });
  const other = { ...progress(), bestRush: 9 };
  localStorage.setItem('barragoon.puzzles', JSON.stringify(other));
  keepDay(6, 'first');
  expect(progress()).toMatchObject({ bestRush: 9, days: { 5: 'later', 6: 'first' } });
});
