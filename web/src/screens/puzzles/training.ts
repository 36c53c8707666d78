// The ways to train one puzzle after another: where the next comes from, and what an answer counts.
import { dropText, keepText, keptText } from '../../browser/storage.ts';
import { sayOfPuzzles } from '../../languages/puzzles.svelte.ts';
import { dayNumber } from '../../puzzles/days.ts';
import { dueItems, isMistake } from '../../puzzles/again.ts';
import { puzzleFiles } from '../../puzzles/files.ts';
import { nextPuzzle } from '../../puzzles/next_puzzle.ts';
import { nextOwnPuzzle } from '../../puzzles/own_puzzles.ts';
import {
  dropAgain,
  isProvisional,
  keepAgain,
  keepAnswer,
  keepDay,
  progress,
  THEME_WEIGHT,
} from '../../puzzles/progress.svelte.ts';
import { readPuzzle, type Puzzle, type Theme } from '../../puzzles/puzzle.ts';
import { inForm } from '../../puzzles/symmetry.ts';
import { isReadable } from './readable_item.ts';

export type Mode =
  | { readonly kind: 'train' }
  | { readonly kind: 'theme'; readonly theme: Theme }
  | { readonly kind: 'daily' }
  | { readonly kind: 'again' }
  | { readonly kind: 'own' }
  | { readonly kind: 'one'; readonly id: string }
  /** What was missed in a streak or a rush, one after the other. */
  | { readonly kind: 'replay'; readonly ids: readonly string[] };

export function today(): number {
  return dayNumber(new Date());
}

export interface Occasion {
  readonly day: number;
  /** How many were shown before. */
  readonly before: number;
  /** The rules, for puzzles that are none of the page's. */
  readonly module: WebAssembly.Module;
}

/** The next puzzle of a way to train; null if there is none. */
export async function choosePuzzle(mode: Mode, { day, before, module }: Occasion): Promise<Puzzle | null> {
  switch (mode.kind) {
    case 'daily':
      return puzzleFiles.ofDay(day);
    case 'one':
      return puzzleFiles.find(mode.id);
    case 'replay': {
      const id = mode.ids[before];
      return id === undefined ? null : puzzleFiles.find(id);
    }
    case 'again':
      return nextAgain(day, module);
    case 'own':
      return nextOwnPuzzle(progress().seen, day);
    case 'train':
      return nextInTraining(day);
    case 'theme':
      return chooseByRating(day, mode.theme, () => true);
  }
}

const BEGUN_KEY = 'barragoon.puzzle';

/** The puzzle that was left unanswered, unless another difficulty was chosen meanwhile; else a new one. */
async function nextInTraining(now: number): Promise<Puzzle | null> {
  const { shift, seen } = progress();
  const [id = '', begunShift] = keptText(BEGUN_KEY)?.split(' ') ?? [];
  const isBegun = begunShift === `${shift}` && seen[id] !== now;
  const begun = isBegun ? await puzzleFiles.find(id) : null;
  const puzzle = begun ?? (await chooseByRating(now, null, ({ isClean }) => isClean));
  if (puzzle) keepText(BEGUN_KEY, `${puzzle.id} ${shift}`);
  return puzzle;
}

/** A puzzle that was answered is no longer the one to go on with; another tab may have begun another one. */
function dropBegun({ id }: Puzzle): void {
  if (keptText(BEGUN_KEY)?.startsWith(`${id} `)) dropText(BEGUN_KEY);
}

async function nextAgain(now: number, module: WebAssembly.Module): Promise<Puzzle | null> {
  for (const item of dueItems(progress().again, now)) {
    if (!isReadable(item, module)) {
      dropAgain(item.id);
      continue;
    }
    if (isMistake(item)) continue;
    const puzzle = item.line === undefined ? await puzzleFiles.find(item.id) : readPuzzle(item.line);
    if (puzzle) return inForm(puzzle, item.form);
    keepAgain(item.id, true, now); // it is no longer there
  }
  return null;
}

/** One that was not seen yet; if all were, one that was not seen today. */
async function chooseByRating(
  now: number,
  theme: Theme | null,
  fits: (puzzle: Puzzle) => boolean,
): Promise<Puzzle | null> {
  const { rating, shift, seen } = progress();
  const request = { rating: rating.rating + shift, theme };
  const fresh = await nextPuzzle(puzzleFiles, { ...request, fits: (one) => fits(one) && seen[one.id] === undefined });
  return fresh ?? nextPuzzle(puzzleFiles, { ...request, fits: (one) => fits(one) && seen[one.id] !== now });
}

const WEIGHTS: Readonly<Record<Mode['kind'], number>> = {
  train: 1,
  daily: 1,
  theme: THEME_WEIGHT,
  again: 0,
  own: 0,
  one: 0,
  replay: 0,
};

/** The person's rating in words, with a question mark while it is a guess; empty if they do not want to see it. */
export function ratingWords(): string {
  const { hidesRating, rating } = progress();
  const points = `${Math.round(rating.rating)}${isProvisional(rating) ? '?' : ''}`;
  return hidesRating ? '' : sayOfPuzzles('rating', { rating: points });
}

/** The first result of a puzzle. */
export interface Result {
  readonly puzzle: Puzzle;
  readonly score: number;
  readonly milliseconds: number;
  /** On which the puzzle was chosen: it stays so when the page is open over midnight. */
  readonly day: number;
}

/** Keeps a result; by how much the rating has changed. */
export function keepResult(mode: Mode, { puzzle, score, milliseconds, day }: Result): number {
  if (mode.kind === 'train') dropBegun(puzzle);
  if (mode.kind === 'daily' && score === 1) keepDay(day, progress().seen[puzzle.id] === day ? 'later' : 'first');
  if (mode.kind === 'again') {
    keepAgain(puzzle.id, score > 0, day);
    return 0;
  }
  return keepAnswer({ puzzle, score, milliseconds, today: day, weight: WEIGHTS[mode.kind] });
}
