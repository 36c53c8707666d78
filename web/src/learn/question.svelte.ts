// The answer to a level that asks something instead of having it played: squares that are marked, or a word.
import type { Engine } from '../engine/engine.ts';
import type { GameState } from '../engine/game.ts';
import type { Square } from '../engine/vocabulary.ts';
import { endOf, endReason, type End, type EndReason } from './goals/lost_or_not.ts';
import { checkTaps, type TapAllResult } from './goals/tap_all.ts';
import type { TapAllGoal } from './level.ts';

export class Question {
  /** The squares that are marked, where squares are asked for. */
  tapped = $state.raw<ReadonlySet<Square>>(new Set());
  /** What is wrong with them, once that was asked. */
  taps = $state.raw<TapAllResult | null>(null);
  /** The word that was chosen, where words are asked for. */
  end = $state<End | null>(null);
  /** Why it is wrong. */
  endReason = $state.raw<EndReason | null>(null);

  reset(): void {
    this.tapped = new Set();
    this.taps = null;
    this.end = null;
    this.endReason = null;
  }

  /** Marks a square, or marks it no more. */
  tap(square: Square): void {
    const tapped = new Set(this.tapped);
    if (!tapped.delete(square)) tapped.add(square);
    this.tapped = tapped;
    this.taps = null;
  }

  /** Whether the marked squares are all, and all of them right. */
  checkTaps(goal: TapAllGoal, state: GameState): boolean {
    const taps = checkTaps(goal, state, this.tapped);
    const isRight = taps.missing.length + taps.surplus.length === 0;
    this.taps = isRight ? null : taps;
    return isRight;
  }

  /** Whether a position ends as was said; if not, why. */
  choose(end: End, state: GameState, engine: Engine): boolean {
    const isRight = endOf(state.outcome) === end;
    this.end = end;
    this.endReason = isRight ? null : endReason(state, engine);
    return isRight;
  }
}
