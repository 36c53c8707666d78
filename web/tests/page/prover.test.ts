// The Worker that proves: one that could not be started, or has failed, is replaced by the next that is asked for.
import { beforeEach, expect, test, vi } from 'vitest';
import { Prover } from '../../src/analysis/prover.svelte.ts';
import { startEngine } from '../../src/engine/browser.ts';
import type { EngineClient } from '../../src/engine/client.ts';

vi.mock('../../src/engine/browser.ts', () => ({ startEngine: vi.fn() }));

const start = vi.mocked(startEngine);
const MODULE = {} as WebAssembly.Module;

function worker(): { client: EngineClient; fail: () => void } {
  const state = { isClosed: false, close: vi.fn(() => (state.isClosed = true)) };
  return { client: state as unknown as EngineClient, fail: () => (state.isClosed = true) };
}

beforeEach(() => {
  start.mockReset();
});

test('a Worker that could not be started is tried again', async () => {
  const { client } = worker();
  start.mockRejectedValueOnce(new Error('no Worker')).mockResolvedValueOnce(client);
  const prover = new Prover(MODULE);
  await expect(prover.client).rejects.toThrow('no Worker');
  expect(await prover.client).toBe(client);
  expect(await prover.client).toBe(client);
  expect(start).toHaveBeenCalledTimes(2);
});

test('a Worker that has failed is replaced, by one for all who ask', async () => {
  const [first, second] = [worker(), worker()];
  start.mockResolvedValueOnce(first.client).mockResolvedValueOnce(second.client);
  const prover = new Prover(MODULE);
  await prover.client;
  first.fail();
  expect(await Promise.all([prover.client, prover.client])).toEqual([second.client, second.client]);
  expect(start).toHaveBeenCalledTimes(2);
});

test('when it is closed, its Worker is ended and no other is started', async () => {
  const { client } = worker();
  start.mockResolvedValue(client);
  const prover = new Prover(MODULE);
  await prover.client;
  prover.close();
  await expect(prover.client).rejects.toThrow('closed');
  expect(client.isClosed).toBe(true);
  expect(start).toHaveBeenCalledTimes(1);
});

test('a prover whose Worker could not be started can be closed', async () => {
  start.mockRejectedValue(new Error('no Worker'));
  const prover = new Prover(MODULE);
  await expect(prover.client).rejects.toThrow('no Worker');
  prover.close();
});
