import { expect, it } from 'vitest';
import { withDeadline } from './deadline.ts';
import { QueueFull, createFairScheduler } from './fair-scheduler.ts';
import { identifyRequester, runAsRequester } from './requester.ts';

/** Works that end by hand, the oldest first; `order` tells who had a turn. */
function floor(places: number) {
  const turns = createFairScheduler(places);
  const order: string[] = [];
  const backs: (() => void)[] = [];
  const ask = (who: string, urgent = true): void =>
    runAsRequester('', () => {
      const [by = '', among] = who.split('/');
      identifyRequester(by, among);
      const asked = turns(urgent, () => {
        order.push(who);
        return new Promise<void>((done) => backs.push(done));
      });
      asked.catch((error: unknown) => expect(error).toBeInstanceOf(QueueFull));
    });
  const settle = () => new Promise((done) => setImmediate(done));
  return {
    order,
    ask,
    settle,
    async next(): Promise<void> {
      backs.shift()?.();
      await settle();
    },
  };
}

it('askers take turns, however much one of them asks for', async () => {
  const { ask, next, order, settle } = floor(1);
  for (let n = 0; n < 5; n++) ask('eve');
  ask('ann');
  ask('bob');
  ask('ann');
  await settle();
  for (let n = 0; n < 8; n++) await next();
  expect(order.slice(0, 4).toSorted()).toEqual(['ann', 'bob', 'eve', 'eve']);
  expect(order.slice(0, 5).filter((one) => one === 'ann')).toHaveLength(2);
  expect(order).toHaveLength(8);
});

it('those who come in the name of one take turns among themselves, and are one for all others', async () => {
  const { ask, next, order, settle } = floor(1);
  for (let n = 0; n < 4; n++) ask('giver/eve');
  ask('giver/bob');
  ask('ann');
  await settle();
  for (let n = 0; n < 6; n++) await next();
  expect(order.slice(0, 3)).toEqual(['giver/eve', 'ann', 'giver/bob']);
});

it('no asker has all places', async () => {
  const { ask, order, settle } = floor(3);
  for (let n = 0; n < 5; n++) ask('eve');
  await settle();
  expect(order).toEqual(['eve', 'eve']);
  ask('ann');
  await settle();
  expect(order).toEqual(['eve', 'eve', 'ann']);
});

it('who is waited for goes before who is not', async () => {
  const { ask, next, order, settle } = floor(1);
  ask('', false);
  ask('', false);
  ask('ann');
  await settle();
  await next();
  await next();
  expect(order).toEqual(['', 'ann', '']);
});

it('who has much waiting is refused more, alone and together with others of the same name, and so is everybody where it is too much', async () => {
  const turns = createFairScheduler(1, { alone: 2, together: 3, all: 5 });
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const asked: Promise<string>[] = [];
  const ask = (by: string, among = ''): unknown =>
    asked.push(
      runAsRequester('', () => {
        identifyRequester(by, among);
        return turns(true, () => end).then(
          () => `${by} did`,
          (error: unknown) => (error instanceof QueueFull ? `${by} was refused` : 'broken'),
        );
      }),
    );
  for (const [by, among] of ['now', 'eve', 'eve', 'eve', 'link/a', 'link/a', 'link/a', 'link/b', 'link/c', 'ann'].map((who) =>
    who.split('/'),
  ))
    ask(by ?? '', among);
  resolve();
  const did = await Promise.all(asked);
  expect(did.filter((one) => one === 'eve did')).toHaveLength(2);
  expect(did.map((one) => one.split(' ').at(-1))).toEqual('did did did refused did did refused did refused refused'.split(' '));
});

it('visitors have nobody refused but visitors', async () => {
  const turns = createFairScheduler(1, { alone: 2, together: 3, all: 9 });
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const asked = ['x/', 'link/a', 'link/a', 'link/b', 'link/c', 'link/', 'link/', 'link/'].map((who) => {
    const [by = '', among] = who.split('/');
    return runAsRequester('', () => {
      identifyRequester(by, among);
      return turns(true, () => end);
    });
  });
  resolve();
  const refused = (await Promise.allSettled(asked)).flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
  expect(refused).toEqual([4, 7]);
});

it('nothing waits for longer than there is patience for it, and it holds up nobody then', async () => {
  const { ask, next, order, settle } = floor(1);
  ask('ann');
  await withDeadline(20, async () => {
    ask('eve');
    await new Promise((done) => setTimeout(done, 60));
    ask('eve');
  });
  ask('bob');
  await next();
  await settle();
  expect(order).toEqual(['ann', 'bob']);
});
