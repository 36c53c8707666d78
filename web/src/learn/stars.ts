// How many stars an attempt earns: three for the fewest moves or the first answer, one less for each slip, one at least.
import type { Action } from '../engine/vocabulary.ts';
import { reached } from './goals/flags.ts';
import { isHunt } from './goals/win.ts';
import type { Goal, Stars } from './level.ts';
import { isMove } from './verdict.ts';

export interface Effort {
  readonly goal: Goal;
  readonly played: readonly Action[];
  /** Wrong answers. */
  readonly faults: number;
  readonly isHinted: boolean;
  /** Whether the page has played a part of the solution. */
  readonly isShown: boolean;
}

/** The stars that can be earned, as far as one knows. */
export function starsFor(effort: Effort): Stars {
  if (effort.isShown) return 1;
  const lost = wasted(effort) + effort.faults + (effort.isHinted ? 1 : 0);
  return Math.max(1, 3 - lost) as Stars;
}

/** The moves above the fewest that are needed. */
function wasted({ goal, played }: Effort): number {
  const moves = played.filter(isMove).length;
  switch (goal.kind) {
    case 'flags':
      return Math.max(0, moves + goal.squares.length - reached(goal, played).length - goal.par);
    case 'free':
      return Math.max(0, moves - goal.par);
    case 'win':
      // In a hunt bronze lasts for three turns more, silver for one.
      return isHunt(goal) ? Math.min(2, Math.max(0, moves - goal.turns)) : 0;
    default:
      return 0;
  }
}
