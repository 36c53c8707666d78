// What the solver has proven.
import type { Action } from './vocabulary.ts';

/** As in Python: a win is a proof, and so is "no win"; where a limit was reached it is not known. */
export interface Solution {
  readonly verdict: 'win' | 'no win' | 'unknown';
  /** The winner's own; without a win, within how many there is none for sure. */
  readonly turns: number;
  /** Of a win: the winner's proven actions, and the answers after which it takes longest. */
  readonly actions: readonly Action[];
  readonly nodes: number;
  readonly seconds: number;
}

/** A proof under way. */
export interface Solving {
  readonly solution: Promise<Solution>;
  /** Asks the proof to end; returns at once, and the solution is what is known by then. */
  stop(): void;
}

/** The solution of a proof that was stopped before it began. */
export const UNSOLVED: Solution = { verdict: 'unknown', turns: 0, actions: [], nodes: 0, seconds: 0 };
