// A drill on the screen, with the real engine in this thread.
import { readFileSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import { learnWords } from '../../src/languages/learn.ts';
import DrillView from '../../src/screens/learn/DrillView.svelte';
import { sameThreadEngine } from './same_thread_engine.ts';

const shared = vi.hoisted((): { client: unknown } => ({ client: null }));
vi.mock('../../src/engine/page_engine.ts', () => ({ engineClient: () => Promise.resolve(shared.client) }));

const faces = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>('.faces button')];
const labels = (): string[] => faces().map((button) => button.getAttribute('aria-label') ?? '');

test('every face says whether it was right, not by its colour alone', async () => {
  const module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
  shared.client = sameThreadEngine(module);
  const props = { drill: 'faces', words: await learnWords('en'), module } as const;
  const view = mount(DrillView, { target: document.body, props });
  await vi.waitFor(() => {
    flushSync();
    expect(faces()).toHaveLength(16);
  }, 120_000);
  expect(labels()).toContain('One Way: straight on going up');
  for (const face of faces()) face.click();
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === 'Check')?.click();
  flushSync();
  expect(faces().map(({ className }) => className.includes('good'))).toEqual(
    labels().map((label) => label.endsWith(', right')),
  );
  expect(labels().every((label) => /, (right|wrong)$/.test(label))).toBe(true);
  expect(labels().some((label) => label.endsWith(', wrong'))).toBe(true);
  await unmount(view);
});
