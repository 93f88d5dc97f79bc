/** Counters of tries, for what later rooms let nobody guess. */
export { attempt, clearFailures, countTry, uncountTry } from './try-queries.ts';
