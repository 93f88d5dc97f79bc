import { expect, it } from 'vitest';
import { identifyRequester, runAsRequester, withDeadline } from './current-work.ts';
import { QueueFull, createFairScheduler } from './fair-scheduler.ts';

/** Jobs that the test ends, the oldest first; `order` tells which requester was scheduled. */
function floor(places: number) {
  const scheduler = createFairScheduler(places);
  const order: string[] = [];
  const backs: (() => void)[] = [];
  const ask = (requester: string, urgent = true): void =>
    runAsRequester('', () => {
      const [by = '', among] = requester.split('/');
      identifyRequester(by, among);
      const asked = scheduler(urgent, () => {
        order.push(requester);
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

it('requesters take turns, however much one of them asks for', async () => {
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

it('requesters of one name take turns among themselves, and count as one for all others', async () => {
  const { ask, next, order, settle } = floor(1);
  for (let n = 0; n < 4; n++) ask('giver/eve');
  ask('giver/bob');
  ask('ann');
  await settle();
  for (let n = 0; n < 6; n++) await next();
  expect(order.slice(0, 3)).toEqual(['giver/eve', 'ann', 'giver/bob']);
});

it('no requester has all places', async () => {
  const { ask, order, settle } = floor(3);
  for (let n = 0; n < 5; n++) ask('eve');
  await settle();
  expect(order).toEqual(['eve', 'eve']);
  ask('ann');
  await settle();
  expect(order).toEqual(['eve', 'eve', 'ann']);
});

it('urgent work goes before other work', async () => {
  const { ask, next, order, settle } = floor(1);
  ask('', false);
  ask('', false);
  ask('ann');
  await settle();
  await next();
  await next();
  expect(order).toEqual(['', 'ann', '']);
});

it('a requester with much waiting is refused more, alone and together with others of the same name, and so is every requester beyond the limit of all', async () => {
  const scheduler = createFairScheduler(1, { alone: 2, together: 3, all: 5 });
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const asked: Promise<string>[] = [];
  const ask = (by: string, among = ''): unknown =>
    asked.push(
      runAsRequester('', () => {
        identifyRequester(by, among);
        return scheduler(true, () => end).then(
          () => `${by} did`,
          (error: unknown) => (error instanceof QueueFull ? `${by} was refused` : 'broken'),
        );
      }),
    );
  for (const [by, among] of ['now', 'eve', 'eve', 'eve', 'link/a', 'link/a', 'link/a', 'link/b', 'link/c', 'ann'].map((requester) =>
    requester.split('/'),
  ))
    ask(by ?? '', among);
  resolve();
  const did = await Promise.all(asked);
  expect(did.filter((one) => one === 'eve did')).toHaveLength(2);
  expect(did.map((one) => one.split(' ').at(-1))).toEqual('did did did refused did did refused did refused refused'.split(' '));
});

it('visitors can fill the queue for visitors only', async () => {
  const scheduler = createFairScheduler(1, { alone: 2, together: 3, all: 9 });
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const asked = ['x/', 'link/a', 'link/a', 'link/b', 'link/c', 'link/', 'link/', 'link/'].map((requester) => {
    const [by = '', among] = requester.split('/');
    return runAsRequester('', () => {
      identifyRequester(by, among);
      return scheduler(true, () => end);
    });
  });
  resolve();
  const refused = (await Promise.allSettled(asked)).flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
  expect(refused).toEqual([4, 7]);
});

it('nothing waits beyond its deadline, and it delays nothing then', async () => {
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
