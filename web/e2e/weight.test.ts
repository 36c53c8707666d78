// What the first visit costs: all that is loaded for the first screen but the engine.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Visitor } from './visitor.ts';

const MOST = 150_000;
/** What Learn adds to it, its English words included. */
const MOST_OF_LEARN = 25_000;

/** What is loaded from now on, but for the engine: its files with their gzipped sizes. */
function weighing(visitor: Visitor): Map<string, Promise<number>> {
  const weights = new Map<string, Promise<number>>();
  visitor.page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    // What is squeezed already is sent as it is.
    const weigh = async (): Promise<number> => {
      const body = await response.body();
      return pathname.endsWith('.woff2') ? body.length : gzipSync(body, { level: 9 }).length;
    };
    if (!pathname.endsWith('.wasm')) weights.set(pathname, weigh());
  });
  return weights;
}

test('the first screen weighs little', async () => {
  const visitor = await Visitor.arrive('/icon.svg', { locale: 'fr', serviceWorkers: 'block' });
  const weights = weighing(visitor);
  await visitor.go('/');
  await visitor.page.waitForLoadState('networkidle');
  const all = await Promise.all([...weights].map(async ([path, weight]) => [path, await weight] as const));
  expect(all.map(([path]) => path)).toContain('/');
  const sum = all.reduce((total, [, weight]) => total + weight, 0);
  expect(sum, JSON.stringify(all)).toBeLessThan(MOST);
  console.log(`first load without the engine: ${sum} bytes gzipped`);
  await visitor.leave();
});

test('Learn weighs little more', async () => {
  const visitor = await Visitor.arrive('/', { serviceWorkers: 'block' });
  await visitor.page.waitForLoadState('networkidle');
  const weights = weighing(visitor);
  await visitor.page.getByRole('navigation').getByRole('link', { name: 'Learn' }).click();
  await visitor.page.getByRole('heading', { level: 1, name: 'Learn' }).waitFor();
  await visitor.page.waitForLoadState('networkidle');
  const all = await Promise.all([...weights].map(async ([path, weight]) => [path, await weight] as const));
  const sum = all.reduce((total, [, weight]) => total + weight, 0);
  expect(all.length).toBeGreaterThan(1);
  expect(sum, JSON.stringify(all)).toBeLessThan(MOST_OF_LEARN);
  console.log(`Learn: ${sum} bytes gzipped`);
  await visitor.leave();
});
