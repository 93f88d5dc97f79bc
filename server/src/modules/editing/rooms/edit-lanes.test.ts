import { expect, it } from 'vitest';
import { EditLanes } from './edit-lanes.ts';

/** Lanes over one order, in which each work takes a millisecond. */
function openLanes() {
  const lanes = new EditLanes();
  const done: string[] = [];
  let working = Promise.resolve();
  const take = (identity: string, { isVisitor = false, isTried = true } = {}): Promise<void> =>
    lanes.take({ identity, isVisitor }, async () => {
      working = working.then(() => new Promise((resolve) => setTimeout(resolve, 1))).then(() => void done.push(identity));
      await working;
      return isTried;
    });
  return { lanes, done, take };
}

it('lets one of each person into the order at a time, so that who floods it waits for the own edits', async () => {
  const { lanes, done, take } = openLanes();
  for (let n = 0; n < 20; n++) void take('flood');
  for (let n = 0; n < 3; n++) await take('other');
  expect(done.filter((who) => who === 'flood').length).toBeLessThan(6);
  await lanes.settled();
  expect(done).toHaveLength(23);
});

it('lets one of all visitors into it, each a few times a second where edits are tried', async () => {
  const { done, take } = openLanes();
  const begun = performance.now();
  const flood = ['a', 'b', 'c'].flatMap((visitor) => [1, 2, 3].map(() => take(visitor, { isVisitor: true })));
  for (let n = 0; n < 3; n++) await take('user');
  expect(done.length).toBeLessThan(9);
  await Promise.all(flood);
  // three of each, with a pause between
  expect(performance.now() - begun).toBeGreaterThan(590);
  for (let n = 0; n < 30; n++) await take('d', { isVisitor: true, isTried: false });
  expect(done).toHaveLength(42);
});

it('goes on after edits that failed', async () => {
  const { lanes, done, take } = openLanes();
  const failed = lanes.take({ identity: 'one', isVisitor: true }, () => Promise.reject(new Error('failed')));
  const next = take('one', { isVisitor: true });
  await expect(failed).rejects.toThrow('failed');
  await next;
  expect(done).toEqual(['one']);
});
