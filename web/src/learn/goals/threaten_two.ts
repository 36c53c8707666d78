// Move so that a tile can be captured whatever the opponent replies.
import { readFen } from '../../engine/fen.ts';
import type { Engine } from '../../engine/engine.ts';
import { tileColour } from '../../board/tiles.ts';
import type { Action, Position, Square } from '../../engine/vocabulary.ts';
import type { ThreatenTwoGoal } from '../level.ts';
import type { Judge } from '../verdict.ts';

export const judgeThreatenTwo: Judge<ThreatenTwoGoal> = ({ before, action, rules }) => {
  const after: Position = { fen: before.fen, actions: [...(before.actions ?? []), action] };
  rules.setPosition(after.fen, after.actions);
  const saving = rules.legalActions().find((reply) => isSaved(rules, after, reply));
  return saving === undefined ? { kind: 'done' } : { kind: 'wrong', fault: 'saves', line: [saving] };
};

/** Whether no tile of the opponent's can be captured after the reply, or the reply captures one itself. */
function isSaved(rules: Engine, { fen, actions = [] }: Position, reply: Action): boolean {
  rules.setPosition(fen, actions);
  const captures = readFen(rules.fen()).cells.has(reply.slice(2) as Square);
  rules.setPosition(fen, [...actions, reply]);
  return captures || tileCaptures(rules).length === 0;
}

/** The moves of whoever is to move that capture a tile. */
export function tileCaptures(rules: Engine): Action[] {
  const { cells, hands } = readFen(rules.fen());
  if (hands.length > 0) return [];
  return rules.legalActions().filter((move) => {
    const taken = cells.get(move.slice(2) as Square);
    return taken !== undefined && tileColour(taken) !== null;
  });
}
