// What a person has reached in puzzles, kept in the browser at once.
import { isRecord, parseKept } from '../browser/kept_value.ts';
import { followText, keepText, keptText } from '../browser/storage.ts';
import { answered, missed, NO_STACK, type AgainItem, type AgainStack } from './again.ts';
import { afterResults, type Rating } from './glicko.ts';
import { ownPuzzleLine } from './own_puzzles.ts';
import type { Puzzle } from './puzzle.ts';
import { FORMS, type Form } from '../play/symmetry.ts';

/** How a puzzle of the day went. */
const DAY_RESULTS = ['first', 'later', 'shown'] as const;
export type DayResult = (typeof DAY_RESULTS)[number];

/** A rated attempt, kept for whoever agrees to send them one day. */
export interface Attempt {
  readonly id: string;
  readonly score: number;
  readonly milliseconds: number;
  /** The person's, before it. */
  readonly rating: number;
}

export interface Progress {
  readonly version: 1;
  readonly rating: Rating;
  /** On which day a puzzle was last answered. */
  readonly seen: Readonly<Record<string, number>>;
  /** On which day a hint was taken for a puzzle; only of the last such day. */
  readonly hinted: Readonly<Record<string, number>>;
  readonly solved: number;
  readonly attempts: readonly Attempt[];
  readonly again: AgainStack;
  /** By the day's number. */
  readonly days: Readonly<Record<string, DayResult>>;
  readonly bestStreak: number;
  readonly bestRush: number;
  /** How much easier or harder than the person's rating puzzles shall be. */
  readonly shift: number;
  /** Whether the person does not want to see their rating, and not the turn before a puzzle. */
  readonly hidesRating: boolean;
  readonly skipsOpening: boolean;
  /** Puzzles that somebody liked, or did not. */
  readonly thumbs: Readonly<Record<string, 1 | -1>>;
}

const KEY = 'barragoon.puzzles';
const LEARNT_KEY = 'barragoon.learn';
const CORE_LEVELS = 12;
const MOST_ATTEMPTS = 500;
/** Puzzles are rated by a formula that nobody has tried yet. */
const PUZZLE_DEVIATION = 350;
const MOST_RATING = 10_000;
/** Somebody who plays for long still gets better. */
const LEAST_DEVIATION = 60;
/** Reached after about ten puzzles. Before that the rating jumps, which says nothing about the person. */
const PROVISIONAL_DEVIATION = 150;
/** A page of one theme gives a hint by itself. */
export const THEME_WEIGHT = 0.2;

function first(): Progress {
  return {
    version: 1,
    rating: { rating: hasLearnt() ? 900 : 600, deviation: 350, volatility: 0.06 },
    seen: {},
    hinted: {},
    solved: 0,
    attempts: [],
    again: NO_STACK,
    days: {},
    bestStreak: 0,
    bestRush: 0,
    shift: 0,
    hidesRating: false,
    skipsOpening: false,
    thumbs: {},
  };
}

/** Whether the core path of Learn is done. */
function hasLearnt(): boolean {
  const learnt = parseKept(keptText(LEARNT_KEY)) as { stars?: object } | null;
  return Object.keys(learnt?.stars ?? {}).length >= CORE_LEVELS;
}

function kept(): Progress {
  return read(parseKept(keptText(KEY)));
}

/** Progress as it was kept; parts that are not as they should be begin anew. */
function read(found: unknown): Progress {
  const usual = first();
  if (!isRecord(found) || found['version'] !== 1) return usual;
  const fitting = Object.entries(usual).filter(([name, value]) => isAlike(found[name], value));
  const whole: Progress = { ...usual, ...Object.fromEntries(fitting.map(([name]) => [name, found[name]])) };
  const days = Object.entries(whole.days).filter(([, result]) => DAY_RESULTS.includes(result));
  return {
    ...whole,
    rating: isRating(whole.rating) ? whole.rating : usual.rating,
    again: { ...whole.again, items: whole.again.items.filter(isAgainItem) },
    days: Object.fromEntries(days),
  };
}

function isAlike(value: unknown, usual: unknown): boolean {
  if (Array.isArray(usual)) return Array.isArray(value);
  if (!isRecord(usual)) return typeof value === typeof usual;
  return isRecord(value) && Object.entries(usual).every(([name, part]) => isAlike(value[name], part));
}

let current = $state.raw<Progress>(kept());
followText(KEY, () => {
  current = kept();
});

export function progress(): Progress {
  return current;
}

/** Whether too few puzzles were answered to know how strong somebody is. */
export function isProvisional({ deviation }: Rating): boolean {
  return deviation > PROVISIONAL_DEVIATION;
}

/** Changes what is kept now: another tab may have kept more than this one knows. */
function change(how: (now: Progress) => Partial<Progress>): void {
  const now = kept();
  const changed = { ...now, ...how(now) };
  current = changed;
  keepText(KEY, JSON.stringify(changed));
}

export interface Answered {
  readonly puzzle: Puzzle;
  /** 1: right at once; 0.5: with a hint; 0: not. */
  readonly score: number;
  readonly milliseconds: number;
  readonly today: number;
  /** How much it counts for the rating; 0: not at all. */
  readonly weight: number;
}

