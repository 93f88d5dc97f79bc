import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { permissions } from '@dossier/contract/access/permissions';
import { archiveContents } from '@dossier/contract/preview/archive-contents';
import { pagesByToken } from '@dossier/contract/preview/pages';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { endedState } from '../../../../test/ended-state.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { zipOf } from '../../../../test/zip-of.ts';
import { cachedFolders } from '../rendition-cache.ts';
import { sweepRenditions } from '../renditions.ts';

let dossier: TestServer;
let cabinet: string;
let other: Awaited<ReturnType<typeof makeSignedIn>>;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  other = await makeSignedIn(dossier);
});
afterAll(() => dossier.close());
afterEach(() => vi.restoreAllMocks());

const mail = 'From: a@example.com\r\nSubject: s\r\nContent-Type: text/plain\r\n\r\nwords';
const placed = (name: string, bytes: Buffer | string) => makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes });

/** Blocks all rendering until the returned function is called. */
function holdMaking(): () => void {
  const { promise, resolve } = Promise.withResolvers<number>();
  vi.spyOn(dossier.services.storage, 'free').mockReturnValue(promise);
  return () => resolve(2 ** 40);
}

describe('a user who loses a document during rendering', () => {
  it.each([
    ['a.zip', archiveContents.entries, {}],
    ['b.eml', archiveContents.mail, {}],
    ['c.txt', pagesByToken.pages, {}],
    ['d.zip', archiveContents.open, { place: 0 }],
  ] as const)('gets nothing of it: %s', async (name, route, more) => {
    const zip = await zipOf([{ name: 'a.txt', bytes: `in ${name}` }]);
    const objId = await placed(name, name.endsWith('zip') ? zip : mail);
    const given = { objId, granteeType: 'user', granteeId: other.id } as const;
    await dossier.admin.call(permissions.grant, { ...given, level: name === 'c.txt' ? 3 : 27 });
    const wasListed = route === archiveContents.open;
    let release = wasListed ? undefined : holdMaking();
    const { look: previewToken } = await other.client.call(preview.view, { id: objId });
    if (wasListed) await endedState(dossier.nobody, previewByToken.state, { look: previewToken });
    release ??= holdMaking();
    const answer = dossier.nobody.refused(route, { look: previewToken, ...more });
    await sleep(300);
    await dossier.admin.call(permissions.revoke, given);
    release();
    expect(await answer).toBe(1002);
  });
});

/** Removes all unpacked files, as the sweep does. */
async function sweepEntries(): Promise<void> {
  for await (const { folder } of cachedFolders(dossier.services))
    for (const name of await readdir(folder)) if (name.startsWith('entry-')) await rm(join(folder, name));
}

it('an unpacked file removed while in use is unpacked again when it is opened again', async () => {
  const id = await placed('swept.zip', await zipOf([{ name: 'a.txt', bytes: 'alpha' }]));
  await dossier.admin.call(permissions.grant, { objId: id, granteeType: 'user', granteeId: other.id, level: 3 });
  const { look: previewToken } = await other.client.call(preview.view, { id });
  await endedState(dossier.nobody, previewByToken.state, { look: previewToken });
  const opened = async () => {
    const view = await dossier.nobody.call(archiveContents.open, { look: previewToken, place: 0 });
    return [view.rendition, view.look] as const;
  };
  const release = holdMaking();
  vi.mocked(dossier.services.storage.free).mockResolvedValueOnce(2 ** 40);
  const [rendition, first] = await opened();
  expect(rendition).toBe('pages');
  await sweepEntries();
  release();
  expect((await endedState(dossier.nobody, previewByToken.state, { look: first })).state).toBe('failed');
  const [, second] = await opened();
  expect((await endedState(dossier.nobody, previewByToken.state, { look: second })).state).toBe('ready');
});

it('unpacked files are removed after two days, with all their renditions', async () => {
  const { look: previewToken } = await dossier.admin.call(preview.view, {
    id: await placed('old.zip', await zipOf([{ name: 'a.eml', bytes: mail }])),
  });
  const view = await dossier.nobody.call(archiveContents.open, { look: previewToken, place: 0 });
  await dossier.nobody.call(archiveContents.mail, { look: view.look });
  const named = async (): Promise<string[]> => {
    const names: string[] = [];
    for await (const { folder } of cachedFolders(dossier.services)) names.push(...(await readdir(folder)));
    return names.filter((name) => name.includes('entry-') && !name.endsWith('.json'));
  };
  expect((await named()).length).toBeGreaterThan(1);
  dossier.clock.forward(49 * 3600_000);
  await sweepRenditions(dossier.services);
  expect(await named()).toEqual([]);
});
