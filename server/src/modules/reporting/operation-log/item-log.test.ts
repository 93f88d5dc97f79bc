import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { home } from '@dossier/contract/core/home';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { preview } from '@dossier/contract/preview/preview';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

const view = async (client: Client, id: string): Promise<void> => {
  await client.call(preview.view, { id });
  await dossier.drain();
};

const download = async (client: Client, id: string): Promise<void> => {
  await client.call(content.download, { id });
  await dossier.drain();
};

const grant = async (owner: Client, objId: string, { to, bits }: { to: string; bits: number }): Promise<string> => {
  const { ids } = await owner.call(permissions.grant, { objId: [objId], granteeType: 'user', granteeId: to, level: bits, reach: 'all' });
  return ids[0] ?? '';
};

describe('the operation log', () => {
  it('lists the events of an item, newest first, in pages', async () => {
    const owner = await makeSignedIn(dossier, { fullName: 'Olga' });
    const cabinet = await makeCabinet(owner.client, { moduleType: 2 });
    const id = await makeDocument(dossier, owner.client, { parentId: cabinet, name: 'plan.txt' });
    await owner.client.call(library.update, { id, name: 'plan b.txt' });
    await view(owner.client, id);
    const log = await owner.client.call(operationLog.itemLog, { objId: id });
    expect(log.list.map((entry) => entry.action)).toEqual([action.documentView, action.documentUpdate, action.documentCreate]);
    expect(log.totalNumber).toBe(3);
    expect(log.list[1]).toMatchObject({ userName: 'Olga', objName: 'plan b.txt', address: '127.0.0.1' });
    expect(JSON.parse(log.list[1]?.detail ?? '')).toEqual({ name: ['plan.txt', 'plan b.txt'] });
    const second = await owner.client.call(operationLog.itemLog, { objId: id, pageNo: 2, pageSize: 2 });
    expect(second.list.map((entry) => entry.action)).toEqual([action.documentCreate]);
  });

  it('needs the right to read, and hides addresses and rights from those who do not manage', async () => {
    const [owner, guest] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
    const cabinet = await makeCabinet(owner.client, { moduleType: 2 });
    const folder = await makeFolder(owner.client, cabinet);
    expect(await guest.client.refused(operationLog.itemLog, { objId: folder })).toBe(codes.itemMissing.code);
    await grant(owner.client, folder, { to: guest.id, bits: level.title });
    expect(await guest.client.refused(operationLog.itemLog, { objId: folder })).toBe(codes.noRightToView.code);
    await grant(owner.client, folder, { to: guest.id, bits: level.view });
    await dossier.drain();
    const seen = await guest.client.call(operationLog.itemLog, { objId: folder });
    expect(seen.list.map((entry) => entry.action)).toEqual([action.permissionGrant, action.permissionGrant, action.folderCreate]);
    expect(seen.list.every((entry) => entry.address === undefined && entry.detail === undefined)).toBe(true);
    const own = await owner.client.call(operationLog.itemLog, { objId: folder });
    expect(JSON.parse(own.list[0]?.detail ?? '')).toMatchObject({ to: [guest.fullName], level: [level.title, level.view] });
  });

  it('names the destination of a move only to users who see it', async () => {
    const [owner, guest] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
    const cabinet = await makeCabinet(owner.client, { moduleType: 2 });
    const secret = await makeFolder(owner.client, cabinet, { name: 'Secret' });
    const box = await makeFolder(owner.client, cabinet);
    await grant(owner.client, box, { to: guest.id, bits: level.full });
    await owner.client.call(library.move, { objIds: [box], parentId: secret });
    await dossier.drain();
    const detailFor = async (client: Client) =>
      (await client.call(operationLog.itemLog, { objId: box })).list.find((entry) => entry.action === action.folderMove)?.detail;
    expect(JSON.parse((await detailFor(owner.client)) ?? '{}')).toEqual({ parent: ['Secret'] });
    expect(await detailFor(guest.client)).toBeUndefined();
  });

  it('lists a copy, with the folder and all in it, at the original and at the copy', async () => {
    const { client } = await makeSignedIn(dossier);
    const cabinet = await makeCabinet(client, { moduleType: 2 });
    const folder = await makeFolder(client, cabinet, { name: 'Box' });
    const inner = await makeFolder(client, folder);
    const document = await makeDocument(dossier, client, { parentId: inner });
    await client.call(library.copy, { objIds: [folder] });
    const [copy = ''] = (await client.call(library.paste, { parentId: cabinet, onSameName: 'rename' })).ids;
    const [innerCopy] = (await client.call(library.items, { parentId: copy })).list;
    const [documentCopy] = (await client.call(library.items, { parentId: innerCopy?.id ?? '' })).list;
    await dossier.drain();
    const said = async (objId = '') => (await client.call(operationLog.itemLog, { objId })).list.map((entry) => entry.action);
    for (const id of [folder, inner]) expect(await said(id)).toEqual([action.folderCopy, action.folderCreate]);
    expect(await said(document)).toEqual([action.documentCopy, action.documentCreate]);
    expect([await said(copy), await said(innerCopy?.id)]).toEqual([[action.folderCopy], [action.folderCopy]]);
    expect(await said(documentCopy?.id)).toEqual([action.documentCopy]);
  });

  it('remains when its item is purged', async () => {
    const { client } = await makeSignedIn(dossier);
    const cabinet = await makeCabinet(client, { moduleType: 2 });
    const id = await makeDocument(dossier, client, { parentId: cabinet, name: 'gone.txt' });
    await view(client, id);
    await client.call(library.delete, { objIds: [id] });
    await client.call(library.remove, { objIds: [id] });
    await dossier.drain();
    const { read } = dossier.services.database;
    const kept = await read.selectFrom('log_entry').select('action').where('obj_id', '=', Number(id)).execute();
    expect(kept.map((row) => row.action)).toContain(action.documentPurge);
    expect(await read.selectFrom('recent_item').selectAll().where('item_id', '=', Number(id)).execute()).toEqual([]);
    expect(await read.selectFrom('item_day').selectAll().where('item_id', '=', Number(id)).execute()).toEqual([]);
  });
});

