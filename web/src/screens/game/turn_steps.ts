// Going through the turns of a game: where the one before and the one after begin.
import type { Table } from '../../play/table.svelte.ts';

/** After how many actions the turn before the one that is looked at ended. */
export function previousTurn({ state, at }: Table): number {
  const ends = [0, ...state.turns.map(({ end }) => end)];
  return ends.findLast((end) => end < at) ?? 0;
}
