import { expect, test } from 'vitest';
import { Engine } from '../src/engine/index.ts';
import { readModule } from '../src/engine/node.ts';
import { compareRecords } from './record_comparison.ts';
import { compare } from './rules.ts';
import { compareSearches } from './searches.ts';

const module = await readModule();
const BENCH_DEPTH = 5; // as in src/barragoon/engine/bench.py

test.each([2, 3, 4, 5])('25,000 more positions are answered as in Python (seed %d)', async (seed) => {
  expect(await compare(new Engine(module), seed, 25_000)).toBe(25_000);
});

test("the bench's signature is the native engine's", async () => {
  expect(await compareSearches(new Engine(module), BENCH_DEPTH)).toBeGreaterThan(100_000);
});

test.each([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])(
  '2,000 mutated game files are read as in Python (seed %d)',
  async (seed) => {
    expect(await compareRecords(module, seed, 2_000)).toBe(2_000);
  },
);
