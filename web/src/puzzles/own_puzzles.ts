// Puzzles from games of one's own: found by a review, kept on this device alone, as lines of a puzzle file.
import { keepText, keptText } from '../browser/storage.ts';
import { readPuzzle, type Puzzle } from './puzzle.ts';

const KEY = 'barragoon.own_puzzles';
/** The oldest give way. */
const MOST = 200;

function keptLines(): string[] {
  return (keptText(KEY) ?? '').split('\n').filter((line) => line !== '');
}

/** The id of a puzzle by its line. */
export function puzzleId(line: string): string {
  return line.split('\t')[0] ?? '';
}

/** Whether it is from a game of the person's own: nobody has rated it, and no address leads to it. */
export function isOwnPuzzle({ id }: Pick<Puzzle, 'id'>): boolean {
  return id.startsWith('own-');
}

/** Keeps them, the newest last; those that are there already stay where they are. */
export function keepOwnPuzzles(lines: readonly string[]): void {
  const kept = keptLines();
  const known = new Set(kept.map(puzzleId));
  const fresh = lines.filter((line) => !known.has(puzzleId(line)));
  if (fresh.length > 0) keepText(KEY, [...kept, ...fresh].slice(-MOST).join('\n'));
}

export function ownPuzzles(): Puzzle[] {
  return keptLines().map(readPuzzle);
}

/** The line of one of them, to be put on the stack of Again. */
export function ownPuzzleLine(id: string): string | undefined {
  return keptLines().find((line) => puzzleId(line) === id);
}

/** The newest that was not seen yet; otherwise the one that was seen longest ago, but not today. */
export function nextOwnPuzzle(seen: Readonly<Record<string, number>>, today: number): Puzzle | null {
  const puzzles = ownPuzzles();
  const fresh = puzzles.findLast(({ id }) => seen[id] === undefined);
  if (fresh) return fresh;
  const [oldest] = puzzles.filter(({ id }) => seen[id] !== today).sort((a, b) => (seen[a.id] ?? 0) - (seen[b.id] ?? 0));
  return oldest ?? null;
}
