import { permissions } from '@dossier/contract/access/permissions';
import { notes } from '@dossier/contract/classification/notes';
import { level } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { admin } from '@dossier/contract/identity/user-administration';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

/** Ann manages a document that Bob may view; Eve sees nothing of it. */
let dossier: TestServer;
let ann: SignedIn;
let bob: SignedIn;
let eve: SignedIn;
let cabinet: string;
let document: string;
beforeAll(async () => {
  dossier = await openTestServer();
  [ann, bob, eve] = [await makeSignedIn(dossier), await makeSignedIn(dossier), await makeSignedIn(dossier)];
  cabinet = await makeCabinet(dossier.admin, { name: 'Noted' });
  for (const [who, granted] of [
    [ann, level.full],
    [bob, level.view],
  ] as const)
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: who.id, level: granted, reach: 'all' });
});
beforeEach(async () => {
  dossier.clock.forward(1000);
  document = await makeDocument(dossier, ann.client, { parentId: cabinet });
});
afterAll(() => dossier.close());

const write = async (who: SignedIn, content: string, shared = false, objId = document): Promise<string> =>
  (await who.client.call(notes.create, { objId, content, shared })).id;
const seen = async (who: SignedIn) => (await who.client.call(notes.list, { objId: document })).list;

describe('notes', () => {
  it('of one person on an item are a hundred at most: 5905, until one is deleted', async () => {
    const first = await write(bob, 'the first');
    const { database } = dossier.services;
    await database.write(async (db) => {
      const row = await db.selectFrom('note').selectAll().where('id', '=', Number(first)).executeTakeFirstOrThrow();
      const rows = Array.from({ length: 98 }, (_, at) => ({ ...row, id: row.id + at + 1, shared: at % 2 }));
      await db.insertInto('note').values(rows).execute();
    });
    dossier.clock.forward(1000);
    await write(bob, 'the last');
    expect(await bob.client.refused(notes.create, { objId: document, content: 'one more', shared: true })).toBe(5905);
    // others, and other items, are not counted
    await write(ann, 'of somebody else');
    await write(bob, 'elsewhere', false, cabinet);
    await bob.client.call(notes.delete, { id: first });
    await write(bob, 'in its place');
    expect(await bob.client.refused(notes.create, { objId: document, content: 'one more' })).toBe(5905);
  });

  it('are of their writer alone unless they are shared, newest first', async () => {
    await write(ann, 'mine');
    dossier.clock.forward(1000);
    await write(ann, 'for all', true);
    dossier.clock.forward(1000);
    await write(bob, 'also mine');
    expect((await seen(ann)).map(({ content, own, shared }) => [content, own, shared])).toEqual([
      ['for all', true, true],
      ['mine', true, false],
    ]);
    expect((await seen(bob)).map(({ content, own, mayDelete }) => [content, own, mayDelete])).toEqual([
      ['also mine', true, true],
      ['for all', false, false],
    ]);
    expect(await ann.client.call(notes.list, { objId: document, pageSize: 1, pageNo: 2 })).toMatchObject({
      totalNumber: 2,
      list: [{ content: 'mine' }],
    });
  });

  it('are written on what the caller sees: hidden items are as missing', async () => {
    expect(await eve.client.refused(notes.create, { objId: document, content: 'x' })).toBe(1002);
    expect(await eve.client.refused(notes.list, { objId: document })).toBe(1002);
    const shared = await write(ann, 'for all', true);
    for (const route of [notes.update, notes.delete]) expect(await eve.client.refused(route, { id: shared, content: 'x' })).toBe(5901);
  });

  it('are changed by their writer alone; who manages the item may delete a shared one', async () => {
    const [shared, own] = [await write(bob, 'one', true), await write(bob, 'two')];
    await bob.client.call(notes.update, { id: shared, content: 'one more' });
    expect(await ann.client.refused(notes.update, { id: shared, content: 'x' })).toBe(5904);
    for (const route of [notes.update, notes.delete]) expect(await ann.client.refused(route, { id: own, content: 'x' })).toBe(5901);
    await ann.client.call(notes.delete, { id: shared });
    expect((await seen(bob)).map(({ content }) => content)).toEqual(['two']);
    const others = await write(ann, 'of Ann', true);
    expect(await bob.client.refused(notes.delete, { id: others })).toBe(5904);
    await bob.client.call(notes.update, { id: own, shared: true });
    expect((await seen(ann)).map(({ content }) => content)).toContain('two');
    await bob.client.call(notes.delete, { id: own });
    expect((await seen(ann)).map(({ content }) => content)).toEqual(['of Ann']);
  });

  it('have one to a hundred characters, each counted as one', async () => {
    for (const [content, code] of [
      ['', 5903],
      [' \n ', 5903],
      ['字'.repeat(101), 5902],
      ['x'.repeat(10_001), 400],
    ] as const)
      expect([content.length, await ann.client.refused(notes.create, { objId: document, content })]).toEqual([content.length, code]);
    const id = await write(ann, '😀'.repeat(100));
    expect(await ann.client.refused(notes.update, { id, content: 'x'.repeat(101) })).toBe(5902);
    expect(await ann.client.refused(notes.update, { id, content: ' ' })).toBe(5903);
    expect((await seen(ann))[0]?.content).toBe('😀'.repeat(100));
  });

  it('mark their items in lists for those who see them', async () => {
    const folder = await makeFolder(ann.client, cabinet);
    const [one, two] = [
      await makeDocument(dossier, ann.client, { parentId: folder, name: 'one.txt' }),
      await makeDocument(dossier, ann.client, { parentId: folder, name: 'two.txt' }),
    ];
    await write(ann, 'for all', true, one);
    const own = await write(ann, 'mine', false, two);
    const marked = async (who: SignedIn) =>
      (await who.client.call(library.items, { parentId: folder })).list.flatMap(({ name, noted }) => (noted ? [name] : []));
    expect([await marked(ann), await marked(bob)]).toEqual([['one.txt', 'two.txt'], ['one.txt']]);
    await ann.client.call(notes.delete, { id: own });
    expect(await marked(ann)).toEqual(['one.txt']);
  });

  it('come back with an item from the bin, are not copied, and go when it is purged', async () => {
    const id = await write(ann, 'for all', true);
    await ann.client.call(library.delete, { objIds: [document] });
    expect(await ann.client.refused(notes.update, { id, content: 'x' })).toBe(5901);
    await ann.client.call(library.restore, { objIds: [document] });
    expect((await seen(ann)).map(({ content }) => content)).toEqual(['for all']);
    const other = await makeFolder(ann.client, cabinet);
    await ann.client.call(library.copy, { objIds: [document] });
    await ann.client.call(library.paste, { parentId: other });
    const [copy] = (await ann.client.call(library.items, { parentId: other })).list;
    expect([copy?.noted ?? false, (await ann.client.call(notes.list, { objId: copy?.id ?? '' })).totalNumber]).toEqual([false, 0]);
    await ann.client.call(library.delete, { objIds: [document] });
    await ann.client.call(library.remove, { objIds: [document] });
    expect(await ann.client.refused(notes.delete, { id })).toBe(5901);
    expect(await dossier.services.database.read.selectFrom('note').select('id').where('id', '=', Number(id)).execute()).toEqual([]);
  });

  it('stay under the name of somebody whose account is removed where they are shared', async () => {
    const cleo = await makeSignedIn(dossier, { fullName: 'Cleo' });
    await dossier.admin.call(permissions.grant, {
      objId: cabinet,
      granteeType: 'user',
      granteeId: cleo.id,
      level: level.view,
      reach: 'all',
    });
    await write(cleo, 'for all', true);
    const own = await write(cleo, 'mine');
    await dossier.admin.call(admin.deleteUser, { id: cleo.id });
    expect((await seen(ann)).map(({ content, userName }) => [content, userName])).toEqual([['for all', 'Cleo']]);
    expect(await dossier.services.database.read.selectFrom('note').select('id').where('id', '=', Number(own)).execute()).toEqual([]);
  });

  it('are logged where they are shared', async () => {
    await write(ann, 'mine');
    const id = await write(ann, 'for all', true);
    await ann.client.call(notes.delete, { id });
    await dossier.drain();
    const { list } = await ann.client.call(operationLog.itemLog, { objId: document });
    expect(list.filter(({ action }) => action >= 825 && action <= 827).map(({ action }) => action)).toEqual([827, 825]);
  });
});
