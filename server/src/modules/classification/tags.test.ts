import { permissions } from '@dossier/contract/access/permissions';
import { tags } from '@dossier/contract/classification/tags';
import { codes } from '@dossier/contract/core/codes';
import { home } from '@dossier/contract/core/home';
import { level } from '@dossier/contract/core/rights';
import { mostTags } from '@dossier/contract/core/tag-mark';
import { library } from '@dossier/contract/documents/library';
import { admin } from '@dossier/contract/identity/user-administration';
import { people } from '@dossier/contract/identity/users';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { search } from '@dossier/contract/search/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { makeDepartment, makeSignedIn } from '../../../test/make.ts';

let dossier: TestServer;
let cabinet: string;
let owner: Awaited<ReturnType<typeof makeSignedIn>>;
let reader: Awaited<ReturnType<typeof makeSignedIn>>;

beforeAll(async () => {
  dossier = await openTestServer();
  [owner, reader] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  cabinet = await makeCabinet(owner.client, { moduleType: 2 });
  const grantInput = { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: level.view, reach: 'all' } as const;
  await owner.client.call(permissions.grant, grantInput);
});
afterAll(() => dossier.close());

const document = (): Promise<string> => makeDocument(dossier, owner.client, { parentId: cabinet });
const namesOn = async (client: Client, id: string): Promise<string[]> =>
  ((await client.call(library.documentDetail, { id })).tags ?? []).map((tag) => tag.name);
const inList = async (client: Client, id: string): Promise<string[]> =>
  ((await client.call(library.items, { parentId: cabinet, pageSize: 1000 })).list.find((item) => item.id === id)?.tags ?? []).map(
    (tag) => tag.name,
  );
const found = async (client: Client, input: object): Promise<string[]> =>
  (await client.call(search.search, input as { keyword: string })).list.map((item) => item.id);

describe('a personal tag', () => {
  it('is created, added, found and removed, and visible to its owner alone', async () => {
    const [one, other] = [await document(), await document()];
    await dossier.drain();
    const { id } = await reader.client.call(tags.create, { name: 'To read', colour: 'blue' });
    expect(await reader.client.refused(tags.create, { name: 'TO READ' })).toBe(codes.tagNameExists.code);
    await reader.client.call(tags.mark, { objIds: [one], add: [id] });
    expect(await inList(reader.client, one)).toEqual(['To read']);
    expect(await namesOn(owner.client, one)).toEqual([]);
    expect(await found(reader.client, { tagIds: [id] })).toEqual([one]);
    expect(await found(reader.client, { tagIds: [id], keyword: 'document' })).toEqual([one]);
    expect(await owner.client.refused(search.search, { keyword: '', tagIds: [id] })).toBe(codes.tagMissing.code);
    expect(await owner.client.refused(tags.mark, { objIds: [other], add: [id] })).toBe(codes.tagMissing.code);
    for (const route of [tags.update, tags.delete, tags.updateShared, tags.deleteShared])
      expect(await dossier.admin.refused(route, { id })).toBe(codes.tagMissing.code);
    expect(await reader.client.call(tags.list, { objIds: [one, other] })).toMatchObject([{ id, kind: 'personal', on: 1 }]);
    expect((await reader.client.call(home.tags)).list).toMatchObject([{ id, count: 1 }]);
    await reader.client.call(tags.update, { id, listed: false, name: 'Later' });
    expect([await inList(reader.client, one), await namesOn(reader.client, one)]).toEqual([[], ['Later']]);
    await reader.client.call(tags.mark, { objIds: [one], remove: [id] });
    expect(await namesOn(reader.client, one)).toEqual([]);
    await dossier.drain();
    expect((await owner.client.call(operationLog.itemLog, { objId: one })).list.map((line) => line.action)).toEqual([301]);
  });

  it('is deleted with its owner', async () => {
    const leaver = await makeSignedIn(dossier);
    await leaver.client.call(tags.create, { name: 'Mine' });
    await dossier.admin.call(admin.deleteUser, { id: leaver.id, heirId: owner.id });
    const left = await dossier.services.database.read.selectFrom('tag').select('id').where('owner_id', '=', Number(leaver.id)).execute();
    expect(left).toEqual([]);
  });
});

