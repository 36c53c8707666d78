import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// No test is a matter of time, and machines are noisy; the limits are there for what never ends.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'quick',
          include: ['tests/*.test.ts'],
          exclude: ['tests/*.slow.test.ts'],
          testTimeout: 300_000,
        },
      },
      {
        plugins: [svelte()],
        resolve: { conditions: ['browser'] },
        test: { name: 'page', include: ['tests/page/*.test.ts'], environment: 'happy-dom', testTimeout: 300_000 },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/*.test.ts'],
          globalSetup: 'e2e/server.ts',
          fileParallelism: false,
          testTimeout: 1_200_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      { test: { name: 'slow', include: ['tests/*.slow.test.ts'], testTimeout: 3_600_000 } },
    ],
  },
});
