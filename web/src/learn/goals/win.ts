// Win by force. Every answer is judged by proof, never by a stored line: any move and any placement that keeps the win is
// right.
import type { Judgement } from '../../engine/judgement.ts';
import type { WinGoal } from '../level.ts';
import type { Judge, Verdict } from '../verdict.ts';

/** A hunt may take so many turns more than the fewest, and still earns a star. */
export const SPARE_TURNS = 3;

/** Whether it is played out against the best defence, so that slower wins go on. */
export function isHunt({ turns }: WinGoal): boolean {
  return turns > 1;
}

export const judgeWin: Judge<WinGoal> = async ({ goal, before, action, turns, client }) => {
  const limit = goal.nodes === undefined ? {} : { nodes: goal.nodes };
  const judgement = await client.judge(before, { goal: { kind: 'win', turns }, actions: [action], ...limit });
  switch (judgement.grade) {
    case 'right':
      return { kind: 'right', line: judgement.line, turns: judgement.turns };
    case 'slower':
      return isHunt(goal)
        ? { kind: 'right', line: judgement.line, turns: judgement.turns }
        : { kind: 'slower', turns: judgement.turns };
    case 'unproven':
      return { kind: 'unproven' };
    case 'wrong':
      return isHunt(goal)
        ? { kind: 'slipped', had: turns, none: judgement.turns, line: judgement.line }
        : missed(judgement);
  }
};

function missed({ line, escapes }: Judgement): Verdict {
  return { kind: 'wrong', fault: escapes.length > 0 ? 'escapes' : 'refuted', line, escapes };
}
