import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { session } from '@dossier/contract/identity/sessions';
import { maxExportedRows, statistics } from '@dossier/contract/reporting/statistics';
import { search } from '@dossier/contract/search/search';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { sweepRevisions } from '../../documents/blob-cleanup.ts';

let dossier: TestServer;

const day = 86_400_000;
const range = (days: number) => ({
  from: new Date(dossier.clock.now() - days * day).toISOString(),
  to: new Date(dossier.clock.now() + day).toISOString(),
});

beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

it('other searches run between many concurrent reports', async () => {
  const { spaceId } = await dossier.admin.call(session.current);
  const hour = Math.floor(dossier.clock.now() / 3_600_000);
  await dossier.services.database.write((db) =>
    sql`insert into usage_hour (organisation_id, hour, person_id, views)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000)
      select ${Number(spaceId)}, ${hour} - (i / 20), 1000000 + i % 20, 1 from n`.execute(db),
  );
  const other = await makeSignedIn(dossier);
  let done = 0;
  const many = Array.from({ length: 20 }, async () => {
    await dossier.admin.call(statistics.chart, { ...range(365), report: 'userBehavior' });
    done += 1;
  });
  await other.client.call(search.search, { keyword: 'anything' });
  expect(done).toBeLessThan(10);
  await Promise.all(many);
});

it('counts users with several concurrent sign-ins, each with hour, address and session', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => makeSignedIn(dossier)));
  await Promise.all(people.flatMap((one) => [dossier.as(one), dossier.as(one)]));
  await dossier.drain();
  const of = async (view: 'online' | 'people') => (await dossier.admin.call(statistics.table, { ...range(1), view, pageSize: 1000 })).list;
  const ids = people.map(({ id }) => id);
  const online = (await of('online')).filter(({ userId }) => ids.includes(userId ?? ''));
  expect(online.map(({ cells }) => cells[3])).toEqual(ids.map(() => '3'));
  const did = (await of('people')).filter(({ userId }) => ids.includes(userId ?? ''));
  expect(did.map(({ cells }) => cells[2])).toEqual(ids.map(() => '3'));
});

it('counts a document whose first revisions were pruned', async () => {
  const folder = await makeFolder(dossier.admin, await makeCabinet(dossier.admin));
  const id = await makeDocument(dossier, dossier.admin, { parentId: folder, bytes: 'one' });
  for (const bytes of ['four', 'fives', 'sixsix']) {
    const { uploadUrl } = await dossier.admin.call(content.preCheckIn, { id, size: bytes.length });
    await upload(dossier, uploadUrl, Buffer.from(bytes));
  }
  const last = async () => (await dossier.admin.call(statistics.chart, { ...range(2), report: 'fileTotal' })).points.at(-1)?.values;
  expect(await last()).toEqual([1, 18]);
  await dossier.admin.call(site.saveSettings, { group: 'retention', values: { revisions: 2 } });
  await sweepRevisions(dossier.services);
  expect(await last()).toEqual([1, 11]);
});

it('refuses reports of a user who has very many waiting, and answers the others', async () => {
  const other = await makeSignedIn(dossier);
  const ask = () =>
    dossier.admin.call(statistics.table, { ...range(1), view: 'people', pageSize: 1 }).then(
      () => 200,
      (error: { code: number }) => error.code,
    );
  const outcomes = await Promise.all(Array.from({ length: 240 }, ask));
  expect(new Set(outcomes)).toEqual(new Set([200, 5403]));
  expect(outcomes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(200);
  await other.client.call(session.current);
  expect(await ask()).toBe(200);
});

it('exports no table of more than 50,000 rows', async () => {
  const { spaceId } = await dossier.admin.call(session.current);
  const began = dossier.clock.now() - 300 * day;
  const hour = Math.floor(began / 3_600_000);
  const first = 8_000_000_000_000;
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${maxExportedRows + 1})`;
  await dossier.services.database.write(async (db) => {
    await sql`insert into session_record (id, organisation_id, person_id, address, agent, begun_at, seen_at)
      ${numbers} select ${sql.lit(first)} + i, ${Number(spaceId)}, 1, '192.0.2.1', '', ${began}, ${began} from n`.execute(db);
    await sql`insert into presence (organisation_id, hour, session_id, person_id)
      ${numbers} select ${Number(spaceId)}, ${hour}, ${sql.lit(first)} + i, 1 from n`.execute(db);
  });
  const until = (time: number) => ({ ...range(301), view: 'sessions' as const, to: new Date(time).toISOString(), lang: 'en' as const });
  expect(await dossier.admin.refused(statistics.export, until(began + day))).toBe(5404);
  await dossier.admin.call(statistics.export, until(began - 2 * 3_600_000));
});
