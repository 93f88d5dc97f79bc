import { permissions } from '@dossier/contract/access/permissions';
import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { activity } from '@dossier/contract/activity/activity';
import { comments } from '@dossier/contract/comments/comments';
import { level, moduleType } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { attachments } from '@dossier/contract/documents/attachments';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { links, shares } from '@dossier/contract/sharing/shares';
import { flows } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handIn, makeFlowTemplate, stepOf } from '../../../test/make-flows.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { come } from '../../../test/share-people.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { sweepActivity } from './item-activity.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

/** Ann manages a cabinet that Bob may read; Tim sees only its titles, and Eve nothing of it. */
let dossier: TestServer;
let ann: SignedIn;
let bob: SignedIn;
let tim: SignedIn;
let eve: SignedIn;
let cabinet: string;
let folder: string;
beforeAll(async () => {
  dossier = await openTestServer();
  [ann, bob, tim, eve] = [
    await makeSignedIn(dossier, { fullName: 'Ann' }),
    await makeSignedIn(dossier, { fullName: 'Bob' }),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
  ];
  cabinet = await makeCabinet(dossier.admin, { name: 'Contracts' });
  await grant(ann, cabinet, level.full);
  await grant(bob, cabinet, level.view);
  await grant(tim, cabinet, level.title);
});
beforeEach(async () => {
  await pass();
  folder = await makeFolder(ann.client, cabinet);
  await pass();
});
afterAll(() => dossier.close());

const [hourMs, minuteMs] = [3_600_000, 60_000];

/** Delivers what happened, and lets so much time pass that what happens next is another line; nobody is signed out by that. */
async function pass(): Promise<void> {
  await dossier.drain();
  dossier.clock.forward(hourMs + 1000);
  for (const client of [dossier.admin, ann.client, bob.client, tim.client, eve.client]) await client.call(session.current);
}

const grant = (who: SignedIn, objId: string, bits: number) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: who.id, level: bits, reach: 'all' });

const ask = async (who: SignedIn, input: InputOf<typeof activity.list> = {}) => {
  await dossier.drain();
  return who.client.call(activity.list, input);
};

/** The lines of a stream in short: what happened how often, and to which items. */
const seen = async (who: SignedIn, input: InputOf<typeof activity.list> = {}) =>
  (await ask(who, input)).list.map(({ kind, count, items }) => [kind, count, items.map(({ name }) => name).join(' ')]);

async function revise(id: string): Promise<void> {
  const { uploadUrl } = await ann.client.call(content.preCheckIn, { id, size: 4 });
  await upload(dossier, uploadUrl, Buffer.from('next'));
}

const tables = async (itemId: string) => {
  const { read } = dossier.services.database;
  const rows = await read.selectFrom('activity').selectAll().where('item_id', '=', Number(itemId)).execute();
  const places = await read.selectFrom('activity_place').selectAll().where('item_id', '=', Number(itemId)).execute();
  return { rows: rows.length, places: places.length };
};

