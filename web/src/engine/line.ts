// What a search has found, at some depth.
import { scoreOf, type Score } from './score.ts';
import type { Action } from './vocabulary.ts';

/** A line of play that the engine expects, and what it is worth to the actor. */
export interface Line {
  readonly score: Score;
  readonly actions: readonly Action[];
  readonly depth: number;
  /** The deepest turn looked at. */
  readonly seldepth: number;
  /** 1 for the best line, 2 for the next. */
  readonly rank: number;
  readonly nodes: number;
  readonly seconds: number;
  /** How full the transposition table is, in thousandths. */
  readonly hashfull: number;
}

/** A line as the module writes it. */
export type RawLine = Omit<Line, 'score'> & { readonly score: number };

export function lineOf(raw: RawLine): Line {
  return { ...raw, score: scoreOf(raw.score) };
}
