/** Counters of tries, for what later rooms let nobody guess. */
export { attempt, clearFailures, countTry, deleteOldTries, uncountTry } from './try-queries.ts';
