// Say how a position ends; the rules know.
import type { Outcome } from '../../engine/game.ts';

export const ENDS = ['lost', 'goes_on', 'draw'] as const;
export type End = (typeof ENDS)[number];

/** How it ends for White. */
export function endOf(outcome: Outcome | null): End {
  if (outcome === null) return 'goes_on';
  return outcome.winner === null ? 'draw' : 'lost';
}
