// Find the move after which the opponent captures a tile at once.
import type { BlunderGoal } from '../level.ts';
import type { Judge } from '../verdict.ts';
import { tileCaptures } from './threaten_two.ts';

export const judgeBlunder: Judge<BlunderGoal> = ({ before, action, rules }) => {
  rules.setPosition(before.fen, [...(before.actions ?? []), action]);
  const [capture] = tileCaptures(rules);
  return capture === undefined ? { kind: 'wrong', fault: 'level', line: [] } : { kind: 'done', line: [capture] };
};
