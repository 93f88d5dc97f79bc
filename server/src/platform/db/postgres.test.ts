import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createConnectionQueue } from './postgres.ts';

it('runs work side by side, and exclusive work alone', async () => {
  const queue = createConnectionQueue();
  let now = 0;
  let most = 0;
  const crowds: number[] = [];
  const small = () =>
    queue.together(async () => {
      most = Math.max(most, ++now);
      await pause(3);
      now--;
    });
  const large = () =>
    queue.alone(async () => {
      now++;
      crowds.push(now);
      await pause(5);
      crowds.push(now);
      now--;
    });
  const fails = queue.alone(() => Promise.reject(new Error('no'))).catch(() => {});
  await Promise.all([small(), small(), large(), small(), large(), fails, small(), large(), small()]);
  await Promise.all([small(), small(), small()]);
  expect(crowds).toEqual([1, 1, 1, 1, 1, 1]);
  expect(most).toBeGreaterThan(1);
  expect(now).toBe(0);
});
