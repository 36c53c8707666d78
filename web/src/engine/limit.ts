// Where a search ends, and what it looks at.
import { EngineError } from './errors.ts';

/** At a depth, a number of nodes, after some seconds, whichever comes first; or only when it is stopped. */
export interface Limit {
  readonly depth?: number;
  readonly nodes?: number;
  readonly seconds?: number;
  readonly infinite?: boolean;
}

export interface SearchOptions {
  /** How many of the best actions to tell. */
  readonly lines?: number;
  /** Look at these actions alone. */
  readonly only?: readonly string[];
}

/** Refuses limits that are none, or that contradict each other. */
export function checkLimit(limit: Limit): void {
  const given = (['depth', 'nodes', 'seconds'] as const).filter((name) => limit[name] !== undefined);
  for (const name of given) {
    const value = limit[name] ?? 0;
    const fits = value > 0 && (name === 'seconds' ? Number.isFinite(value) : Number.isSafeInteger(value));
    if (!fits) throw new EngineError(`a search can't be limited to ${name}=${value}: more than 0 was expected`);
  }
  const infinite = limit.infinite ?? false;
  if (infinite && given.length > 0) throw new EngineError('a search is infinite and has a limit all the same');
  if (!infinite && given.length === 0) throw new EngineError('a search needs a limit, or infinite: true');
}

export function checkOptions({ lines = 1 }: SearchOptions): void {
  if (!Number.isSafeInteger(lines) || lines < 1)
    throw new EngineError(`a search can't tell ${lines} lines: 1 or more were expected`);
}
