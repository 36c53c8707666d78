// Place so that the opponent does not win in the turn under way.
import type { SurviveGoal } from '../level.ts';
import type { Judge } from '../verdict.ts';

export const judgeSurvive: Judge<SurviveGoal> = async ({ before, action, client }) => {
  const { grade, line } = await client.judge(before, { goal: { kind: 'hold', turns: 1 }, actions: [action] });
  if (grade === 'unproven') return { kind: 'unproven' };
  return grade === 'wrong' ? { kind: 'wrong', fault: 'shut_in', line } : { kind: 'done' };
};
