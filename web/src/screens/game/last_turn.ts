// The turn that ended last, or is under way, and what the board marks of it.
import type { Marks } from '../../board/marks.ts';
import type { Step } from '../../engine/game.ts';
import type { Square } from '../../engine/vocabulary.ts';
import type { Table } from '../../play/table.svelte.ts';

export function lastSteps(table: Table): readonly Step[] {
  if (table.at === 0) return [];
  const turns = table.state.turns;
  const index = turns.findIndex(({ end }) => end >= table.at);
  const begin = index > 0 ? (turns[index - 1]?.end ?? 0) : 0;
  return table.steps.slice(begin, table.at);
}

/** Nothing of it is marked. */
export const NO_LAST_TURN: Pick<Marks, 'last' | 'lastPath' | 'lastTaken'> = {
  last: [],
  lastPath: null,
  lastTaken: null,
};

/** What it has changed. */
export function lastTurn(table: Table): Pick<Marks, 'last' | 'lastPath' | 'lastTaken'> {
  const steps = lastSteps(table);
  const move = steps.find(({ action }) => !action.startsWith('@'));
  const placed = steps.filter(({ action }) => action.startsWith('@')).map(({ action }) => action.slice(1, 3) as Square);
  const ends = move ? [move.action.slice(0, 2) as Square, move.action.slice(2) as Square] : [];
  const [, target] = ends;
  const lastTaken = move?.captured && target ? { square: target, cell: move.captured } : null;
  return { last: [...new Set([...ends, ...placed])], lastPath: move?.paths?.[0] ?? null, lastTaken };
}
