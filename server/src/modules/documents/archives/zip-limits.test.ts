import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType } from '@dossier/contract/core/rights';
import { archives } from '@dossier/contract/documents/content';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { newId } from '../../../platform/ids.ts';
import { directLimits } from '../zip-downloads.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => void (dossier = await openTestServer()));
beforeEach(async () => void (cabinet = await makeCabinet(dossier.admin)));
afterAll(() => dossier.close());

/** A folder with `count` documents that share one content. */
async function folderOf(count: number): Promise<{ folder: string; document: string }> {
  const folder = await makeFolder(dossier.admin, cabinet);
  const document = await makeDocument(dossier, dossier.admin, { parentId: folder });
  await dossier.services.database.write(async (db) => {
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
  dossier.services.database.write((db) => db.updateTable('item').set({ size }).where('id', '=', Number(document)).execute());

it('more documents than the limit of a request are refused, and packed in the background', async () => {
  const { folder } = await folderOf(directLimits.documents);
  await dossier.admin.call(archives.downloadFolder, { id: folder });
  const one = await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'one more.txt' });
  expect(await dossier.admin.refused(archives.downloadFolder, { id: folder })).toBe(4625);
  const small = (await folderOf(2)).folder;
  expect(await dossier.admin.refused(archives.downloadSelection, { objIds: [small, folder] })).toBe(4625);
  await dossier.admin.call(archives.downloadSelection, { objIds: [small, one] });
  await dossier.admin.call(archives.compress, { id: folder });
  await dossier.drain();
  expect((await dossier.admin.call(messages.unread)).list[0]).toMatchObject({ msgType: msgType.zipReady });
});

it('a user keeps the five newest zips that were packed in the background', async () => {
  const { client } = await makeSignedIn(dossier);
  const parentId = await makeCabinet(client, { moduleType: moduleType.my });
  await makeDocument(dossier, client, { parentId });
  const files = async () => (await readdir(join(dossier.data, 'zips'))).filter((name) => name.endsWith('.zip')).length;
  const before = await files();
  for (let n = 0; n < 7; n++) await client.call(archives.compress, { id: parentId });
  await dossier.drain();
  expect((await files()) - before).toBe(5);
  const { list } = await client.call(messages.unread);
  const outcomes = await Promise.all(list.map(({ id }) => client.call(messages.zip, { id }).then(() => 'kept', String)));
  expect(outcomes.filter((one) => one === 'kept')).toHaveLength(5);
});

it('more bytes than the limit of a request are refused, in one document or in total', async () => {
  const { folder, document } = await folderOf(1);
  await resize(document, directLimits.bytes);
  await dossier.admin.call(archives.downloadFolder, { id: folder });
  await resize(document, directLimits.bytes + 1);
  expect(await dossier.admin.refused(archives.downloadFolder, { id: folder })).toBe(4626);
  const other = await folderOf(1);
  await resize(document, directLimits.bytes - 5);
  await resize(other.document, 6);
  expect(await dossier.admin.refused(archives.downloadSelection, { objIds: [folder, other.folder] })).toBe(4626);
  await resize(other.document, 5);
  await dossier.admin.call(archives.downloadSelection, { objIds: [folder, other.folder] });
});

it('more folders than the limit of a request are refused, however few documents are in them', async () => {
  const { folder } = await folderOf(1);
  const inner = await makeFolder(dossier.admin, folder);
  await dossier.services.database.write(async (db) => {
    const row = await db.selectFrom('item').selectAll().where('id', '=', Number(inner)).executeTakeFirstOrThrow();
    const rows = Array.from({ length: directLimits.folders }, (_, n) => ({ ...row, id: newId(), name: `f${n}`, name_key: `f${n}` }));
    for (let at = 0; at < rows.length; at += 200)
      await db
        .insertInto('item')
        .values(rows.slice(at, at + 200))
        .execute();
  });
  expect(await dossier.admin.refused(archives.downloadFolder, { id: folder })).toBe(4627);
});

it('documents without the right to download do not count', async () => {
  const { folder, document } = await folderOf(directLimits.documents + 1);
  const person = await makeSignedIn(dossier);
  const grantTo = (objId: string, given: number) =>
    dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: person.id, level: given });
  await grantTo(folder, level.view);
  await grantTo(document, level.download);
  await person.client.call(archives.downloadFolder, { id: folder });
  await grantTo(folder, level.download);
  expect(await person.client.refused(archives.downloadFolder, { id: folder })).toBe(4625);
});

it('an address given before is refused too, once the folder has grown', async () => {
  const { folder } = await folderOf(directLimits.documents);
  const { downloadUrl } = await dossier.admin.call(archives.downloadFolder, { id: folder });
  await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'one more.txt' });
  const answer = await dossier.server.app.inject({ method: 'GET', url: downloadUrl });
  expect([answer.statusCode, (JSON.parse(answer.payload) as { code: number }).code]).toEqual([422, 4625]);
});
