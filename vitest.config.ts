import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { oneEngineTests } from './server/test/pure-tests.ts';
import { texts } from './web/build/texts-plugin.ts';

const cores = availableParallelism();
// `npm test` runs two stages side by side where there are two cores, and each has its share of the workers.
const lanes = Number(process.env.DOSSIER_TEST_LANES ?? 1);
const onPostgres = Boolean(process.env.DOSSIER_TEST_DATABASE_URL);

export default defineConfig({
  test: {
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: 'unit',
          // beside the other stages the making of some files takes long
          testTimeout: 300_000,
          include: [
            'contract/src/**/*.test.ts',
            'packages/*/src/**/*.test.ts',
            'web/build/*.test.ts',
            'scripts/**/*.test.ts',
            'demo/**/*.test.ts',
          ],
        },
      },
      {
        plugins: [texts()],
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // To load the client's libraries takes a process three seconds, and a page test a fraction of one.
          pool: 'forks',
          isolate: false,
          maxWorkers: Math.max(1, Math.floor(cores / lanes)),
          // Slow machines, and those on which others work, need many times what a quiet one does.
          testTimeout: 300_000,
          expect: { poll: { timeout: 120_000 } },
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          // What touches no database, or converts bytes, says the same on each engine.
          exclude: [...configDefaults.exclude, ...(onPostgres ? oneEngineTests(import.meta.dirname) : [])],
          // Creates the migrated template that each file copies; `npm test` runs this project once on each engine.
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/cheap-hashes.ts'],
          // Processes, for native addons and memory limits; each loads the server once and runs many files. So a file restores all process
          // state that it changes, and closes every server that it opens.
          pool: 'forks',
          isolate: false,
          // A third of a file's time is waiting: for timers, other programs, PostgreSQL.
          maxWorkers: Math.max(2, Math.ceil((cores + 1) / lanes)),
          // Slow machines, and those on which others work, need ten times what a quiet one does.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 180_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          // Each file has its own server; the files of a process share a browser, where every journey is a context of its own.
          pool: 'forks',
          isolate: false,
          // A journey waits for its page half of the time, and uses a browser and a server the other half.
          maxWorkers: Math.max(2, Math.ceil(cores / 2)),
          // Visiting a hundred pages takes a minute on an idle machine, and ten of them on a slow one.
          testTimeout: 1_800_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 300_000 } },
        },
      },
    ],
  },
});
