import { activity } from '@dossier/contract/activity/activity';
import { permissions } from '@dossier/contract/access/permissions';
import { favourites } from '@dossier/contract/classification/favourites';
import { comments } from '@dossier/contract/comments/comments';
import { home } from '@dossier/contract/core/home';
import { level } from '@dossier/contract/core/rights';
import type { Route } from '@dossier/contract/core/route';
import { site } from '@dossier/contract/core/site';
import { attachments } from '@dossier/contract/documents/attachments';
import { archives, content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { validity } from '@dossier/contract/documents/validity';
import { offlineCopies } from '@dossier/contract/preview/offline-copies';
import { preview } from '@dossier/contract/preview/preview';
import { thumbnails } from '@dossier/contract/preview/thumbnails';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { search } from '@dossier/contract/search/search';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { type Dav, makeDevice } from './dav-client.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from './make-items.ts';
import { makeSignedIn } from './make.ts';
import { come } from './share-people.ts';
import { type TestServer, openTestServer } from './test-server.ts';
import { openWopi, type WopiDocument } from './wopi/wopi-client.ts';

/**
 * An expired document in a cabinet that shows such to who manages it, or to who may modify it: Rea reads, Mod modifies, and the administrator, who
 * shared the folder by a link, manages.
 */
let dossier: TestServer;
let rea: Awaited<ReturnType<typeof makeSignedIn>>;
let mod: Awaited<ReturnType<typeof makeSignedIn>>;
let disk: Dav;
let opened: WopiDocument;
let visitor: Client;
let token: string;
let address: string;
let ticket: string;
const at = { cabinet: '', folder: '', doc: '', file: '' };

const grant = (granteeId: string, given: number) =>
  dossier.admin.call(permissions.grant, { objId: at.cabinet, granteeType: 'user', granteeId, level: given, reach: 'all' });
const showTo = (expiredFor: 'everybody' | 'modify' | 'manage') => dossier.admin.call(library.updateCabinet, { id: at.cabinet, expiredFor });

beforeAll(async () => {
  dossier = await openTestServer();
  address = await dossier.listen();
  [rea, mod] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  at.cabinet = await makeCabinet(dossier.admin, { name: 'Contracts' });
  at.folder = await makeFolder(dossier.admin, at.cabinet, { name: 'Leases' });
  at.doc = await makeDocument(dossier, dossier.admin, { parentId: at.folder, name: 'oldlease.docx', bytes: 'PK' });
  await makeDocument(dossier, dossier.admin, { parentId: at.folder, name: 'current.txt' });
  const { id, uploadUrl } = await dossier.admin.call(attachments.preUpload, { objId: at.doc, name: 'annex.txt', size: 5 });
  await upload(dossier, uploadUrl, Buffer.from('annex'));
  at.file = id;
  await grant(rea.id, level.download);
  await grant(mod.id, level.modify);
  await dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } });
  disk = await makeDevice(dossier, rea);
  for (const { client } of [rea, mod]) {
    await client.call(favourites.addFavorite, { objIds: [at.doc] });
    await client.call(preview.view, { id: at.doc });
  }
  opened = await openWopi(dossier, rea.client, at.doc);
  ticket = (await rea.client.call(content.download, { id: at.doc })).downloadUrl;
  ({ token } = await dossier.admin.call(shares.create, { objIds: [at.folder], name: 'Leases', allowDownload: true }));
  visitor = await come(dossier, token);
  await dossier.drain();
  await dossier.admin.call(validity.set, { objIds: [at.doc], validUntil: new Date(dossier.clock.now() - 1000).toISOString() });
  await dossier.drain();
});
afterAll(() => dossier.close());

