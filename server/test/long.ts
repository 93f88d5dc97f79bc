/** Whether a run takes everything that repeats (`npm run test:long`), or a sample of it. */
export const isLong = process.env['DOSSIER_TEST_LONG'] === '1';

const isSampled = Boolean(process.env['DOSSIER_TEST_DATABASE_URL']) && !isLong;
const share = 4;

/**
 * The cases of a generated table that a run takes on its engine: all of them on SQLite and in a long run. On PostgreSQL, where each of the
 * thousands of calls costs several round trips to another process and says the same, every fourth, each `turn` beginning at another one.
 */
export const casesOnEngine = <T>(cases: readonly T[], turn = 0): T[] => cases.filter((_, at) => !isSampled || at % share === turn % share);
