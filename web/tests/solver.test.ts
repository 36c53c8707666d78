import { beforeEach, expect, test } from 'vitest';
import { Engine, EngineError, START, type Solution } from '../src/engine/index.ts';
import { readModule } from '../src/engine/node.ts';
import { answers } from './python.ts';

const module = await readModule();
let engine: Engine;
beforeEach(() => {
  engine = new Engine(module);
});

interface Expected {
  readonly fen: string;
  readonly within: number;
  readonly solution: Omit<Solution, 'seconds'>;
}

test('the wins of the suite in one or two turns are proven as by the native solver, node by node', async () => {
  const verdicts: string[] = [];
  for await (const { fen, within, solution } of answers<Expected>('solutions.py', 2)) {
    engine.setPosition(fen);
    const { seconds, ...found } = engine.solve(within);
    expect({ fen, ...found }).toEqual({ fen, ...solution });
    expect(seconds).toBeGreaterThanOrEqual(0);
    verdicts.push(found.verdict);
  }
  expect(verdicts.filter((verdict) => verdict === 'win')).toHaveLength(25);
  expect(verdicts.filter((verdict) => verdict === 'no win')).toHaveLength(15);
});

test('a proof begins with an action that is asked for', () => {
  engine.setPosition('7/7/7/7/3z3/7/7/3D3/7 w - 0 00 1');
  expect(engine.solve(1)).toMatchObject({ verdict: 'win', turns: 1, actions: ['d2d5'] });
  expect(engine.solve(1, { only: ['d2d4'] })).toMatchObject({ verdict: 'no win', turns: 1, actions: [] });
  expect(() => engine.solve(1, { only: ['d2d9'] })).toThrow(new EngineError('the action d2d9 is not legal'));
});

test('a proof ends after so many nodes, or when it is asked to', () => {
  expect(engine.solve(9, { nodes: 5_000 })).toMatchObject({ verdict: 'unknown', nodes: 5_000 });
  let asked = 0;
  expect(engine.solve(9, {}, { shouldStop: () => (asked += 1) > 20 }).verdict).toBe('unknown');
  expect(asked).toBe(21);
  expect(engine.fen()).toBe(START.fen);
});

test.each([
  [0, {}, "a win within 0 turns can't be asked for: from 1 to 100 were expected"],
  [1.5, {}, "a win within 1.5 turns can't be asked for: from 1 to 100 were expected"],
  [1, { nodes: 0 }, "a search can't be limited to nodes=0: more than 0 was expected"],
])('a proof within %d turns, limited by %j, is rejected', (turns, limit, sentence) => {
  expect(() => engine.solve(turns, limit)).toThrow(new EngineError(sentence));
});