/** Lists that could name the document. */
const lists: [string, Route, () => object][] = [
  ['a folder', library.items, () => ({ parentId: at.folder })],
  ['its documents', library.documents, () => ({ parentId: at.folder })],
  ['a filtered folder', library.items, () => ({ parentId: at.folder, keyword: 'oldlease' })],
  ['a search', search.search, () => ({ keyword: 'oldlease', in: 'name', sort: 'relevance' })],
  ['favourites', favourites.favorites, () => ({})],
  ['favourites at home', home.favorite, () => ({})],
  ['what was opened', home.open, () => ({})],
  ['what is new', home.newest, () => ({})],
  ['what is read', home.view, () => ({})],
  ['the activity of the folder', activity.list, () => ({ objId: at.folder })],
  ['the activity of all', activity.list, () => ({})],
];

/** Calls about the document, or about its attachment. */
const calls: [string, Route, () => object][] = [
  ['its details', library.documentDetail, () => ({ id: at.doc })],
  ['its way', library.ancestors, () => ({ id: at.doc })],
  ['its versions', content.revisions, () => ({ id: at.doc })],
  ['a viewer', preview.view, () => ({ id: at.doc })],
  ['a download', content.download, () => ({ id: at.doc })],
  ['a copy offline', offlineCopies.keep, () => ({ id: at.doc })],
  ['a zip of it', archives.downloadSelection, () => ({ objIds: [at.doc] })],
  ['its rights', permissions.list, () => ({ objId: at.doc })],
  ['its log', operationLog.itemLog, () => ({ objId: at.doc })],
  ['its comments', comments.list, () => ({ objId: at.doc })],
  ['its attachments', attachments.list, () => ({ objId: at.doc })],
  ['its attachment', attachments.download, () => ({ id: at.file })],
  ['its activity', activity.list, () => ({ objId: at.doc })],
  ['its dates', validity.set, () => ({ objIds: [at.doc], reviewTime: null })],
];

const namesIt = async (client: Client, route: Route, input: object): Promise<boolean> =>
  (await client.raw(route, input)).text.includes('oldlease');
const answersOf = (client: Client, route: Route, input: object) =>
  client.raw(route, input).then(({ text }) => (JSON.parse(text) as { code: number }).code);
const folderOf = (client: Client) => client.call(library.folderDetail, { id: at.folder });

describe.each([
  ['manage', () => [rea.client, mod.client], () => [dossier.admin]],
  ['modify', () => [rea.client], () => [mod.client, dossier.admin]],
  ['everybody', () => [], () => [rea.client, mod.client, dossier.admin]],
] as const)('an expired document that is visible to %s', (whom, hiddenFrom, shownTo) => {
  beforeAll(() => showTo(whom));

  it.each(lists)('is hidden from the others in %s', async (name, route, input) => {
    for (const client of hiddenFrom()) expect([name, await namesIt(client, route, input())]).toEqual([name, false]);
    // who only manages has marked and opened nothing
    if (/favourites|opened|read/.test(name)) return;
    for (const client of shownTo()) expect([name, await namesIt(client, route, input())]).toEqual([name, true]);
  });

  it.each(calls)('is missing for the others in %s', async (name, route, input) => {
    const missing = name === 'its attachment' ? 5701 : 1002;
    for (const client of hiddenFrom()) expect([name, await answersOf(client, route, input())]).toEqual([name, missing]);
    for (const client of shownTo()) expect(await answersOf(client, route, input())).not.toBe(missing);
  });

  it('counts where it is seen', async () => {
    for (const client of hiddenFrom()) expect((await folderOf(client)).childCount).toBe(1);
    for (const client of shownTo()) expect((await folderOf(client)).childCount).toBeGreaterThan(1);
  });

  it('is on the sync disk, in the office server, behind an address and in thumbnails as in lists', async () => {
    const isHidden = hiddenFrom().length > 0;
    const listed = await disk.ask('PROPFIND', '/dav/enterprise/Contracts/Leases', { headers: { depth: '1' } });
    expect([listed.status, listed.text.includes('oldlease')]).toEqual([207, !isHidden]);
    expect((await disk.ask('GET', '/dav/enterprise/Contracts/Leases/oldlease.docx')).status).toBe(isHidden ? 404 : 200);
    expect((await opened.get('/contents')).status).toBe(isHidden ? 404 : 200);
    expect((await fetch(address + ticket, { method: 'HEAD' })).status === 200).toBe(!isHidden);
    // one that is shown may still be in the making
    if (isHidden) expect(await rea.client.call(thumbnails.list, { ids: [at.doc] })).toEqual({ list: [{ id: at.doc, state: 'none' }] });
  });

  it('is open to visitors of a link only where everybody sees it', async () => {
    const isHidden = whom !== 'everybody';
    expect((await visitor.raw(links.items, { token, parentId: at.folder })).text.includes('oldlease')).toBe(!isHidden);
    const { text } = await visitor.raw(links.download, { token, id: at.doc });
    expect((JSON.parse(text) as { code: number }).code === 200).toBe(!isHidden);
  });
});

