// Where a search ends, and what it looks at.
import { EngineError } from './errors.ts';
import type { Colour } from './vocabulary.ts';

/** At a depth, a number of nodes, after some seconds, whichever comes first; or only when it is stopped. */
export interface Limit {
  readonly depth?: number;
  readonly nodes?: number;
  readonly seconds?: number;
  readonly infinite?: boolean;
}

export interface SearchOptions {
  /** How many lines, the best first, to search. */
  readonly multipv?: number;
  /** Look at these actions alone. */
  readonly only?: readonly string[];
}

/** A level of a ladder, the newest if none is named; the seed varies what it gets wrong. */
export interface Strength {
  readonly level: number;
  readonly seed?: number;
  readonly ladder?: number;
}

/** For a search at a level, which ends by itself when its nodes are spent. */
export const LEVEL_ALONE: Limit = { infinite: true };

/** Where the solver gives up, and what it looks at; nothing: when it knows. */
export interface SolveLimit {
  readonly nodes?: number;
  readonly seconds?: number;
  /** The win must begin with one of these actions. */
  readonly only?: readonly string[];
}

/** A draw that the computer accepts or declines. */
export interface DrawDecision {
  /** Who decides. */
  readonly player: Colour;
  /** Whether the draw was offered on a repetition. */
  readonly onRepetition: boolean;
  /** What a duty leaves to play; all that is legal, if left out or empty. */
  readonly only?: readonly string[];
}

const MOST_TURNS = 100;

/** Rejects what a solver can't be asked. */
export function checkSolve(turns: number, { nodes, seconds }: SolveLimit): void {
  if (!Number.isInteger(turns) || turns < 1 || turns > MOST_TURNS)
    throw new EngineError(`a win within ${turns} turns can't be asked for: from 1 to ${MOST_TURNS} were expected`);
  checkValues({ nodes, seconds });
}

/** Rejects limits that are none, or that contradict each other. */
export function checkLimit(limit: Limit): void {
  const { infinite = false, ...values } = limit;
  const limited = checkValues(values);
  if (infinite && limited) throw new EngineError('a search is infinite and has a limit all the same');
  if (!infinite && !limited) throw new EngineError('a search needs a limit, or infinite: true');
}

/** Rejects numbers that limit nothing; whether there are any. */
function checkValues(values: Readonly<Record<string, number | undefined>>): boolean {
  const given = Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== undefined);
  for (const [name, value] of given) {
    const fits = value > 0 && (name === 'seconds' ? Number.isFinite(value) : Number.isSafeInteger(value));
    if (!fits) throw new EngineError(`a search can't be limited to ${name}=${value}: more than 0 was expected`);
  }
  return given.length > 0;
}

export function checkOptions({ multipv = 1 }: SearchOptions): void {
  if (!Number.isSafeInteger(multipv) || multipv < 1)
    throw new EngineError(`a search can't have ${multipv} lines: 1 or more were expected`);
}