describe('the stream of a document', () => {
  it('tells what happened, by whom and where, newest first, each row once', async () => {
    const id = await makeDocument(dossier, ann.client, { parentId: folder, name: 'lease.txt' });
    await pass();
    for (const _ of [1, 2]) await revise(id);
    await pass();
    await ann.client.call(library.update, { id, name: 'rent.txt' });
    await ann.client.call(library.update, { id, description: 'no news' });
    await bob.client.call(comments.create, { objId: id, content: 'Why?' });
    await pass();
    const target = await makeFolder(ann.client, cabinet, { name: 'Signed' });
    await ann.client.call(library.move, { objIds: [id], parentId: target });
    await ann.client.call(shares.create, { objIds: [id] });
    const { id: request } = await ann.client.call(acknowledgements.create, {
      objId: id,
      principals: [{ granteeType: 'user', granteeId: bob.id }],
    });
    await bob.client.call(acknowledgements.acknowledge, { id: request });
    const { list, objName, before } = await ask(bob, { objId: id });
    expect([objName, before]).toEqual(['rent.txt', undefined]);
    expect(list.map(({ kind, userName, count, items }) => [kind, userName, count, items[0]?.name])).toEqual([
      ['acknowledged', 'Bob', 1, 'rent.txt'],
      ['asked', 'Ann', 1, 'rent.txt'],
      ['shared', 'Ann', 1, 'rent.txt'],
      ['moved', 'Ann', 1, 'rent.txt'],
      ['commented', 'Bob', 1, 'rent.txt'],
      ['renamed', 'Ann', 1, 'rent.txt'],
      ['version', 'Ann', 2, 'lease.txt'],
      ['added', 'Ann', 1, 'lease.txt'],
    ]);
    expect(list[3]).toMatchObject({ place: { id: target, name: 'Signed' }, userId: ann.id });
    expect(list[5]).toMatchObject({ oldName: 'lease.txt' });
    expect(list[6]).toMatchObject({ version: '1.2' });
    expect(list[7]).toMatchObject({ place: { id: folder }, items: [{ id, ext: 'txt', objType: 33 }] });
    const written = await tables(id);
    // the same event delivered again, as after a crash between two databases
    const { database } = dossier.services;
    const [row] = await database.read.selectFrom('activity').selectAll().where('item_id', '=', Number(id)).orderBy('id').execute();
    await database.write((db) =>
      db
        .insertInto('outbox')
        .values({
          id: row?.id ?? 0,
          subscriber: 'activity.stream',
          event: 'document.created',
          data: JSON.stringify({ objId: Number(id), objName: 'lease.txt', revisionId: 1 }),
          at: 1,
          run_at: 1,
        })
        .execute(),
    );
    await dossier.drain();
    expect(await tables(id)).toEqual(written);
    expect(written.rows).toBe(9);
  });

  it('tells readers which threads were resolved and reopened, and of requests to read those asked and who manages it', async () => {
    const id = await makeDocument(dossier, ann.client, { parentId: folder, name: 'terms.txt' });
    const reader = await makeSignedIn(dossier);
    await grant(reader, id, level.view);
    const threads = [];
    for (const words of ['Why?', 'When?']) threads.push((await ann.client.call(comments.create, { objId: id, content: words })).id);
    for (const thread of threads) await ann.client.call(comments.resolve, { id: thread, resolved: true });
    await ann.client.call(comments.resolve, { id: threads[0] ?? '', resolved: false });
    const own = { granteeType: 'user', granteeId: bob.id } as const;
    await ann.client.call(acknowledgements.create, { objId: id, principals: [own] });
    const rest = [
      ['reopened', 1, 'terms.txt'],
      ['resolved', 2, 'terms.txt'],
      ['commented', 2, 'terms.txt'],
      ['added', 1, 'terms.txt'],
    ];
    for (const who of [ann, bob]) expect(await seen(who, { objId: id })).toEqual([['asked', 1, 'terms.txt'], ...rest]);
    expect(await seen(reader, { objId: id })).toEqual(rest);
    expect(await seen(bob, { objId: id, kinds: ['asked'] })).toHaveLength(1);
    expect(await seen(reader, { objId: id, kinds: ['asked'] })).toEqual([]);
    expect(await tim.client.refused(activity.list, { objId: id })).toBe(4610);
  });

  it('tells of its attachments, which are in it', async () => {
    const id = await makeDocument(dossier, ann.client, { parentId: folder, name: 'deed.txt' });
    await pass();
    const { id: annex, uploadUrl } = await ann.client.call(attachments.preUpload, { objId: id, name: 'annex.txt', size: 4 });
    await upload(dossier, uploadUrl, Buffer.from('next'));
    const [line] = (await ask(bob, { objId: id })).list;
    expect(line).toMatchObject({ kind: 'added', items: [{ id: annex, name: 'annex.txt' }], place: { id, name: 'deed.txt', objType: 33 } });
    expect(await seen(bob, { objId: id, kinds: ['version'] })).toEqual([]);
  });

  it('shows decisions of flows to those who may see the flow', async () => {
    const id = await makeDocument(dossier, ann.client, { parentId: folder, name: 'plan.txt' });
    const template = await makeFlowTemplate(dossier, [stepOf('Check', [bob.id])]);
    const flow = await handIn(ann.client, template, { documents: [{ id }] });
    await bob.client.call(flows.decide, { id: flow, decision: 'ratify' });
    const reader = await makeSignedIn(dossier);
    await grant(reader, cabinet, level.view);
    const decided = [
      ['flowApproved', 1, 'plan.txt'],
      ['flowSubmitted', 1, 'plan.txt'],
      ['added', 1, 'plan.txt'],
    ];
    expect(await seen(bob, { objId: id })).toEqual(decided);
    expect(await seen(ann, { objId: id })).toEqual(decided);
    expect(await seen(reader, { objId: id })).toEqual(decided.slice(-1));
    // however many they are, what lies below them is on the first page of others
    const first = 8_000_000_000_000_000;
    await dossier.services.database.write(async (db) => {
      const row = await db.selectFrom('activity').selectAll().where('flow_id', '=', Number(flow)).limit(1).executeTakeFirstOrThrow();
      for (let at = 0; at < 1200; at += 300) {
        const some = Array.from({ length: 300 }, (_, n) => ({ ...row, id: first + at + n }));
        await db.insertInto('activity').values(some).execute();
        const places = some.map((one) => ({ container_id: Number(id), activity_id: one.id, item_id: one.item_id }));
        await db.insertInto('activity_place').values(places).execute();
      }
    });
    const { list, before } = await ask(reader, { objId: id });
    expect([list.map(({ kind }) => kind), before]).toEqual([['added'], undefined]);
    await dossier.services.database.write(async (db) => {
      await db.deleteFrom('activity').where('id', '>=', first).execute();
      await db.deleteFrom('activity_place').where('activity_id', '>=', first).execute();
    });
  });

  it('names no account for what a visitor of a link does', async () => {
    const { token } = await ann.client.call(shares.create, { objIds: [folder], allowUpload: true });
    const visitor = await come(dossier, token);
    const { uploadUrl } = await visitor.call(links.upload, { token, parentId: folder, name: 'bid.txt', size: 3 });
    await upload(dossier, uploadUrl, Buffer.from('bid'));
    const [line] = (await ask(bob, { objId: folder, kinds: ['added'] })).list;
    expect(line).toMatchObject({ visitor: true, userName: '', items: [{ name: expect.stringMatching(/^bid/) }] });
    expect(line?.userId).toBeUndefined();
    expect(await seen(bob, { objId: folder, kinds: ['added'], userId: ann.id })).toEqual([['added', 1, expect.stringMatching('Folder')]]);
  });
});

