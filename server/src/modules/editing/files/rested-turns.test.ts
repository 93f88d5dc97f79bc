import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RestedTurns } from './rested-turns.ts';

it('the work of one key waits for the rest after the work before it, also where that failed; that of others does not', async () => {
  const turns = new RestedTurns();
  const done: string[] = [];
  const rests: PromiseWithResolvers<void>[] = [];
  const take = (key: string, name: string) =>
    turns.take(key, {
      work: async () => {
        done.push(name);
        if (name === 'broken') throw new Error(name);
      },
      rest: (ms) => {
        expect(ms).toBeGreaterThan(0);
        rests.push(Promise.withResolvers<void>());
        return rests.at(-1)?.promise ?? Promise.resolve();
      },
    });
  await expect(take('one', 'broken')).rejects.toThrow('broken');
  const [second, third] = [take('one', 'second'), take('one', 'third')];
  await take('another', 'of another');
  await setImmediate();
  expect(done).toEqual(['broken', 'of another']);
  rests[0]?.resolve();
  await second;
  await setImmediate();
  expect(done).toEqual(['broken', 'of another', 'second']);
  rests.at(-1)?.resolve();
  await third;
  expect(done).toEqual(['broken', 'of another', 'second', 'third']);
});
