// How a level is written: a position, and one goal that the rules or a proof can judge. It holds no words.
import type { GameEvent } from '../engine/game.ts';
import type { MoveKind } from '../engine/game_words.ts';
import type { Action, Cell, Move, Square } from '../engine/vocabulary.ts';

/** End a move on each of the squares. */
export interface FlagsGoal {
  readonly kind: 'flags';
  readonly squares: readonly Square[];
  /** The fewest moves that do it. */
  readonly par: number;
}

/** Mark every square that a tile can go to. */
export interface TapAllGoal {
  readonly kind: 'tapAll';
  readonly of: Square;
}

/** Capture what stands on one of the squares. */
export interface TakeGoal {
  readonly kind: 'take';
  readonly targets: readonly Square[];
}

/** Make it possible for a tile to move, and move it. */
export interface FreeGoal {
  readonly kind: 'free';
  readonly square: Square;
  readonly par: number;
}

/** Say whether the game is lost, goes on or is drawn. */
export interface LostOrNotGoal {
  readonly kind: 'lostOrNot';
}

/** Win by force, judged by proof. */
export interface WinGoal {
  readonly kind: 'win';
  readonly turns: number;
  /** For the proof, where more are needed than the judge takes by itself. */
  readonly nodes?: number;
}

/** Place so that the opponent does not win in the turn under way. */
export interface SurviveGoal {
  readonly kind: 'survive';
}

/** Play anything that does not lose at once; the action that invites does. */
export interface AvoidGoal {
  readonly kind: 'avoid';
  readonly action: Move;
}

/** Move so that a tile can be captured whatever the reply. */
export interface ThreatenTwoGoal {
  readonly kind: 'threatenTwo';
}

/** Find the move after which the opponent captures a tile at once. */
export interface BlunderGoal {
  readonly kind: 'blunder';
}

/** Make a move of a kind and end the turn; how is free. */
export interface TryGoal {
  readonly kind: 'try';
  readonly move: MoveKind | 'any';
}

/** Decline the draw that is offered, and end a turn. */
export interface DeclineGoal {
  readonly kind: 'decline';
}

export type Goal =
  | FlagsGoal
  | TapAllGoal
  | TakeGoal
  | FreeGoal
  | LostOrNotGoal
  | WinGoal
  | SurviveGoal
  | AvoidGoal
  | ThreatenTwoGoal
  | BlunderGoal
  | TryGoal
  | DeclineGoal;

/** The learner is always White. */
export interface Level {
  /** Such as 5.3; the first digit is the group. Never used for another level. */
  readonly id: string;
  /** The piece that matters, for lists. */
  readonly sign: Cell;
  readonly fen: string;
  /** White moves turn after turn. */
  readonly alone?: boolean;
  readonly touchMove?: boolean;
  /** What has happened already. */
  readonly played?: readonly GameEvent[];
  readonly goal: Goal;
  /** A solution, for hints, where it is not the solver's. */
  readonly line?: readonly Action[];
}

export type Stars = 0 | 1 | 2 | 3;
