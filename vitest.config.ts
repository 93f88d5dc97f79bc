import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// The fresh-database template of the server's tests; `npm test` runs that project once on each engine.
const serverSetup = ['server/test/global-setup.ts'].filter((file) => existsSync(new URL(file, import.meta.url)));

export default defineConfig({
  test: {
    passWithNoTests: true,
    projects: [
      { test: { name: 'unit', include: ['contract/src/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: serverSetup,
          // A process a file: native addons and open databases of one file never meet those of another.
          pool: 'forks',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          // One journey at a time: they share the machine's browser and measure what a person would wait for.
          fileParallelism: false,
          pool: 'forks',
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
