import { content } from '@dossier/contract/content';
import { search } from '@dossier/contract/search';
import { session } from '@dossier/contract/session';
import { site } from '@dossier/contract/site';
import { statistics } from '@dossier/contract/statistics';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../test/make-items.ts';
import { sweepRevisions } from '../content/drop-revisions.ts';

let house: TestHouse;

const day = 86_400_000;
const range = (days: number) => ({
  from: new Date(house.clock.now() - days * day).toISOString(),
  to: new Date(house.clock.now() + day).toISOString(),
});

beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

it('lets others search between many reports that somebody asks for at once', async () => {
  const { spaceId } = await house.admin.call(session.current);
  const hour = Math.floor(house.clock.now() / 3_600_000);
  await house.house.database.write((db) =>
    sql`insert into use_hour (organisation_id, hour, person_id, views)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000)
      select ${Number(spaceId)}, ${hour} - (i / 20), 1000000 + i % 20, 1 from n`.execute(db),
  );
  const other = await makeSignedIn(house);
  let done = 0;
  const many = Array.from({ length: 20 }, async () => {
    await house.admin.call(statistics.chart, { ...range(365), report: 'userBehavior' });
    done += 1;
  });
  await other.client.call(search.search, { keyword: 'anything' });
  expect(done).toBeLessThan(10);
  await Promise.all(many);
});

it('counts people who sign in at once, each with their hour, address and session', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => makeSignedIn(house)));
  await Promise.all(people.flatMap((one) => [house.as(one), house.as(one)]));
  await house.drain();
  const of = async (view: 'online' | 'people') => (await house.admin.call(statistics.table, { ...range(1), view, pageSize: 1000 })).list;
  const ids = people.map(({ id }) => id);
  const online = (await of('online')).filter(({ userId }) => ids.includes(userId ?? ''));
  expect(online.map(({ cells }) => cells[3])).toEqual(ids.map(() => '3'));
  const did = (await of('people')).filter(({ userId }) => ids.includes(userId ?? ''));
  expect(did.map(({ cells }) => cells[2])).toEqual(ids.map(() => '3'));
});

it('counts a document whose first versions were let go', async () => {
  const folder = await makeFolder(house.admin, await makeCabinet(house.admin));
  const id = await makeDocument(house, house.admin, { parentId: folder, bytes: 'one' });
  for (const bytes of ['four', 'fives', 'sixsix']) {
    const { uploadUrl } = await house.admin.call(content.preCheckIn, { id, size: bytes.length });
    await upload(house, uploadUrl, Buffer.from(bytes));
  }
  const last = async () => (await house.admin.call(statistics.chart, { ...range(2), report: 'fileTotal' })).points.at(-1)?.values;
  expect(await last()).toEqual([1, 18]);
  await house.admin.call(site.saveSettings, { group: 'retention', values: { revisions: 2 } });
  await sweepRevisions(house.house);
  expect(await last()).toEqual([1, 11]);
});
