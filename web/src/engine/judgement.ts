// What is asked of a player in a puzzle or a lesson, and what is proven of their answer. The judge itself is in the engine.
import { checkSolve } from './limit.ts';
import type { Action, Move, Path } from './vocabulary.ts';

/**
 * What is asked of the player who acts. To win takes turns of the player's own, to hold lasts for turns of the opponent's;
 * each time the turn under way is included, if it is that player's.
 */
export interface Goal {
  readonly kind: 'win' | 'hold';
  readonly turns: number;
}

/** Slower: it wins, but in more turns than were asked for. Unproven: the limit was reached before anything was proven. */
export type Grade = 'right' | 'slower' | 'wrong' | 'unproven';

/** A move that the opponent still has where all of theirs should have been blocked. */
export interface Escape {
  readonly move: Move;
  readonly paths: readonly Path[];
}

/** As in Python; the same on every machine, but for the seconds. */
export interface Judgement {
  readonly grade: Grade;
  /** Counted as the goal's. With a win: the fewest that force it; otherwise within how many there is none for sure. */
  readonly turns: number;
  /**
   * What follows the answer. After a right or slower one: the opponent's reply, until the player acts again. After a wrong
   * one its refutation: the replies that hold, with the player's best try where the player places in between, or the
   * opponent's own win.
   */
  readonly line: readonly Action[];
  /** After that line, where the player's last turn is over. */
  readonly escapes: readonly Escape[];
  readonly nodes: number;
  readonly seconds: number;
}

/** Whether an action wins within the turns that were asked about. */
export interface ActionVerdict {
  readonly action: Action;
  readonly verdict: 'win' | 'no win' | 'unknown';
}

/** What is judged, and where the judge gives up. */
export interface Answer {
  readonly goal: Goal;
  /** One action or several in a row, at most the rest of the player's turn. */
  readonly actions: readonly string[];
  /** For the proof that decides; if left out, as many as keep a page waiting for less than half a second. */
  readonly nodes?: number;
}

/** Rejects what a judge can't be asked. */
export function checkAnswer({ goal, nodes }: Answer): void {
  checkSolve(goal.turns, nodes === undefined ? {} : { nodes });
}
