// How the game at a table ended: in words, as won or lost, and with which barragoon.
import type { Face, Square } from '../../engine/vocabulary.ts';
import { say } from '../../languages/language.svelte.ts';
import { noResultWords, resultWords, type Ending } from '../../languages/words.ts';
import type { Table } from '../../play/table.svelte.ts';

/** Null while it goes on. */
export function endingWords({ state, noResult, you, computer, hints }: Table): Ending | null {
  if (state.outcome) {
    const { result, reason } = resultWords(state.outcome, you);
    return { result, reason: `${reason}${computer && hints ? ` · ${hintCountWords(hints)}` : ''}` };
  }
  return noResult && noResultWords(noResult.reason, noResult.by);
}

function hintCountWords(count: number): string {
  return count === 1 ? say('hints.one') : say('hints.many', { count });
}

/** For whoever plays here; between two people at one device, somebody has won. */
export function endingTone({ state: { outcome }, you }: Table): 'won' | 'lost' | 'drawn' {
  const winner = outcome?.winner ?? null;
  if (winner === null) return 'drawn';
  return you === null || winner === you ? 'won' : 'lost';
}

export interface PlacedBarragoon {
  readonly square: Square;
  readonly face: Face;
  /** The number of the turn in which it was placed. */
  readonly turn: number;
}

/** The barragoon that walled the loser in; null where the game ended otherwise. */
export function lastBarragoon({ walledIn, steps, state }: Table): PlacedBarragoon | null {
  const action = steps.at(-1)?.action;
  const turn = state.turns.at(-1)?.number;
  if (walledIn.length === 0 || !action?.startsWith('@') || turn === undefined) return null;
  return { square: action.slice(1, 3) as Square, face: action.slice(3) as Face, turn };
}