describe('the stream of a folder', () => {
  it('folds a burst, tells of what lies below, and of what was moved away', async () => {
    const inner = await makeFolder(ann.client, folder, { name: 'Inner' });
    const ids: string[] = [];
    for (const name of ['1.txt', '2.txt', '3.txt', '4.txt']) {
      ids.push(await makeDocument(dossier, ann.client, { parentId: inner, name }));
      dossier.clock.forward(minuteMs);
    }
    await ann.client.call(comments.create, { objId: ids[0] ?? '', content: 'One' });
    await ann.client.call(comments.create, { objId: ids[0] ?? '', content: 'Two' });
    const first = [
      ['commented', 2, '1.txt'],
      ['added', 4, '4.txt 3.txt 2.txt'],
      ['added', 1, 'Inner'],
    ];
    expect((await seen(bob, { objId: folder })).slice(0, 3)).toEqual(first);
    await pass();
    const elsewhere = await makeFolder(ann.client, cabinet, { name: 'Elsewhere' });
    await ann.client.call(library.move, { objIds: [inner], parentId: elsewhere });
    expect((await seen(bob, { objId: folder })).slice(0, 4)).toEqual([['moved', 1, 'Inner'], ...first]);
    expect(await seen(bob, { objId: elsewhere })).toEqual([
      ['moved', 1, 'Inner'],
      ['added', 1, 'Elsewhere'],
    ]);
    await pass();
    await revise(ids[1] ?? '');
    expect((await seen(bob, { objId: elsewhere }))[0]).toEqual(['version', 1, '2.txt']);
    expect((await seen(bob, { objId: folder }))[0]).toEqual(['moved', 1, 'Inner']);
  });

  it('has what was done later on a line of its own', async () => {
    for (const minutes of [9, 14, 0]) {
      await makeDocument(dossier, ann.client, { parentId: folder });
      await dossier.drain();
      dossier.clock.forward(minutes * minuteMs);
    }
    const lines = (await seen(bob, { objId: folder, kinds: ['added'] })).map(([, count]) => count);
    expect(lines.slice(0, 2)).toEqual([1, 2]);
  });

  it('is paged without gaps or repetitions, and goes on behind all that others may not see', async () => {
    const hidden = await makeDocument(dossier, ann.client, { parentId: folder, name: 'secret.txt' });
    await ann.client.call(permissions.inherit, { objId: hidden, inherit: false });
    for (let n = 0; n < 7; n++) {
      await makeDocument(dossier, ann.client, { parentId: folder, name: `${n}.txt` });
      await pass();
    }
    const names = ['6.txt', '5.txt', '4.txt', '3.txt', '2.txt', '1.txt', '0.txt'];
    // more rows of the hidden document than are looked at in one step, and newer than all others
    const [row] = await dossier.services.database.read.selectFrom('activity').selectAll().where('item_id', '=', Number(hidden)).execute();
    const bare = Array.from({ length: 5100 }, (_, n) => ({ ...row, id: 8_000_000_000_000_000 + n, kind: 'version' })) as (typeof row &
      object)[];
    await dossier.services.database.write(async (db) => {
      for (let at = 0; at < bare.length; at += 300) {
        const some = bare.slice(at, at + 300);
        await db.insertInto('activity').values(some).execute();
        const places = [folder, hidden].flatMap((stream) =>
          some.map(({ id, item_id }) => ({ container_id: Number(stream), activity_id: id, item_id })),
        );
        await db.insertInto('activity_place').values(places).execute();
      }
    });
    for (const scope of [{ objId: folder }, { userId: ann.id }, {}]) {
      const found: string[] = [];
      let before: string | undefined;
      for (let page = 0; found.length < 7 && page < 10; page++) {
        const answer = await ask(bob, { ...scope, kinds: ['added', 'version'], pageSize: 3, ...(before !== undefined && { before }) });
        found.push(...answer.list.flatMap(({ items }) => items.map(({ name }) => name)));
        before = answer.before;
      }
      expect(found.slice(0, 7)).toEqual(names);
    }
    const [burst] = (await ask(ann, { objId: hidden })).list;
    expect(burst).toMatchObject({ kind: 'version', count: 1000, more: true });
    await dossier.services.database.write(async (db) => {
      await db.deleteFrom('activity').where('id', '>=', 8_000_000_000_000_000).execute();
      await db.deleteFrom('activity_place').where('activity_id', '>=', 8_000_000_000_000_000).execute();
    });
  });
});

