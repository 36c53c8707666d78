// The test for those who know the rules: whoever solves every position at once has learnt the first four groups.
import type { Stars } from './level.ts';
import { LEVELS, groupOf, TEST, TESTED } from './levels.ts';
import { markKnown } from './progress.svelte.ts';

const earned = new Map<string, Stars>();

/** Notes how a position of the test went; after the last one the groups are marked, if all were right at once. */
export function noteTest(id: string, stars: Stars): void {
  earned.set(id, stars);
  if (testResult()) markKnown(LEVELS.map((level) => level.id).filter((level) => TESTED.includes(groupOf(level))));
}

export function testResult(): boolean {
  return TEST.every((id) => earned.get(id) === 3);
}
