// Mark every square that a tile can go to.
import type { GameState } from '../../engine/game.ts';
import type { Square } from '../../engine/vocabulary.ts';
import type { TapAllGoal } from '../level.ts';

export interface TapAllResult {
  readonly missing: readonly Square[];
  readonly surplus: readonly Square[];
}

export function checkTaps({ of }: TapAllGoal, { moves }: GameState, tapped: ReadonlySet<Square>): TapAllResult {
  const targets = moves.filter(({ start }) => start === of).map(({ target }) => target);
  return {
    missing: targets.filter((square) => !tapped.has(square)),
    surplus: [...tapped].filter((square) => !targets.includes(square)),
  };
}