describe('what others may not read', () => {
  it('is in no stream of theirs', async () => {
    const id = await makeDocument(dossier, ann.client, { parentId: folder, name: 'open.txt' });
    const own = await makeCabinet(ann.client, { moduleType: moduleType.my, name: 'Own' });
    const diary = await makeDocument(dossier, ann.client, { parentId: own, name: 'diary.txt' });
    for (const objId of [id, folder]) {
      expect([await eve.client.refused(activity.list, { objId }), await tim.client.refused(activity.list, { objId })]).toEqual([
        1002, 4610,
      ]);
    }
    expect(await bob.client.refused(activity.list, { objId: diary })).toBe(1002);
    for (const input of [{}, { userId: ann.id }]) {
      expect([await seen(eve, input), await seen(tim, input)]).toEqual([[], []]);
      const names = (await seen(bob, input)).map(([, , name]) => name);
      expect(names).toContain('open.txt');
      expect(names.filter((name) => name === 'diary.txt' || name === 'Own')).toEqual([]);
    }
    expect((await seen(ann)).map(([, , name]) => name)).toContain('diary.txt');
    expect((await ask(ann, { others: true })).list.filter(({ userId }) => userId === ann.id)).toEqual([]);
    expect(await ann.client.refused(activity.list, { userId: '999999999999999' })).toBe(2002);
    expect(await dossier.nobody.refused(activity.list)).toBe(501);
  });

  it('vanishes with the right, and what remains is counted alone', async () => {
    const [kept, taken] = [
      await makeDocument(dossier, ann.client, { parentId: folder, name: 'kept.txt' }),
      await makeDocument(dossier, ann.client, { parentId: folder, name: 'taken.txt' }),
    ];
    expect((await seen(bob, { objId: folder }))[0]).toEqual(['added', 2, 'taken.txt kept.txt']);
    const closed = await makeCabinet(dossier.admin, { name: 'Closed' });
    await grant(ann, closed, level.full);
    await ann.client.call(library.move, { objIds: [taken], parentId: closed });
    expect((await seen(bob, { objId: folder }))[0]).toEqual(['added', 1, 'kept.txt']);
    expect((await seen(bob, { userId: ann.id, kinds: ['moved'] })).map(([, , name]) => name)).not.toContain('taken.txt');
    expect((await seen(ann, { objId: folder }))[0]).toEqual(['moved', 1, 'taken.txt']);
    expect(kept).not.toBe(taken);
  });

  it('is what was deleted, but for those who may restore it; purged, it leaves nothing', async () => {
    const id = await makeDocument(dossier, ann.client, { parentId: folder, name: 'gone.txt' });
    await ann.client.call(library.delete, { objIds: [folder] });
    expect((await seen(bob)).filter(([, , name]) => name === 'gone.txt')).toEqual([]);
    const [line] = (await ask(ann, { kinds: ['deleted'] })).list;
    expect(line).toMatchObject({ kind: 'deleted', items: [{ id: folder, deleted: true }] });
    expect((await ask(ann)).list.flatMap(({ items }) => items).find((item) => item.id === id)).toMatchObject({ deleted: true });
    await ann.client.call(library.restore, { objIds: [folder] });
    expect((await seen(bob, { objId: folder })).map(([kind]) => kind)).toEqual(['restored', 'deleted', 'added', 'added']);
    await ann.client.call(library.delete, { objIds: [folder] });
    await dossier.drain();
    await ann.client.call(library.remove, { objIds: [folder] });
    await dossier.drain();
    expect([await tables(id), await tables(folder)]).toEqual([
      { rows: 0, places: 0 },
      { rows: 0, places: 0 },
    ]);
  });
});

it('is kept for a year', async () => {
  const old = await makeDocument(dossier, ann.client, { parentId: folder, name: 'old.txt' });
  await dossier.drain();
  await sweepActivity(dossier.services);
  expect((await tables(old)).rows).toBe(1);
  dossier.clock.forward(366 * 24 * hourMs);
  const fresh = await makeDocument(dossier, await dossier.as(ann), { parentId: folder, name: 'fresh.txt' });
  await dossier.drain();
  await sweepActivity(dossier.services);
  expect([await tables(old), await tables(fresh)]).toEqual([
    { rows: 0, places: 0 },
    { rows: 1, places: 3 },
  ]);
});
