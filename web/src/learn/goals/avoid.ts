// Play anything that does not lose in the opponent's next turn.
import type { AvoidGoal } from '../level.ts';
import type { Judge } from '../verdict.ts';

export const judgeAvoid: Judge<AvoidGoal> = async ({ before, action, client }) => {
  const { grade, line } = await client.judge(before, { goal: { kind: 'hold', turns: 1 }, actions: [action] });
  if (grade === 'unproven') return { kind: 'unproven' };
  return grade === 'wrong' ? { kind: 'wrong', fault: 'loses', line } : { kind: 'done' };
};
