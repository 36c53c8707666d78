// How the game at a table ended: in words, as won or lost, and with which barragoon.
import type { Colour, Face, Square } from '../../engine/vocabulary.ts';
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

/** Another game that one of the players has asked for; null where nobody has. */
export interface AskedRematch {
  readonly by: Colour;
  /** Whether it is up to somebody here to answer. */
  readonly mayAnswer: boolean;
  readonly answer: (accepts: boolean) => void;
}

export function askedRematch({ mine, requests }: Table): AskedRematch | null {
  const asked = mine.length === 0 ? undefined : requests.find(({ kind }) => kind === 'rematch');
  if (asked === undefined) return null;
  return {
    by: asked.by,
    mayAnswer: mine.some((colour) => colour !== asked.by),
    answer: (accepts) => {
      asked.answer(accepts);
    },
  };
}

/** Where the game is reviewed; null where it can't be, or nothing was played. */
export function reviewAddress({ analysis, steps }: Table): string | null {
  return analysis === null || analysis === 'later' || steps.length === 0 ? null : `${analysis}#review`;
}
