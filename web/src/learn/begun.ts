// Whether somebody has begun to learn. The first screen asks only this, so that it need not load the rest of Learn.
import { keptText } from '../browser/storage.ts';

/** Where progress.svelte.ts keeps all of it. */
export const PROGRESS_KEY = 'barragoon.learn';

/** So many stars show that somebody has begun. */
const BEGUN = 3;

/** The last level that was opened, for those who have begun; null for others, and if what was kept is spoilt. */
export function lastLevelOfLearner(): string | null {
  try {
    const kept = JSON.parse(keptText(PROGRESS_KEY) ?? '{}') as { stars?: Record<string, unknown>; last?: unknown };
    const count = Object.values(kept.stars ?? {}).reduce((sum: number, stars) => sum + Number(stars), 0);
    return count >= BEGUN && typeof kept.last === 'string' ? kept.last : null;
  } catch {
    return null;
  }
}
