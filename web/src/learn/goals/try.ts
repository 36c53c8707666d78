// Make a move of a kind, and end the turn as one likes.
import { readFen } from '../../engine/fen.ts';
import type { GameState } from '../../engine/game.ts';
import type { DeclineGoal, TryGoal } from '../level.ts';
import type { Judge } from '../verdict.ts';

/** What the last move of the turn under way, or of the one that has just ended, captured. */
function kindOfTurn({ steps }: GameState): 'takes tile' | 'takes barragoon' | 'quiet' {
  const captured = steps.findLast(({ action, player }) => player === 'white' && !action.startsWith('@'))?.captured;
  if (captured === undefined || captured === '') return 'quiet';
  return 'zdvZDV'.includes(captured) ? 'takes tile' : 'takes barragoon';
}

export const judgeTry: Judge<TryGoal> = ({ goal, state }) => {
  if (readFen(state.fen).hands.length > 0) return { kind: 'going' };
  const fits = goal.move === 'any' || kindOfTurn(state) === goal.move;
  return fits ? { kind: 'done' } : { kind: 'wrong', fault: 'level', line: [] };
};

/** The draw was declined, otherwise nothing could be played. */
export const judgeDecline: Judge<DeclineGoal> = ({ state }) =>
  readFen(state.fen).hands.length > 0 ? { kind: 'going' } : { kind: 'done' };
