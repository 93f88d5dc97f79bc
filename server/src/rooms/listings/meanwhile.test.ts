import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listings } from '@dossier/contract/listings';
import { looks } from '@dossier/contract/looks';
import { pageLooks } from '@dossier/contract/page-looks';
import { permissions } from '@dossier/contract/permissions';
import { preview } from '@dossier/contract/preview';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { zipOf } from '../../../test/zip-of.ts';
import { shelves } from '../renditions/shelf.ts';
import { sweepRenditions } from '../renditions/sweep.ts';

let house: TestHouse;
let cabinet: string;
let other: Awaited<ReturnType<typeof makeSignedIn>>;
beforeAll(async () => {
  house = await openHouse();
  cabinet = await makeCabinet(house.admin);
  other = await makeSignedIn(house);
});
afterAll(() => house.close());
afterEach(() => vi.restoreAllMocks());

const mail = 'From: a@example.com\r\nSubject: s\r\nContent-Type: text/plain\r\n\r\nwords';
const placed = (name: string, bytes: Buffer | string) => makeDocument(house, house.admin, { parentId: cabinet, name, bytes });

/** Lets nothing be made until it is called. */
function holdMaking(): () => void {
  const { promise, resolve } = Promise.withResolvers<number>();
  vi.spyOn(house.house.blobs, 'free').mockReturnValue(promise);
  return () => resolve(2 ** 40);
}

describe('who loses a document while something of it is made', () => {
  it.each([
    ['a.zip', listings.entries, {}],
    ['b.eml', listings.mail, {}],
    ['c.txt', pageLooks.pages, {}],
    ['d.zip', listings.open, { place: 0 }],
  ] as const)('gets nothing of it: %s', async (name, route, more) => {
    const zip = await zipOf([{ name: 'a.txt', bytes: `in ${name}` }]);
    const objId = await placed(name, name.endsWith('zip') ? zip : mail);
    const given = { objId, granteeType: 'user', granteeId: other.id } as const;
    await house.admin.call(permissions.grant, { ...given, level: name === 'c.txt' ? 3 : 27 });
    const wasListed = route === listings.open;
    let release = wasListed ? undefined : holdMaking();
    const { look } = await other.client.call(preview.view, { id: objId });
    if (wasListed) await house.nobody.call(looks.state, { look, wait: true });
    release ??= holdMaking();
    const answer = house.nobody.refused(route, { look, ...more });
    await sleep(300);
    await house.admin.call(permissions.revoke, given);
    release();
    expect(await answer).toBe(1002);
  });
});

/** Removes all that was unpacked, as the sweep does. */
async function sweepEntries(): Promise<void> {
  for await (const { folder } of shelves(house.house))
    for (const name of await readdir(folder)) if (name.startsWith('entry-')) await rm(join(folder, name));
}

it('a file that is removed while somebody looks at it is shown again once it is opened again', async () => {
  const id = await placed('swept.zip', await zipOf([{ name: 'a.txt', bytes: 'alpha' }]));
  await house.admin.call(permissions.grant, { objId: id, granteeType: 'user', granteeId: other.id, level: 3 });
  const { look } = await other.client.call(preview.view, { id });
  await house.nobody.call(looks.state, { look, wait: true });
  const opened = async () => {
    const view = await house.nobody.call(listings.open, { look, place: 0 });
    return [view.rendition, view.look] as const;
  };
  const release = holdMaking();
  vi.mocked(house.house.blobs.free).mockResolvedValueOnce(2 ** 40);
  const [rendition, first] = await opened();
  expect(rendition).toBe('pages');
  await sweepEntries();
  release();
  expect((await house.nobody.call(looks.state, { look: first, wait: true })).state).toBe('failed');
  const [, second] = await opened();
  expect((await house.nobody.call(looks.state, { look: second, wait: true })).state).toBe('ready');
});

it('what was unpacked goes after two days, with all that was made of it', async () => {
  const { look } = await house.admin.call(preview.view, { id: await placed('old.zip', await zipOf([{ name: 'a.eml', bytes: mail }])) });
  const view = await house.nobody.call(listings.open, { look, place: 0 });
  await house.nobody.call(listings.mail, { look: view.look });
  const named = async (): Promise<string[]> => {
    const names: string[] = [];
    for await (const { folder } of shelves(house.house)) names.push(...(await readdir(folder)));
    return names.filter((name) => name.includes('entry-') && !name.endsWith('.json'));
  };
  expect((await named()).length).toBeGreaterThan(1);
  house.clock.forward(49 * 3600_000);
  await sweepRenditions(house.house);
  expect(await named()).toEqual([]);
});
