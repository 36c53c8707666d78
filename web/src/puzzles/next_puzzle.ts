// Which puzzle comes next: one near the person's rating that they have not seen.
import type { PuzzleFiles } from './files.ts';
import type { Puzzle, Theme } from './puzzle.ts';

export interface PuzzleRequest {
  /** About how hard it shall be. */
  readonly rating: number;
  readonly theme?: Theme | null;
  /** Whether a puzzle will do: not seen yet, not seen today. */
  readonly fits: (puzzle: Puzzle) => boolean;
}

const STEP = 100;

/** Chance, as a number from 0 to 1; the same every time in tests. */
export type Chance = () => number;

/** Any that fits within 100 points, or 200 and so on; null if none fits at all. */
export async function nextPuzzle(
  files: PuzzleFiles,
  request: PuzzleRequest,
  chance: Chance = Math.random,
): Promise<Puzzle | null> {
  const { shards } = await files.index();
  const least = Math.min(...shards.map((shard) => shard.least));
  const most = Math.max(...shards.map((shard) => shard.most));
  const fits = (puzzle: Puzzle): boolean =>
    (!request.theme || puzzle.themes.includes(request.theme)) && request.fits(puzzle);
  for (let width = STEP; ; width += STEP) {
    const [low, high] = [request.rating - width, request.rating + width];
    const found = (await files.between(low, high)).filter(fits);
    if (found.length > 0) return found[Math.floor(chance() * found.length)] ?? null;
    if (low <= least && high >= most) return null;
  }
}
