// Let a tile that is shut in move again.
import type { FreeGoal } from '../level.ts';
import { isMove, type Judge } from '../verdict.ts';

export const judgeFree: Judge<FreeGoal> = ({ goal, action, played }) => {
  if (action.startsWith(goal.square)) return { kind: 'done' };
  return { kind: 'going', advice: played.filter(isMove).length >= goal.par - 1 };
};
