import { randomInt } from 'node:crypto';

const epoch = Date.UTC(2025, 0, 1);
let last = 0;
let counter = randomInt(4096);

/** A new 53-bit id, rising with time: milliseconds since 2025 above a 12-bit counter that starts at random. */
export function newId(): number {
  const tick = Math.max(last, Date.now() - epoch);
  counter = (counter + 1) % 4096;
  // a counter that wraps within one millisecond would repeat ids, so the clock is advanced instead
  last = counter === 0 ? tick + 1 : tick;
  return last * 4096 + counter;
}
