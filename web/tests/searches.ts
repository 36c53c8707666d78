// The engine's searches against the native engine's: the same decisions, so the same nodes.
import { expect } from 'vitest';
import type { Engine } from '../src/engine/index.ts';
import { scoreOf } from '../src/engine/score.ts';
import { answers } from './python.ts';

interface Expected {
  readonly fen: string;
  readonly nodes: number;
  readonly score: number;
  readonly actions: readonly string[];
}

/** Searches every position of the bench; the sum of the nodes is the engine's signature. */
export async function compareSearches(engine: Engine, depth: number): Promise<number> {
  let nodes = 0;
  for await (const { score, ...expected } of answers<Expected>('bench_searches.py', depth)) {
    engine.setPosition(expected.fen);
    const [line] = engine.search({ depth });
    expect({ fen: expected.fen, nodes: line?.nodes, actions: line?.actions }).toEqual(expected);
    expect(line?.score).toEqual(scoreOf(score));
    nodes += expected.nodes;
  }
  return nodes;
}
