import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { pureTests } from './server/test/pure-tests.ts';

// vitest leaves a core to itself, which hardly works: of two cores one would idle
const maxWorkers = Math.max(2, availableParallelism());
const onPostgres = Boolean(process.env.DOSSIER_TEST_DATABASE_URL);

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
          // What touches no database says the same on each engine.
          exclude: [...configDefaults.exclude, ...(onPostgres ? pureTests(import.meta.dirname) : [])],
          // Makes the migrated template that each file copies; `npm test` runs this project once on each engine.
          globalSetup: ['server/test/global-setup.ts'],
          // Processes, for native addons and memory limits; each loads the server once and runs many files. So a file leaves nothing of
          // the process changed behind it, and every house it opens it closes.
          pool: 'forks',
          isolate: false,
          maxWorkers,
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
