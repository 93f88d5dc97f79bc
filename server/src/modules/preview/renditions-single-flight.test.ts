import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { runAsRequester, withDeadline } from '../../platform/jobs/current-work.ts';
import { createFairScheduler } from '../../platform/jobs/fair-scheduler.ts';
import type { Renderer, Rendition, Source } from './renderer.ts';
import { render } from './renditions.ts';

let dossier: TestServer;
let source: Source;
beforeAll(async () => {
  dossier = await openTestServer();
  await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin), name: 'a.bin', bytes: 'a' });
  source = { sha256: createHash('sha256').update('a').digest('hex'), size: 1, ext: 'bin', name: 'a.bin' };
});
afterAll(() => dossier.close());

/** A request checks the cache first. */
const settled = () => new Promise((done) => setTimeout(done, 30));

/** A renderer with limited concurrency, whose jobs end on demand; `whole` uses its output. */
function engine(name: string, places: number) {
  const [inTurn, backs] = [createFairScheduler(places), new Map<string, () => void>()];
  const done: string[] = [];
  const renderer: Renderer = {
    name,
    version: 1,
    render: ({ param, urgent }) =>
      inTurn(urgent, async () => {
        await new Promise<void>((back) => backs.set(param, back));
        done.push(param);
        return { ok: true, content: Buffer.from('x') };
      }),
  };
  const whole: Renderer = {
    name: `${name}whole`,
    version: 1,
    render: async ({ param, urgent }) =>
      (await render(dossier.services, source, { renderer, param, urgent })).ok
        ? { ok: true, content: Buffer.from('y') }
        : { ok: false, reason: 'busy' },
  };
  const ask = (who: string, wanted: { param: string; renderer?: Renderer; urgent?: boolean }): Promise<Rendition> =>
    runAsRequester(who, () => render(dossier.services, source, { renderer, urgent: true, ...wanted }));
  const begun = async (param: string): Promise<void> => {
    await expect.poll(() => [...backs.keys()], { interval: 1 }).toContain(param);
  };
  const end = async (param: string): Promise<void> => {
    await begun(param);
    backs.get(param)?.();
  };
  return { ask, begun, end, done, whole, working: () => [...backs.keys()] };
}

it('a request for a job in another user’s queue runs in the requester’s own, also as a part of another job', async () => {
  const { ask, begun, end, whole, working } = engine('line', 2);
  const eve = [ask('eve', { param: '1' })];
  await begun('1');
  for (const param of ['2', '3', '4', '5']) eve.push(ask('eve', { param, ...(param > '3' && { renderer: whole }) }));
  await settled();
  // one slot is free, which eve's queue does not get
  const bob = ask('bob', { param: '3' });
  await begun('3');
  await end('3');
  expect((await bob).ok).toBe(true);
  const ann = ask('ann', { param: '5', renderer: whole });
  await begun('5');
  expect(working().toSorted()).toEqual(['1', '3', '5']);
  for (const param of ['5', '1', '2', '4']) await end(param);
  expect([...(await Promise.all(eve)), await ann].every(({ ok }) => ok)).toBe(true);
});

it('a request that joins a background job precedes background jobs and users already served', async () => {
  const { ask, begun, end, done } = engine('office', 1);
  const asked = [ask('eve', { param: '1' })];
  await begun('1');
  for (const [who, param] of [
    ['eve', '2'],
    ['eve', '3'],
    ['', 'index'],
    ['', 'more'],
  ] as const) {
    asked.push(ask(who, { param, urgent: who !== '' }));
    await settled();
  }
  const bob = withDeadline(5000, () => ask('bob', { param: 'more' }));
  await settled();
  for (const param of ['1', 'more', '2', '3', 'index']) await end(param);
  expect((await Promise.all([...asked, bob])).every(({ ok }) => ok)).toBe(true);
  expect(done).toEqual(['1', 'more', '2', '3', 'index']);
});

it('a queued job stays queued for a requester who joined with more time', async () => {
  const { ask, begun, end } = engine('time', 1);
  const first = ask('eve', { param: '1' });
  await begun('1');
  const short = withDeadline(40, () => ask('ann', { param: '2' }));
  const long = ask('bob', { param: '2' });
  expect(await short).toEqual({ ok: false, reason: 'busy' });
  await end('1');
  await end('2');
  expect([(await first).ok, (await long).ok]).toEqual([true, true]);
});

it('a requester who returns after a deadline is queued again in a background job', async () => {
  const { ask, begun, end, done } = engine('again', 1);
  const asked = [ask('eve', { param: '1' })];
  await begun('1');
  asked.push(ask('', { param: 'small', urgent: false }));
  await settled();
  expect(await withDeadline(40, () => ask('bob', { param: 'small' }))).toEqual({ ok: false, reason: 'busy' });
  asked.push(ask('bob', { param: 'small' }));
  await settled();
  asked.push(ask('eve', { param: '2' }));
  await settled();
  for (const param of ['1', 'small', '2']) await end(param);
  await Promise.all(asked);
  expect(done).toEqual(['1', 'small', '2']);
});