describe('the setting of a cabinet', () => {
  it('is changed by who manages it, and is of no other kind', async () => {
    expect(await mod.client.refused(library.update, { id: at.cabinet, expiredFor: 'manage' })).toBe(4901);
    expect(await dossier.admin.refused(library.update, { id: at.folder, expiredFor: 'manage' })).toBe(1003);
    await showTo('manage');
    expect((await dossier.admin.call(library.cabinetDetail, { id: at.cabinet })).expiredFor).toBe('manage');
  });

  it('goes along where rights are changed, granted and inherited, and what lies there is moved', async () => {
    await showTo('modify');
    const other = await makeFolder(dossier.admin, at.cabinet);
    const seenBy = async (client: Client, parentId: string) => namesIt(client, library.items, { parentId });
    await dossier.admin.call(library.move, { objIds: [at.doc], parentId: other });
    expect([await seenBy(rea.client, other), await seenBy(mod.client, other)]).toEqual([false, true]);
    // a folder with rights of its own
    const give = { objId: other, granteeType: 'user', granteeId: rea.id, reach: 'all' } as const;
    await dossier.admin.call(permissions.grant, { ...give, level: level.modify });
    expect([await seenBy(rea.client, other), await seenBy(mod.client, other)]).toEqual([true, true]);
    await dossier.admin.call(permissions.grant, { ...give, level: level.view });
    expect([await seenBy(rea.client, other), await seenBy(mod.client, other)]).toEqual([false, true]);
    // a document with rights of its own
    await dossier.admin.call(permissions.grant, { ...give, objId: at.doc, level: level.modify });
    expect(await seenBy(rea.client, other)).toBe(true);
    await dossier.admin.call(permissions.grant, { ...give, objId: at.doc, level: level.view });
    expect(await seenBy(rea.client, other)).toBe(false);
    // into the bin and back
    const { entries } = await dossier.admin.call(library.delete, { objIds: [at.doc] });
    await dossier.admin.call(library.restore, { objIds: entries.map(({ objId }) => objId) });
    expect([await seenBy(rea.client, other), await seenBy(mod.client, other)]).toEqual([false, true]);
    // a cabinet that hides nothing
    const open = await makeCabinet(dossier.admin);
    await dossier.admin.call(permissions.grant, { ...give, objId: open, level: level.view });
    await dossier.admin.call(library.move, { objIds: [at.doc], parentId: open });
    expect(await seenBy(rea.client, open)).toBe(true);
  });

  it('lets nobody who does not see an expired document take it along to where they would', async () => {
    await showTo('manage');
    const folder = await makeFolder(dossier.admin, at.cabinet, { name: 'Away' });
    const hidden = await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'oldlease-2.txt' });
    await dossier.admin.call(validity.set, { objIds: [hidden], validUntil: new Date(dossier.clock.now() - 1000).toISOString() });
    const own = await makeCabinet(mod.client, { moduleType: 2 });
    expect([4809, 1001, 4811, 4810]).toContain(await mod.client.refused(library.move, { objIds: [folder], parentId: own }));
    expect(await mod.client.refused(library.paste, { parentId: own, objIds: [hidden] })).toBe(4806);
    const { ids } = await mod.client.call(library.paste, { parentId: own, objIds: [folder] });
    expect(await namesIt(mod.client, library.items, { parentId: ids[0] ?? '' })).toBe(false);
  });
});
