import { LimitedMap } from '../../../platform/limited-map.ts';

/** A rest lasts so many times as long as the work before it, so that the work of one key takes at most one part in five of the time. */
const restPerWork = 4;
const longestRestMs = 10_000;

interface Turn<T> {
  work: () => Promise<T>;
  /** Waits so many milliseconds after the work; never fails. */
  rest: (ms: number) => Promise<unknown>;
}

/** Runs the work of one key one after the other, with a rest between. */
export class RestedTurns {
  private readonly turns = new LimitedMap<Promise<unknown>>(10_000);

  async take<T>(key: string, { work, rest }: Turn<T>): Promise<T> {
    const before = this.turns.get(key);
    const worked = Promise.withResolvers<number>();
    this.turns.set(key, worked.promise.then(rest));
    await before;
    const start = performance.now();
    try {
      return await work();
    } finally {
      worked.resolve(Math.min((performance.now() - start) * restPerWork, longestRestMs));
    }
  }
}
