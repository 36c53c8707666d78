import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'quick', include: ['tests/*.test.ts'], exclude: ['tests/*.slow.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'slow', include: ['tests/*.slow.test.ts'], testTimeout: 1_800_000 } },
    ],
  },
});