/** Keeps an answer; by how much the rating has changed. A puzzle counts once a day. */
export function keepAnswer({ puzzle, score, milliseconds, today, weight }: Answered): number {
  const { id } = puzzle;
  let difference = 0;
  change((now) => {
    const counts = weight > 0 && puzzle.isClean && now.seen[id] !== today;
    const rating = counts ? weighed(now.rating, puzzle.rating, score, weight) : now.rating;
    difference = Math.round(rating.rating) - Math.round(now.rating.rating);
    const attempt: Attempt = { id, score, milliseconds, rating: Math.round(now.rating.rating) };
    return {
      rating,
      seen: { ...now.seen, [id]: today },
      solved: now.solved + Number(score > 0),
      attempts: counts ? [...now.attempts, attempt].slice(-MOST_ATTEMPTS) : now.attempts,
      again: score > 0 ? now.again : missed(now.again, id, today, ownPuzzleLine(id)),
    };
  });
  return difference;
}

function weighed(before: Rating, puzzle: number, score: number, weight: number): Rating {
  const after = afterResults(before, [{ rating: puzzle, deviation: PUZZLE_DEVIATION, score }]);
  const between = (from: number, to: number): number => from + (to - from) * weight;
  return {
    rating: between(before.rating, after.rating),
    deviation: Math.max(LEAST_DEVIATION, between(before.deviation, after.deviation)),
    volatility: after.volatility,
  };
}

/** A hint counts also for who begins the puzzle anew on the same day. */
export function keepHint(id: string, day: number): void {
  change(({ hinted }) => {
    const sameDay = Object.entries(hinted).filter(([, hintedOn]) => hintedOn === day);
    return { hinted: { ...Object.fromEntries(sameDay), [id]: day } };
  });
}

export function keepAgain(id: string, isRight: boolean, today: number): void {
  change(({ again, seen }) => ({ again: answered(again, id, isRight, today), seen: { ...seen, [id]: today } }));
}

/** Takes an item off the stack that nobody can answer. */
export function dropAgain(dropped: string): void {
  change(({ again }) => ({ again: { ...again, items: again.items.filter(({ id }) => id !== dropped) } }));
}

/** Puts a puzzle on the stack; `line` is a puzzle from a game of one's own, as readPuzzle reads it. */
export function addToAgain(id: string, today: number, line?: string): void {
  change(({ again }) => ({ again: missed(again, id, today, line ?? ownPuzzleLine(id)) }));
}

/** The first result of a day stays. */
export function keepDay(day: number, result: DayResult): void {
  change(({ days }) => ({ days: { [day]: result, ...days } }));
}

export function keepStreak(solved: number): void {
  change(({ bestStreak }) => ({ bestStreak: Math.max(bestStreak, solved) }));
}

export function keepRush(solved: number): void {
  change(({ bestRush }) => ({ bestRush: Math.max(bestRush, solved) }));
}

export function keepShift(shift: number): void {
  change(() => ({ shift }));
}

export function keepSwitch(name: 'hidesRating' | 'skipsOpening', isOn: boolean): void {
  change(() => ({ [name]: isOn }));
}

export function keepThumb(id: string, thumb: 1 | -1): void {
  change(({ thumbs }) => ({ thumbs: { ...thumbs, [id]: thumb } }));
}

// -- another device ----------------------------------------------------------------------------------------------

/** All that another device needs, as text; attempts are left out, they are counted where they were made. */
export function progressText(): string {
  return JSON.stringify({ ...kept(), attempts: [] });
}

/** Takes over what another device has kept: of each result the better one, and the rating of who has solved more. */
export function takeOverProgress(text: string): void {
  const theirs = read(parseKept(text));
  change((ours) => {
    const known = new Set(ours.again.items.map(({ id }) => id));
    const items = theirs.again.items.filter(({ id }) => !known.has(id));
    return {
      rating: theirs.solved > ours.solved ? theirs.rating : ours.rating,
      solved: Math.max(ours.solved, theirs.solved),
      seen: latest(ours.seen, theirs.seen),
      again: { ...ours.again, items: [...ours.again.items, ...items] },
      days: { ...theirs.days, ...ours.days },
      bestStreak: Math.max(ours.bestStreak, theirs.bestStreak),
      bestRush: Math.max(ours.bestRush, theirs.bestRush),
      thumbs: { ...theirs.thumbs, ...ours.thumbs },
    };
  });
}

function latest(one: Progress['seen'], other: Progress['seen']): Progress['seen'] {
  const ids = new Set([...Object.keys(one), ...Object.keys(other)]);
  const day = (days: Progress['seen'], id: string): number => (Number.isInteger(days[id]) ? (days[id] ?? 0) : 0);
  return Object.fromEntries([...ids].map((id) => [id, Math.max(day(one, id), day(other, id))]));
}

/** What Glicko-2 can go on from. */
function isRating({ rating, deviation, volatility }: Rating): boolean {
  const isOrdinary = (value: number): boolean => value > 0 && value < MOST_RATING;
  return Math.abs(rating) < MOST_RATING && isOrdinary(deviation) && isOrdinary(volatility);
}

/** A text from elsewhere may say anything. */
function isAgainItem(item: unknown): item is AgainItem {
  if (!isRecord(item) || typeof item['id'] !== 'string') return false;
  const { box, due, form, line } = item;
  if (line !== undefined && typeof line !== 'string') return false;
  return [box, due, form].every((value) => Number.isInteger(value)) && FORMS.includes(form as Form);
}