describe('the panels of the home page', () => {
  it('show recently opened, new and most downloaded documents that the user sees', async () => {
    const [owner, guest] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
    const cabinet = await makeCabinet(owner.client, { moduleType: 2 });
    const folder = await makeFolder(owner.client, cabinet);
    const one = await makeDocument(dossier, owner.client, { parentId: folder, name: 'one.txt' });
    dossier.clock.forward(1000);
    const two = await makeDocument(dossier, owner.client, { parentId: folder, name: 'two.txt' });
    const grantId = await grant(owner.client, folder, { to: guest.id, bits: level.view });
    const idsOf = async (client: Client, route: typeof home.open) => (await client.call(route, {})).list.map((item) => item.id);

    for (const id of [two, one]) {
      dossier.clock.forward(1000);
      await view(guest.client, id);
    }
    for (const id of [one, two, two]) await download(owner.client, id);
    expect(await idsOf(guest.client, home.open)).toEqual([one, two]);
    expect(await idsOf(owner.client, home.open)).toEqual([]);
    expect(await idsOf(guest.client, home.newest)).toEqual([two, one]);
    expect((await owner.client.call(home.download, {})).list.map((item) => [item.id, item.count])).toEqual([
      [two, 2],
      [one, 1],
    ]);
    await owner.client.call(permissions.revoke, { objId: folder, id: grantId });
    for (const panel of [home.open, home.newest, home.download]) expect(await idsOf(guest.client, panel)).toEqual([]);
    dossier.clock.forward(31 * 86_400_000);
    expect(await idsOf(await dossier.as(owner), home.download)).toEqual([]);
  });
});
