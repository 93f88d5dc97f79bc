import { isLong } from '../server/test/long.ts';

/** Of the languages that a journey is walked in, the first one; all of them in a long run. The texts themselves are checked without a browser. */
export const firstOrAll = <T>(all: readonly T[]): readonly T[] => (isLong ? all : all.slice(0, 1));

/** Every so many of many alike; all of them in a long run. */
export const everyOrAll = <T>(step: number, all: readonly T[]): readonly T[] => (isLong ? all : all.filter((_, at) => at % step === 0));
