import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'contract/src/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'web/build/*.test.ts',
            'scripts/**/*.test.ts',
            'demo/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          // Makes the migrated template that each file copies; `npm test` runs this project once on each engine.
          globalSetup: ['server/test/global-setup.ts'],
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
