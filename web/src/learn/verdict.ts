// What comes of an action in a level, and what a goal is judged by.
import type { EngineClient } from '../engine/client.ts';
import type { GameState, LegalMove } from '../engine/game.ts';
import type { Engine } from '../engine/engine.ts';
import type { Escape } from '../engine/judgement.ts';
import type { Action, Position } from '../engine/vocabulary.ts';
import type { Goal, Level } from './level.ts';

/** Why an answer is wrong; each has a sentence, `level` the level's own. */
export type Fault = 'escapes' | 'refuted' | 'loses' | 'shut_in' | 'saves' | 'level';

export type Verdict =
  /** Nothing is decided. With advice, the level's own sentence helps. */
  | { readonly kind: 'going'; readonly advice?: boolean }
  /** Right so far; the opponent's actions follow, and so many turns are left, this one included. */
  | { readonly kind: 'right'; readonly line: readonly Action[]; readonly turns: number }
  /** Reached; the line shows what follows from it. */
  | { readonly kind: 'done'; readonly line?: readonly Action[] }
  /** It wins, but later than was asked for. */
  | { readonly kind: 'slower'; readonly turns: number }
  /** Neither proven nor refuted within the limit. */
  | { readonly kind: 'unproven' }
  /** The win is gone, in a level that may be played on; within so many turns there is none for sure. */
  | { readonly kind: 'slipped'; readonly had: number; readonly none: number; readonly line: readonly Action[] }
  | {
      readonly kind: 'wrong';
      readonly fault: Fault;
      /** What the opponent answers. */
      readonly line: readonly Action[];
      /** By which paths tiles get away, after that line. */
      readonly escapes?: readonly Escape[];
    };

/** An action in a level, and all that it may be judged by. */
export interface Attempt<G extends Goal = Goal> {
  readonly level: Level;
  readonly goal: G;
  /** Where the action was played. */
  readonly before: Position;
  readonly action: Action;
  /** What kind of move it is; null for a placement. */
  readonly move: LegalMove | null;
  /** After the action. */
  readonly state: GameState;
  /** All actions of the learner up to this one. */
  readonly played: readonly Action[];
  /** Of a win: how many turns it may take from here, the one under way included. */
  readonly turns: number;
  /** Proofs and searches, in a thread of their own. */
  readonly client: EngineClient;
  /** The rules, in this thread. */
  readonly rules: Engine;
}

export type Judge<G extends Goal> = (attempt: Attempt<G>) => Verdict | Promise<Verdict>;

export const isMove = (action: string): boolean => /^[a-g][1-9][a-g][1-9]$/.test(action);