describe('a tag of the organisation', () => {
  it('is created with the permission for tags, added with the right to modify, and seen by all who see the item', async () => {
    const one = await document();
    expect(await owner.client.refused(tags.createShared, { name: 'Contract' })).toBe(codes.adminOnly.code);
    const { id } = await dossier.admin.call(tags.createShared, { name: 'Contract', colour: 'red' });
    expect(await reader.client.refused(tags.mark, { objIds: [one], add: [id] })).toBe(codes.noRightToOperate.code);
    await owner.client.call(tags.mark, { objIds: [one], add: [id] });
    expect(await inList(reader.client, one)).toEqual(['Contract']);
    expect(await reader.client.refused(tags.mark, { objIds: [one], remove: [id] })).toBe(codes.noRightToOperate.code);
    expect(await owner.client.refused(tags.update, { id, name: 'Mine now' })).toBe(codes.tagMissing.code);
    // the administrator sees no personal documents, so the tag counts none of them here
    expect(await found(dossier.admin, { tagIds: id })).toEqual([]);
    expect((await dossier.admin.call(home.tags)).list).toEqual([]);
    expect((await dossier.admin.call(tags.office, { keyword: 'contr' })).list).toMatchObject([{ id, uses: 1 }]);
    await dossier.drain();
    const [line] = (await owner.client.call(operationLog.itemLog, { objId: one })).list;
    expect(line).toMatchObject({ action: 806, detail: '{"tags":["","Contract"]}' });
  });

  it('is copied with its item, goes to the bin with it and is purged with it', async () => {
    const { id } = await dossier.admin.call(tags.createShared, { name: 'Copied' });
    const own = (await owner.client.call(tags.create, { name: 'Not copied' })).id;
    const one = await document();
    const folder = await makeFolder(owner.client, cabinet);
    await owner.client.call(tags.mark, { objIds: [one], add: [id, own] });
    await owner.client.call(library.copy, { objIds: [one] });
    const [copy = ''] = (await owner.client.call(library.paste, { parentId: folder })).ids;
    expect(await namesOn(owner.client, copy)).toEqual(['Copied']);
    await owner.client.call(library.delete, { objIds: [one] });
    expect(await found(owner.client, { tagIds: [id] })).toEqual([copy]);
    await owner.client.call(library.remove, { objIds: [one] });
    const rows = await dossier.services.database.read.selectFrom('item_tag').select('item_id').where('item_id', '=', Number(one)).execute();
    expect(rows).toEqual([]);
    await dossier.admin.call(tags.deleteShared, { id });
    expect(await namesOn(owner.client, copy)).toEqual([]);
  });
});

describe('a tag of a department', () => {
  it('is for the users of the department and those below it; its managers edit it, and no others', async () => {
    const head = await makeSignedIn(dossier);
    const top = await makeDepartment(dossier);
    const below = await makeDepartment(dossier, { parentId: top });
    const other = await makeDepartment(dossier);
    await dossier.admin.call(people.addToDepartment, { id: below, userIds: [owner.id] });
    await dossier.admin.call(people.setHeads, { id: top, userIds: [head.id] });
    expect(await head.client.refused(tags.createShared, { name: 'For all' })).toBe(codes.noRightToOperate.code);
    expect(await head.client.refused(tags.createShared, { name: 'Elsewhere', departmentId: other })).toBe(codes.noRightToOperate.code);
    const { id } = await head.client.call(tags.createShared, { name: 'Ours', departmentId: top });
    const theirs = (await dossier.admin.call(tags.createShared, { name: 'Theirs', departmentId: other })).id;
    expect((await head.client.call(tags.office)).list.map((tag) => tag.id)).toEqual([id]);
    expect(await head.client.refused(tags.deleteShared, { id: theirs })).toBe(codes.tagMissing.code);
    const known = (client: Client) =>
      client.call(tags.list).then((list) => list.filter((tag) => tag.kind === 'department').map((tag) => tag.name));
    expect([await known(owner.client), await known(reader.client)]).toEqual([['Ours'], []]);
    const one = await document();
    await owner.client.call(tags.mark, { objIds: [one], add: [id] });
    expect([await inList(owner.client, one), await inList(reader.client, one)]).toEqual([['Ours'], []]);
    await dossier.drain();
    const loggedData = async (client: Client) =>
      (await client.call(operationLog.itemLog, { objId: one })).list.find((line) => line.action === 806)?.detail;
    // the log of a document also has readers who do not see the tags of this department
    expect([await loggedData(owner.client), await loggedData(reader.client)]).toEqual(['{"tags":["","Ours"]}', undefined]);
    await dossier.admin.call(people.deleteDepartment, { id: other });
    await dossier.drain();
    expect((await dossier.admin.call(tags.office, { keyword: 'Theirs' })).totalNumber).toBe(0);
  });
});

describe('hostile input', () => {
  it('is refused: too many tags on one item, names of control characters, thousands of ids', async () => {
    const { client } = await makeSignedIn(dossier);
    const own = await makeCabinet(client, { moduleType: 2 });
    const ids: string[] = [];
    for (let n = 0; n <= mostTags.onItem; n++) ids.push((await client.call(tags.create, { name: `Tag ${n}` })).id);
    await client.call(tags.mark, { objIds: [own], add: ids.slice(0, mostTags.onItem) });
    expect(await client.refused(tags.mark, { objIds: [own], add: ids.slice(-1) })).toBe(codes.tooManyItems.code);
    expect(await client.refused(tags.create, { name: 'a\u202Eb' })).toBe(codes.nameIllegal.code);
    expect(await client.refused(tags.create, { name: 'x'.repeat(101) })).toBe(codes.invalidParams.code);
    const many = Array.from({ length: 10_000 }, (_, n) => String(n + 1));
    expect(await client.refused(tags.mark, { objIds: many, add: ids.slice(0, 1) })).toBe(codes.tooManyItems.code);
    expect(await client.refused(search.search, { keyword: '', tagIds: many })).toBe(codes.tooManyItems.code);
    expect(await client.refused(search.search, { keyword: '' })).toBe(codes.invalidParams.code);
  });

  it('gives the name to one of two concurrent creations', async () => {
    const { client } = await makeSignedIn(dossier);
    const tries = await Promise.allSettled([1, 2, 3].map(() => client.call(tags.create, { name: 'Race' })));
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });
});
