// Capture one of the targets; what would be placed afterwards is another lesson.
import type { TakeGoal } from '../level.ts';
import type { Judge } from '../verdict.ts';

export const judgeTake: Judge<TakeGoal> = ({ goal, move }) => {
  const isTaken = move !== null && move.kind.startsWith('takes') && goal.targets.includes(move.target);
  return isTaken ? { kind: 'done' } : { kind: 'wrong', fault: 'level', line: [] };
};
