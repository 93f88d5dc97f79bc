import { createHash, randomBytes } from 'node:crypto';
import { permissions } from '@dossier/contract/access/permissions';
import { favourites } from '@dossier/contract/classification/favourites';
import { level, moduleType } from '@dossier/contract/core/rights';
import type { Route } from '@dossier/contract/core/route';
import { home } from '@dossier/contract/core/home';
import { attachments, maxAttachments } from '@dossier/contract/documents/attachments';
import { archives, content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import { attachmentViews, preview } from '@dossier/contract/preview/preview';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { search } from '@dossier/contract/search/search';
import { messages } from '@dossier/contract/notifications/messages';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { come } from '../../../test/share-people.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { expectWholeTree } from '../../../test/tree-check.ts';
import { zipEntries } from '../../../test/zip-entries.ts';
import { newId } from '../../platform/ids.ts';
import { directLimits } from './zip-downloads.ts';

let dossier: TestServer;
let admin: Client;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let cabinet: string;
let folder: string;
/** The document of a test. */
let contract: string;
beforeAll(async () => {
  dossier = await openTestServer();
  ({ admin } = dossier);
  staff = await makeSignedIn(dossier);
  cabinet = await makeCabinet(admin);
});
beforeEach(async () => {
  folder = await makeFolder(admin, cabinet);
  contract = await makeDocument(dossier, admin, { parentId: folder, name: 'contract.txt', bytes: 'The contract' });
});
afterEach(() => expectWholeTree(dossier));
afterAll(() => dossier.close());

async function attach(name = 'annex.txt', bytes: Buffer | string = 'The annex', { to = contract, by = admin } = {}): Promise<string> {
  const body = Buffer.from(bytes);
  const { id, uploadUrl } = await by.call(attachments.preUpload, { objId: to, name, size: body.length });
  await upload(dossier, uploadUrl, body);
  return id;
}

const listOf = async (objId = contract, by = admin) => (await by.call(attachments.list, { objId })).list;
const namesOf = async (objId = contract): Promise<string[]> => (await listOf(objId)).map(({ name }) => name);
const grant = (objId: string, to: number, by = admin) =>
  by.call(permissions.grant, { objId, granteeType: 'user', granteeId: staff.id, level: to, reach: 'all' });
const idsIn = async (parentId: string) => (await admin.call(library.items, { parentId })).list.map(({ id }) => id);
const remove = (...objIds: string[]) => admin.call(library.delete, { objIds });
const restore = (...objIds: string[]) => admin.call(library.restore, { objIds });

describe('rights', () => {
  it('are those of the document: who reads it has its attachments, who modifies it changes them', async () => {
    const annex = await attach();
    const { client } = staff;
    const outcomes = async () => {
      const calls: [Route, object][] = [
        [attachments.list, { objId: contract }],
        [attachmentViews.view, { id: annex }],
        [attachments.download, { id: annex }],
        [attachments.preUpload, { objId: contract, name: 'scan.txt', size: 1 }],
      ];
      const codes: number[] = [];
      for (const [route, input] of calls) codes.push((JSON.parse((await client.raw(route, input)).text) as { code: number }).code);
      return codes;
    };
    expect(await outcomes()).toEqual([1002, 5701, 5701, 1002]);
    await grant(contract, level.title);
    expect(await outcomes()).toEqual([4610, 5701, 5701, 1001]);
    await dossier.drain();
    expect((await client.call(search.search, { keyword: 'annex' })).totalNumber).toBe(0);
    await grant(contract, level.view);
    expect(await outcomes()).toEqual([200, 200, 4611, 1001]);
    expect(await client.call(attachments.list, { objId: contract })).toMatchObject({
      mayChange: false,
      totalNumber: 1,
      list: [{ id: annex, name: 'annex.txt', attachedTo: contract, rights: level.view, canEdit: false }],
    });
    expect(await client.refused(attachments.delete, { id: annex })).toBe(1001);
    await grant(contract, level.modify);
    expect(await outcomes()).toEqual([200, 200, 200, 200]);
    expect((await client.call(attachments.list, { objId: contract })).mayChange).toBe(true);
    const { downloadUrl } = await client.call(attachments.download, { id: annex });
    expect((await dossier.server.app.inject({ url: downloadUrl })).payload).toBe('The annex');
    await client.call(attachments.delete, { id: annex });
    expect(await namesOf()).toEqual([]);
    for (const route of [attachmentViews.view, attachments.download, attachments.delete])
      expect(await client.refused(route, { id: annex })).toBe(5701);
    // a document is no attachment
    expect(await client.refused(attachments.delete, { id: contract })).toBe(5701);
  });

  it('to change them end with a lock of somebody else, and in a publishing cabinet', async () => {
    const annex = await attach();
    await grant(contract, level.modify);
    await staff.client.call(content.lock, { id: contract });
    expect(await admin.refused(attachments.preUpload, { objId: contract, name: 'x.txt', size: 1 })).toBe(4619);
    expect(await admin.refused(attachments.delete, { id: annex })).toBe(4619);
    expect((await admin.call(attachments.list, { objId: contract })).mayChange).toBe(false);
    const mine = await attach('of the holder.txt', 'x', { by: staff.client });
    await staff.client.call(attachments.delete, { id: mine });
    expect(await admin.refused(library.restore, { objIds: [mine] })).toBe(4619);
    await staff.client.call(content.unlock, { id: contract });
    await restore(mine);
    expect(await namesOf()).toEqual(['annex.txt', 'of the holder.txt']);
    // a document comes into such a cabinet by a flow alone
    const publishing = await makeCabinet(admin);
    const published = await makeDocument(dossier, admin, { parentId: publishing });
    await dossier.services.database.write((db) =>
      db.updateTable('item').set({ publishing: 1 }).where('id', '=', Number(publishing)).execute(),
    );
    expect(await admin.refused(attachments.preUpload, { objId: published, name: 'x.txt', size: 1 })).toBe(4403);
    expect((await admin.call(attachments.list, { objId: published })).mayChange).toBe(false);
  });

  it('let nobody do with an attachment what is done with documents', async () => {
    const annex = await attach('annex.txt');
    const picture = await attach('plan.png');
    const asks: [Route, object][] = [
      [library.update, { id: annex, name: 'other.txt' }],
      [library.delete, { objIds: [annex] }],
      [library.cut, { objIds: [annex] }],
      [library.copy, { objIds: [annex] }],
      [library.move, { objIds: [annex], parentId: cabinet }],
      [content.lock, { id: annex }],
      [content.checkOut, { id: annex }],
      [content.preCheckIn, { id: annex, size: 1 }],
      [permissions.grant, { objId: annex, granteeType: 'user', granteeId: staff.id, level: level.view }],
      [permissions.inherit, { objId: annex, inherit: false }],
      [favourites.addFavorite, { objIds: [annex] }],
      [shares.create, { objIds: [annex], name: 'A share' }],
      [attachments.preUpload, { objId: annex, name: 'x.txt', size: 1 }],
    ];
    for (const [route, input] of asks) expect([route.path, await admin.refused(route, input)]).toEqual([route.path, 5702]);
    expect(await admin.refused(editing.preEdit, { id: annex })).toBe(4614);
    for (const [route, input] of [
      [library.items, { parentId: contract }],
      [content.preUpload, { parentId: contract, name: 'x.txt', size: 1 }],
      [library.move, { objIds: [folder], parentId: contract }],
    ] as const)
      expect([route.path, await admin.refused(route, input)]).toEqual([route.path, 4501]);
    expect((await admin.call(permissions.check, { objIds: [annex, contract], rights: level.modify })).hasRights).toEqual([false, true]);
    expect(await idsIn(folder)).toEqual([contract]);
    // the neighbours of an attachment are the other ones
    expect((await admin.call(preview.viewNext, { id: annex })).id).toBe(picture);
  });
});

describe('adding', () => {
  it('numbers names, refuses illegal ones and more than there may be, and is logged on the document', async () => {
    await attach('annex.txt');
    await attach('ANNEX.txt');
    expect(await namesOf()).toEqual(['annex.txt', 'ANNEX (2).txt']);
    expect((await admin.call(library.items, { parentId: folder })).list).toMatchObject([{ id: contract, attachments: 2 }]);
    expect(await admin.refused(attachments.preUpload, { objId: contract, name: 'a/b', size: 1 })).toBe(1005);
    await dossier.drain();
    const { list } = await admin.call(operationLog.itemLog, { objId: contract });
    expect(list.filter(({ action }) => action === 836)).toHaveLength(2);
    await dossier.services.database.write(async (db) => {
      const row = await db.selectFrom('item').selectAll().where('parent_id', '=', Number(contract)).limit(1).executeTakeFirstOrThrow();
      const rows = Array.from({ length: maxAttachments - 3 }, (_, n) => ({ ...row, id: newId(), name: `${n}`, name_key: `${n}` }));
      await db.insertInto('item').values(rows).execute();
    });
    // opened while there is room for one: the second finds none
    const open = async () => admin.call(attachments.preUpload, { objId: contract, name: 'last.txt', size: 1 });
    const [one, two] = [await open(), await open()];
    await upload(dossier, one.uploadUrl, Buffer.from('1'));
    await expect(upload(dossier, two.uploadUrl, Buffer.from('2'))).rejects.toThrow('5703');
    expect(await admin.refused(attachments.preUpload, { objId: contract, name: 'x.txt', size: 1 })).toBe(5703);
    await remove(contract);
    await admin.call(library.remove, { objIds: [contract] });
  });

  it('is refused when the document was deleted while the bytes came, and leaves none of them', async () => {
    const bytes = randomBytes(5000);
    const { uploadUrl } = await admin.call(attachments.preUpload, { objId: contract, name: 'late.bin', size: bytes.length });
    await remove(contract);
    await expect(upload(dossier, uploadUrl, bytes)).rejects.toThrow('1002');
    await restore(contract);
    expect(await namesOf()).toEqual([]);
    dossier.clock.forward(2 * 3600_000);
    await dossier.drain();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await dossier.services.storage.has(sha256)).toBe(false);
  });
});

