// The engine's rules against Python's, position by position.
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Engine } from '../src/engine/index.ts';
import { answers } from './python.ts';

interface Expected {
  readonly fen: string;
  readonly legalActions: readonly string[];
  readonly paths: Readonly<Record<string, readonly (readonly string[])[]>>;
  readonly key: string;
  readonly evaluation: number;
}

/** Compares all that Python says of so many positions of random games; how many there were. */
export async function compare(engine: Engine, seed: number, count: number): Promise<number> {
  let compared = 0;
  for await (const expected of answers<Expected>('random_positions.py', seed, count)) {
    engine.setPosition(expected.fen);
    const paths = Object.fromEntries(Object.keys(expected.paths).map((move) => [move, engine.paths(move)]));
    const seen: Expected = {
      fen: engine.fen(),
      legalActions: engine.legalActions().sort(),
      paths,
      key: String(engine.key()),
      evaluation: engine.evaluate().score,
    };
    // Vitest's own comparison tells more, but takes longer than all the rest.
    if (!isDeepStrictEqual(seen, expected)) expect(seen).toEqual(expected);
    compared += 1;
  }
  return compared;
}
