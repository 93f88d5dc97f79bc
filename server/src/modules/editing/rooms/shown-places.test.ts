import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Connection } from './room.ts';
import { ShownPlaces } from './shown-places.ts';

const reader = (unread = 0) =>
  ({ socket: { readyState: 1, OPEN: 1, bufferedAmount: unread } }) as unknown as Connection & { socket: { bufferedAmount: number } };

it('of places that come fast the first and the latest are told', async () => {
  const [places, from, to] = [new ShownPlaces(), reader(), reader()];
  const told: number[] = [];
  for (let place = 0; place < 1000; place++)
    places.show(from, [from, to], (other) => {
      expect(other).toBe(to);
      told.push(place);
    });
  expect(told.length).toBeLessThan(20);
  await expect.poll(() => told.at(-1)).toBe(999);
});

it('who is behind with reading is told the latest place once they have read, and nothing of who has gone', async () => {
  const [places, from, gone, slow, fast] = [new ShownPlaces(), reader(), reader(), reader(2 << 20), reader()];
  const told: [Connection, string][] = [];
  const show = (one: Connection, text: string) => places.show(one, [slow, fast], (to) => told.push([to, text]));
  show(from, 'first');
  await pause(60);
  show(from, 'second');
  show(gone, 'nowhere');
  expect(told).toEqual([
    [fast, 'first'],
    [fast, 'second'],
    [fast, 'nowhere'],
  ]);
  places.forget(gone);
  slow.socket.bufferedAmount = 0;
  await expect.poll(() => told.slice(3)).toEqual([[slow, 'second']]);
  await pause(600);
  expect(told).toHaveLength(4);
});