describe('with their document', () => {
  it('attachments are moved, and change rights', async () => {
    const annex = await attach();
    const other = await makeCabinet(admin);
    await admin.call(library.move, { objIds: [folder], parentId: other });
    await grant(contract, level.view);
    expect((await listOf(contract, staff.client)).map(({ id }) => id)).toEqual([annex]);
    await expectWholeTree(dossier);
    await admin.call(library.move, { objIds: [contract], parentId: cabinet });
    await admin.call(permissions.inherit, { objId: contract, inherit: false });
    expect(await listOf()).toMatchObject([{ id: annex, cabinetId: cabinet }]);
    await remove(contract);
  });

  it('are deleted and restored, from folders too, but for what was deleted before', async () => {
    const annex = await attach();
    const scan = await attach('scan.txt');
    await admin.call(attachments.delete, { id: scan });
    expect((await admin.call(library.bin)).list[0]).toMatchObject({ id: scan, name: 'scan.txt' });
    await remove(contract);
    await expectWholeTree(dossier);
    await remove(folder);
    expect(await admin.refused(attachmentViews.view, { id: annex })).toBe(5701);
    // the document of an attachment comes back first
    expect(await admin.refused(library.restore, { objIds: [scan] })).toBe(4812);
    await restore(contract);
    expect(await namesOf()).toEqual(['annex.txt']);
    await remove(folder);
    await expectWholeTree(dossier);
    await restore(folder);
    expect(await namesOf()).toEqual(['annex.txt']);
    await attach('scan.txt');
    expect((await restore(scan)).list[0]).toMatchObject({ objId: scan, name: 'scan (2).txt' });
    expect(await namesOf()).toEqual(['annex.txt', 'scan.txt', 'scan (2).txt']);
  });

  it('are purged, with those deleted before, and free their bytes', async () => {
    const [one, two] = [randomBytes(900), randomBytes(901)];
    const first = await attach('one.bin', one);
    const second = await attach('two.bin', two);
    const blobs = await dossier.services.database.read
      .selectFrom('revision')
      .select('sha256')
      .where('document_id', 'in', [Number(first), Number(second)])
      .execute();
    await admin.call(attachments.delete, { id: first });
    await remove(contract);
    await admin.call(library.remove, { objIds: [contract] });
    expect((await admin.call(library.bin, { keyword: 'one.bin' })).list).toEqual([]);
    await dossier.drain();
    dossier.clock.forward(2 * 3600_000);
    await dossier.drain();
    expect(await Promise.all(blobs.map(({ sha256 }) => dossier.services.storage.has(sha256)))).toEqual([false, false]);
  });

  it('are copied only where that is asked', async () => {
    const annex = await attach();
    await admin.call(library.copy, { objIds: [folder, contract] });
    const place = await makeFolder(admin, cabinet);
    const { ids: bare } = await admin.call(library.paste, { parentId: place });
    expect(await namesOf(bare[1])).toEqual([]);
    const { ids } = await admin.call(library.paste, { parentId: place, onSameName: 'rename', attachments: true });
    const inFolder = (await idsIn(ids[0] ?? ''))[0] ?? '';
    for (const id of [inFolder, ids[1] ?? '']) expect(await listOf(id)).toMatchObject([{ name: 'annex.txt', attachedTo: id }]);
    expect((await listOf(ids[1])).map(({ id }) => id)).not.toContain(annex);
    expect((await listOf()).map(({ id }) => id)).toEqual([annex]);
  });
});

