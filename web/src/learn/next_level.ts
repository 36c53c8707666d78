// Which level somebody goes on with.
import { CORE, entryOf, idsOn, levelOf, nextOn } from './levels.ts';
import { starsOf, unfinished } from './progress.svelte.ts';

/** The one that was left in the middle, or the next one without stars: on the short path first. Null if all are done. */
export function nextLevel(last: string): string | null {
  const isThere = levelOf(last) !== undefined; // what is kept may come from another version
  if (isThere && (unfinished(last) !== null || starsOf(last) === 0)) return last;
  const way = CORE.includes(entryOf(last)) ? 'core' : 'all';
  const next = isThere ? nextOn(way, last) : undefined;
  if (next !== undefined && starsOf(next) === 0) return next;
  return [...idsOn('core'), ...idsOn('all')].find((id) => starsOf(id) === 0) ?? null;
}
