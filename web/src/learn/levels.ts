// All levels in their order: groups, the short path to a first game, and the test for those who know the rules.
import data from './levels.json' with { type: 'json' };
import type { MoveKind } from '../engine/game_words.ts';
import type { Level } from './level.ts';

export const LEVELS = data as unknown as readonly Level[];

export const GROUPS = [1, 2, 3, 4, 5, 6, 7] as const;
export type Group = (typeof GROUPS)[number];

/** Twelve entries to a first game. An entry is a level, or a series of levels such as 4.5a to 4.5d. */
export const CORE: readonly string[] = '1.2 1.3 1.6 2.2 2.5 2.7 3.1 3.4 3.5 4.2 4.5 5.1'.split(' ');

/** Who solves these knows groups 1 to 4. */
export const TEST: readonly string[] = '2.9 3.3 3.6 4.5c 4.9 5.3'.split(' ');
export const TESTED: readonly Group[] = [1, 2, 3, 4];

export function levelOf(id: string): Level | undefined {
  return LEVELS.find((level) => level.id === id);
}

export function groupOf(id: string): Group {
  return Number(id.split('.')[0]) as Group;
}

/** The entry of a list to which a level belongs. */
export function entryOf(id: string): string {
  return id.replace(/[a-z]$/, '');
}

/** The levels of an entry. */
export function levelsOf(entry: string): readonly Level[] {
  return LEVELS.filter(({ id }) => entryOf(id) === entry);
}

/** The entries of a group. */
export function entriesOf(group: Group): readonly string[] {
  return [...new Set(LEVELS.filter(({ id }) => groupOf(id) === group).map(({ id }) => entryOf(id)))];
}

/** The ways through the levels. */
export type Way = 'core' | 'all' | 'test';

/** The ids on a way, in order. */
export function idsOn(way: Way): readonly string[] {
  if (way === 'test') return TEST;
  const entries = way === 'core' ? CORE : GROUPS.flatMap(entriesOf);
  return entries.flatMap((entry) => levelsOf(entry).map(({ id }) => id));
}

/** The level after another one on a way; undefined after the last. */
export function nextOn(way: Way, id: string): string | undefined {
  const ids = idsOn(way);
  const here = ids.indexOf(id);
  if (here >= 0) return ids[here + 1];
  return idsOn('all')[idsOn('all').indexOf(id) + 1]; // it was opened from elsewhere
}

/** The levels that teach the two kinds of captures. */
const TAUGHT_BY: Readonly<Partial<Record<MoveKind, string>>> = { 'takes tile': '3.1', 'takes barragoon': '3.5' };

/** Whether a kind of move has been taught when a level is reached; before that, the level does without it. */
export function isTaught(kind: MoveKind, id: string): boolean {
  const teacher = TAUGHT_BY[kind];
  if (teacher === undefined) return true;
  const place = (of: string): number => LEVELS.findIndex((level) => level.id === of);
  return place(id) >= place(teacher);
}
