import { archives } from '@dossier/contract/archives';
import { messages, msgType } from '@dossier/contract/messages';
import { permissions } from '@dossier/contract/permissions';
import { level } from '@dossier/contract/rights';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { newId } from '../../ground/ids.ts';
import { directLimits } from './plan-zip.ts';

let house: TestHouse;
let cabinet: string;
beforeAll(async () => void (house = await openHouse()));
beforeEach(async () => void (cabinet = await makeCabinet(house.admin)));
afterAll(() => house.close());

/** A folder with so many documents, all of one content. */
async function folderOf(count: number): Promise<{ folder: string; document: string }> {
  const folder = await makeFolder(house.admin, cabinet);
  const document = await makeDocument(house, house.admin, { parentId: folder });
  await house.house.database.write(async (db) => {
    const row = await db.selectFrom('item').selectAll().where('id', '=', Number(document)).executeTakeFirstOrThrow();
    const rows = Array.from({ length: count - 1 }, (_, n) => ({ ...row, id: newId(), name: `${n}.txt`, name_key: `${n}.txt` }));
    for (let at = 0; at < rows.length; at += 200)
      await db
        .insertInto('item')
        .values(rows.slice(at, at + 200))
        .execute();
  });
  return { folder, document };
}

const resize = (document: string, size: number) =>
  house.house.database.write((db) => db.updateTable('item').set({ size }).where('id', '=', Number(document)).execute());

it('more documents than a request waits for are refused, and made in the background', async () => {
  const { folder } = await folderOf(directLimits.documents);
  await house.admin.call(archives.downloadFolder, { id: folder });
  const one = await makeDocument(house, house.admin, { parentId: folder, name: 'one more.txt' });
  expect(await house.admin.refused(archives.downloadFolder, { id: folder })).toBe(4625);
  const small = (await folderOf(2)).folder;
  expect(await house.admin.refused(archives.downloadSelection, { objIds: [small, folder] })).toBe(4625);
  await house.admin.call(archives.downloadSelection, { objIds: [small, one] });
  await house.admin.call(archives.compress, { id: folder });
  await house.drain();
  expect((await house.admin.call(messages.unread)).list[0]).toMatchObject({ msgType: msgType.zipReady });
});

it('more bytes than a request waits for are refused, one alone or all together', async () => {
  const { folder, document } = await folderOf(1);
  await resize(document, directLimits.bytes);
  await house.admin.call(archives.downloadFolder, { id: folder });
  await resize(document, directLimits.bytes + 1);
  expect(await house.admin.refused(archives.downloadFolder, { id: folder })).toBe(4626);
  const other = await folderOf(1);
  await resize(document, directLimits.bytes - 5);
  await resize(other.document, 6);
  expect(await house.admin.refused(archives.downloadSelection, { objIds: [folder, other.folder] })).toBe(4626);
  await resize(other.document, 5);
  await house.admin.call(archives.downloadSelection, { objIds: [folder, other.folder] });
});

it('what the caller may not download counts for nothing', async () => {
  const { folder, document } = await folderOf(directLimits.documents + 1);
  const person = await makeSignedIn(house);
  const give = (objId: string, given: number) =>
    house.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: person.id, level: given });
  await give(folder, level.view);
  await give(document, level.download);
  await person.client.call(archives.downloadFolder, { id: folder });
  await give(folder, level.download);
  expect(await person.client.refused(archives.downloadFolder, { id: folder })).toBe(4625);
});

it('an address that was given is refused too, once the folder has grown', async () => {
  const { folder } = await folderOf(directLimits.documents);
  const { downloadUrl } = await house.admin.call(archives.downloadFolder, { id: folder });
  await makeDocument(house, house.admin, { parentId: folder, name: 'one more.txt' });
  const answer = await house.server.app.inject({ method: 'GET', url: downloadUrl });
  expect([answer.statusCode, (JSON.parse(answer.payload) as { code: number }).code]).toEqual([422, 4625]);
});