describe('in zips', () => {
  const bytesAt = async (url: string) => (await dossier.server.app.inject({ url })).rawPayload;
  const inZip = async (url: string) => Object.keys(await zipEntries(await bytesAt(url))).toSorted();

  it('they are in a folder beside their document where that is asked, and else counted', async () => {
    const deep = await makeFolder(admin, folder, { name: 'deep' });
    const plan = await makeDocument(dossier, admin, { parentId: deep, name: `${'x'.repeat(248)}.txt`, bytes: 'The plan' });
    // a name that the folder of attachments would have
    await makeFolder(admin, folder, { name: 'CONTRACT.txt 附件' });
    await attach();
    await admin.call(attachments.delete, { id: await attach('deleted.txt') });
    await attach('sketch.txt', 'The sketch', { to: plan });
    const { name } = (await admin.call(library.ancestors, { id: folder })).at(-1) ?? { name: '' };
    const bare = await admin.call(archives.downloadFolder, { id: folder });
    expect(bare.attachments).toBe(2);
    const documents = ['', 'CONTRACT.txt 附件/', 'contract.txt', 'deep/', `deep/${'x'.repeat(248)}.txt`];
    expect(await inZip(bare.downloadUrl)).toEqual(documents.map((path) => `${name}/${path}`).toSorted());
    const whole = await admin.call(archives.downloadFolder, { id: folder, attachments: true });
    expect(whole.attachments).toBeUndefined();
    const added = ['contract.txt 附件 (2)/annex.txt', `deep/${'x'.repeat(248)} 附件/sketch.txt`];
    expect(await inZip(whole.downloadUrl)).toEqual([...documents, ...added].map((path) => `${name}/${path}`).toSorted());
    expect((await zipEntries(await bytesAt(whole.downloadUrl)))[`${name}/contract.txt 附件 (2)/annex.txt`]).toBe('The annex');
    // each time that a document is in a zip, its attachments are beside it
    const twice = await admin.call(archives.downloadSelection, { objIds: [folder, contract], attachments: true });
    expect(await inZip(twice.downloadUrl)).toEqual(expect.arrayContaining(['contract.txt 附件/annex.txt', `${name}/${added[0]}`]));
    await dossier.drain();
    const { list } = await admin.call(operationLog.itemLog, { objId: folder });
    expect(list.filter(({ action }) => action === 314).map(({ detail = '{}' }) => JSON.parse(detail) as unknown)).toEqual([
      { attachments: [3] },
      { attachments: [2] },
      { attachments: [2] },
      {},
    ]);
  });

  it('they are had by who may download their document, and by no visitor of a link', async () => {
    const other = await makeDocument(dossier, admin, { parentId: folder, name: 'other.txt', bytes: 'Another' });
    await attach();
    await attach('secret.txt', 'secret', { to: other });
    await grant(folder, level.download);
    await grant(other, level.view);
    const { client } = staff;
    expect((await client.call(archives.downloadFolder, { id: folder })).attachments).toBe(1);
    const { downloadUrl } = await client.call(archives.downloadSelection, { objIds: [contract, other], attachments: true });
    expect(await inZip(downloadUrl)).toEqual(['contract.txt', 'contract.txt attachments/annex.txt']);
    const { token } = await admin.call(shares.create, { objIds: [folder], allowDownload: true });
    const visitor = await come(dossier, token);
    const shared = await visitor.call(links.downloadAll, { token });
    expect(shared).not.toHaveProperty('attachments');
    expect((await inZip(shared.downloadUrl)).map((path) => path.replace(/^[^/]*\//, ''))).toEqual(['', 'contract.txt', 'other.txt']);
    // the right ends between the promise and the download
    await grant(folder, level.view);
    expect(await bytesAt(downloadUrl).then(String)).toContain('4629');
  });

  it('they are in those made in the background, until one of them is deleted', async () => {
    const annex = await attach();
    await admin.call(archives.compress, { id: [contract, folder], attachments: true });
    await dossier.drain();
    const id = (await admin.call(messages.unread)).list[0]?.id ?? '';
    const { downloadUrl } = await admin.call(messages.zip, { id });
    expect(await inZip(downloadUrl)).toEqual(expect.arrayContaining(['contract.txt', 'contract.txt 附件/annex.txt']));
    await admin.call(attachments.delete, { id: annex });
    expect((await dossier.server.app.inject({ url: downloadUrl })).statusCode).toBe(403);
  });

  it('they count in its limits', async () => {
    const resize = (id: string, size: number) =>
      dossier.services.database.write((db) => db.updateTable('item').set({ size }).where('id', '=', Number(id)).execute());
    const annex = await attach();
    await resize(annex, directLimits.bytes);
    await admin.call(archives.downloadFolder, { id: folder });
    expect(await admin.refused(archives.downloadFolder, { id: folder, attachments: true })).toBe(4626);
    await resize(annex, 9);
    await dossier.services.database.write(async (db) => {
      const row = await db.selectFrom('item').selectAll().where('id', '=', Number(contract)).executeTakeFirstOrThrow();
      const rows = Array.from({ length: directLimits.documents - 1 }, (_, n) => ({
        ...row,
        id: newId(),
        name: `${n}`,
        name_key: `${n}`,
        attachments: 0,
      }));
      for (let at = 0; at < rows.length; at += 200)
        await db
          .insertInto('item')
          .values(rows.slice(at, at + 200))
          .execute();
    });
    expect((await admin.call(archives.downloadFolder, { id: folder })).attachments).toBe(1);
    expect(await admin.refused(archives.downloadFolder, { id: folder, attachments: true })).toBe(4625);
    await dossier.services.database.write((db) =>
      db.deleteFrom('item').where('parent_id', '=', Number(folder)).where('id', '<>', Number(contract)).execute(),
    );
  });
});

it('search finds them where the document is seen, and no list of documents or visitor does', async () => {
  const mine = await makeCabinet(admin, { moduleType: moduleType.my });
  const contractOfMine = await makeDocument(dossier, admin, { parentId: mine, name: 'offer.txt' });
  const annex = await attach('quokka.txt', 'A wombat among marsupials', { to: contractOfMine });
  await dossier.drain();
  const find = async (keyword: string, parentId?: string) =>
    (await admin.call(search.search, { keyword, ...(parentId && { parentId }) })).list;
  for (const keyword of ['quokka', 'wombat'])
    expect(await find(keyword, mine)).toMatchObject([
      { id: annex, attachedTo: contractOfMine, path: expect.stringMatching(/offer\.txt$/) as unknown },
    ]);
  expect(await find('quokka', folder)).toEqual([]);
  expect((await staff.client.call(search.search, { keyword: 'quokka' })).list).toEqual([]);
  expect((await admin.call(home.newest, { pageSize: 50 })).list.map(({ id }) => id)).toContain(contractOfMine);
  expect((await admin.call(home.newest, { pageSize: 50 })).list.map(({ id }) => id)).not.toContain(annex);
  const { token } = await admin.call(shares.create, { objIds: [contractOfMine], name: 'An offer', allowDownload: true });
  const visitor = await come(dossier, token);
  expect((await visitor.call(links.view, { token, id: contractOfMine })).id).toBe(contractOfMine);
  expect(await visitor.refused(links.view, { token, id: annex })).toBe(1002);
});
