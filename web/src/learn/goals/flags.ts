// End a move on each of the flags.
import type { Action, Square } from '../../engine/vocabulary.ts';
import type { FlagsGoal } from '../level.ts';
import { isMove, type Judge } from '../verdict.ts';

/** The flags on which a move has ended. */
export function reached({ squares }: FlagsGoal, played: readonly Action[]): readonly Square[] {
  const targets = new Set(played.filter(isMove).map((move) => move.slice(2)));
  return squares.filter((square) => targets.has(square));
}

export const judgeFlags: Judge<FlagsGoal> = ({ goal, played }) => {
  if (reached(goal, played).length === goal.squares.length) return { kind: 'done' };
  return { kind: 'going', advice: played.filter(isMove).length >= goal.par };
};
