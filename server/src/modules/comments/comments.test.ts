import { permissions } from '@dossier/contract/access/permissions';
import { comments, maxPlaces, maxThreads } from '@dossier/contract/comments/comments';
import { level } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { admin } from '@dossier/contract/identity/user-administration';
import { people } from '@dossier/contract/identity/users';
import { action as logged } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

/** Ann manages a document that Bob may read and Tim sees by its title alone; Eve sees nothing of it. */
let dossier: TestServer;
let ann: SignedIn;
let bob: SignedIn;
let tim: SignedIn;
let eve: SignedIn;
let cabinet: string;
let document: string;
beforeAll(async () => {
  dossier = await openTestServer();
  [ann, bob, tim, eve] = [
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
  ];
  cabinet = await makeCabinet(dossier.admin, { name: 'Discussed' });
  await grant(ann, level.full);
  await grant(bob, level.view);
  await grant(tim, level.title);
});
beforeEach(async () => {
  dossier.clock.forward(1000);
  document = await makeDocument(dossier, ann.client, { parentId: cabinet });
});
afterAll(() => dossier.close());

const grant = (who: SignedIn, bits: number) =>
  dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: who.id, level: bits, reach: 'all' });

async function write(who: SignedIn, words: string, more: Partial<InputOf<typeof comments.create>> = {}): Promise<string> {
  dossier.clock.forward(1000);
  return (await who.client.call(comments.create, { objId: document, content: words, ...more })).id;
}
const seen = async (who: SignedIn, state: 'open' | 'resolved' | 'all' = 'all') =>
  (await who.client.call(comments.list, { objId: document, state })).list;

describe('comments', () => {
  it('make threads, the one with the newest comment first', async () => {
    const first = await write(bob, 'Why May?');
    await write(ann, 'Who signs?');
    const reply = await write(ann, 'It ends then', { threadId: first });
    const list = await seen(bob);
    expect(list.map(({ id, content: words, own, replyCount }) => [id, words, own, replyCount])).toEqual([
      [first, 'Why May?', true, 1],
      [list[1]?.id, 'Who signs?', false, 0],
    ]);
    expect(list[0]).toMatchObject({
      authorName: bob.fullName,
      revisionLabel: '1.0',
      resolved: false,
      replies: [{ id: reply, content: 'It ends then' }],
    });
    expect(await bob.client.call(comments.list, { objId: document, pageSize: 1, pageNo: 2 })).toMatchObject({
      totalNumber: 2,
      openCount: 2,
      list: [{ content: 'Who signs?' }],
    });
    expect(await bob.client.call(comments.thread, { id: first })).toEqual(list[0]);
  });

  it('show the first and last replies of a long thread, and all by pages', async () => {
    const id = await write(bob, 'Long');
    for (let n = 1; n <= 21; n++) await write(ann, `Reply ${n}`, { threadId: id });
    const [thread] = await seen(bob);
    expect([thread?.replyCount, thread?.replies.map(({ content: words }) => words)]).toEqual([
      21,
      [1, 2, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21].map((n) => `Reply ${n}`),
    ]);
    expect(await bob.client.call(comments.replies, { id, pageNo: 2, pageSize: 10 })).toMatchObject({
      totalNumber: 21,
      list: { length: 10, 0: { content: 'Reply 11' } },
    });
  });

  it('are read and written by who may read the document: others learn nothing of them', async () => {
    const id = await write(bob, 'Words');
    for (const [who, code] of [
      [eve, 1002],
      [tim, 4610],
    ] as const) {
      for (const route of [comments.list, comments.places, comments.people])
        expect(await who.client.refused(route, { objId: document })).toBe(code);
      expect(await who.client.refused(comments.create, { objId: document, content: 'x' })).toBe(code);
      expect(await who.client.refused(comments.create, { objId: document, content: 'x', threadId: id })).toBe(code);
      for (const route of [comments.thread, comments.replies, comments.delete]) expect(await who.client.refused(route, { id })).toBe(5911);
      expect(await who.client.refused(comments.update, { id, content: 'x' })).toBe(5911);
      expect(await who.client.refused(comments.resolve, { id, resolved: true })).toBe(5911);
      expect(await who.client.refused(comments.mention, { id, userIds: [who.id] })).toBe(5911);
    }
    const folder = await makeFolder(ann.client, cabinet);
    expect(await ann.client.refused(comments.create, { objId: folder, content: 'x' })).toBe(4601);
  });

  it('are changed by their writer, and deleted by the writer or who manages the document', async () => {
    const [of, other] = [await write(bob, 'One'), await write(ann, 'Of Ann')];
    dossier.clock.forward(1000);
    await bob.client.call(comments.update, { id: of, content: 'One more' });
    expect((await seen(ann)).find(({ id }) => id === of)).toMatchObject({ content: 'One more', own: false, mayDelete: true });
    expect((await seen(ann)).find(({ id }) => id === of)?.updateTime).toBeDefined();
    expect(await ann.client.refused(comments.update, { id: of, content: 'x' })).toBe(5914);
    expect(await bob.client.refused(comments.delete, { id: other })).toBe(5914);
    await ann.client.call(comments.delete, { id: of });
    expect((await seen(bob)).map(({ content: words, mayDelete }) => [words, mayDelete])).toEqual([['Of Ann', false]]);
    expect(await bob.client.refused(comments.update, { id: of, content: 'x' })).toBe(5911);
  });

  it('leave a thread without the words of its first one while it has replies', async () => {
    const id = await write(bob, 'Secret', { mentions: [ann.id] });
    const reply = await write(ann, 'Reply', { threadId: id });
    await bob.client.call(comments.delete, { id });
    expect(await seen(ann)).toMatchObject([{ id, content: '', deleted: true, mayDelete: false, mentions: [], replies: [{ id: reply }] }]);
    expect(await ann.client.refused(comments.delete, { id })).toBe(5911);
    expect(await bob.client.refused(comments.update, { id, content: 'x' })).toBe(5911);
    await ann.client.call(comments.delete, { id: reply });
    expect(await seen(ann)).toEqual([]);
    expect(await ann.client.refused(comments.thread, { id })).toBe(5911);
  });

  it('have one to five thousand characters, each counted as one', async () => {
    for (const [words, code] of [
      ['', 5913],
      [' \n ', 5913],
      ['字'.repeat(5001), 5912],
      ['x'.repeat(20_001), 400],
    ] as const)
      expect([words.length, await bob.client.refused(comments.create, { objId: document, content: words })]).toEqual([words.length, code]);
    const id = await write(bob, '😀'.repeat(5000));
    expect(await bob.client.refused(comments.update, { id, content: 'x'.repeat(5001) })).toBe(5912);
    expect(await bob.client.refused(comments.update, { id, content: ' ' })).toBe(5913);
    const crowd = Array.from({ length: 51 }, (_, n) => String(n + 1));
    expect(await bob.client.refused(comments.create, { objId: document, content: 'x', mentions: crowd })).toBe(400);
  });

  it('lie at a place inside of the document, on one of its versions', async () => {
    const area = { kind: 'area', page: 2, x: 0.5, y: 0.25, width: 0.5, height: 0.1 } as const;
    const id = await write(bob, 'Here', { place: area });
    expect((await seen(ann))[0]).toMatchObject({ id, place: area });
    expect((await ann.client.call(comments.places, { objId: document })).list).toMatchObject([{ id, place: area, resolved: false }]);
    for (const place of [
      { ...area, x: 0.6 },
      { ...area, y: -0.1 },
      { ...area, width: 0 },
      { ...area, page: 0 },
      { kind: 'words', page: 1, quote: ' ' },
      { kind: 'point', page: 1, x: 1.01, y: 0 },
      { kind: 'point', page: 0, x: 0, y: 0 },
      { kind: 'cell', sheet: '', row: 1, column: 1 },
      { kind: 'cell', sheet: 'A', row: 0, column: 1 },
      { kind: 'cell', sheet: 'A', row: 2_000_001, column: 1 },
      { kind: 'cell', sheet: 'A', row: 1, column: 16_385 },
      { kind: 'moment', seconds: -0.1 },
      { kind: 'moment', seconds: 3_600_001 },
    ] as const)
      expect([place, await bob.client.refused(comments.create, { objId: document, content: 'x', place })]).toEqual([place, 5915]);
    for (const place of [
      { kind: 'point', page: 3, x: 0, y: 1 },
      { kind: 'cell', sheet: 'Prices', row: 2_000_000, column: 16_384 },
      { kind: 'moment', seconds: 0 },
    ] as const) {
      const placed = await write(bob, 'There', { place });
      expect(await ann.client.call(comments.thread, { id: placed })).toMatchObject({ place });
    }
    const other = await makeDocument(dossier, ann.client, { parentId: cabinet });
    const [revision] = await ann.client.call(content.revisions, { id: other });
    expect(await bob.client.refused(comments.create, { objId: document, content: 'x', revisionId: revision?.id ?? '' })).toBe(5915);
    const threadElsewhere = { objId: other, content: 'x', threadId: id };
    expect(await bob.client.refused(comments.create, threadElsewhere)).toBe(5911);
  });

  it('are settled by who began the thread or may change the document, and opened again', async () => {
    const [ofBob, ofAnn] = [await write(bob, 'Of Bob'), await write(ann, 'Of Ann')];
    expect(await bob.client.refused(comments.resolve, { id: ofAnn, resolved: true })).toBe(5914);
    await bob.client.call(comments.resolve, { id: ofBob, resolved: true });
    await ann.client.call(comments.resolve, { id: ofAnn, resolved: true });
    expect((await seen(bob, 'open')).length).toBe(0);
    expect((await seen(bob, 'resolved')).find(({ id }) => id === ofAnn)).toMatchObject({
      resolved: true,
      resolvedBy: ann.fullName,
      mayResolve: false,
    });
    await ann.client.call(comments.resolve, { id: ofBob, resolved: false });
    expect((await seen(bob, 'open')).map(({ id, resolvedBy }) => [id, resolvedBy])).toEqual([[ofBob, undefined]]);
  });

  it('are bounded: so many replies of a thread, and so many threads of a document', async () => {
    const id = await write(bob, 'Full');
    const set = (rows: { replies: number; threads: number }) =>
      dossier.services.database.write(async (db) => {
        await db.updateTable('comment_thread').set({ reply_count: rows.replies }).where('id', '=', Number(id)).execute();
        const thread = await db.selectFrom('comment_thread').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
        for (let from = 1; from <= rows.threads; from += 1000)
          await db
            .insertInto('comment_thread')
            .values(Array.from({ length: Math.min(1000, rows.threads - from + 1) }, (_, n) => ({ ...thread, id: from + n })))
            .execute();
      });
    await set({ replies: 500, threads: 0 });
    expect(await bob.client.refused(comments.create, { objId: document, content: 'x', threadId: id })).toBe(5916);
    await set({ replies: 499, threads: 9998 });
    await write(bob, 'The last reply', { threadId: id });
    await write(bob, 'The last thread');
    expect(await bob.client.refused(comments.create, { objId: document, content: 'x' })).toBe(5916);
  });

  it('are listed by pages also where there are ten thousand, each page and the places bounded', async () => {
    const id = Number(await write(bob, 'First', { place: { kind: 'point', page: 1, x: 0, y: 0 } }));
    await dossier.services.database.write(async (db) => {
      const thread = await db.selectFrom('comment_thread').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const comment = await db.selectFrom('comment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      for (let from = id + 1; from < id + maxThreads; from += 1000) {
        const ids = Array.from({ length: Math.min(1000, id + maxThreads - from) }, (_, n) => from + n);
        const rows = ids.map((one) => ({ ...thread, id: one, active_at: thread.active_at + one - id }));
        await db.insertInto('comment_thread').values(rows).execute();
        const words = ids.map((one) => ({ ...comment, id: one, thread_id: one, content: `Thread ${one - id}` }));
        await db.insertInto('comment').values(words).execute();
      }
    });
    const page = (pageNo: number, pageSize = 100) => bob.client.call(comments.list, { objId: document, pageNo, pageSize });
    const numbersOn = async (pageNo: number) => (await page(pageNo)).list.map(({ content: words }) => words);
    expect(await page(1)).toMatchObject({ totalNumber: maxThreads, openCount: maxThreads, list: { length: 100 } });
    expect((await numbersOn(1)).slice(0, 2)).toEqual(['Thread 9999', 'Thread 9998']);
    expect((await numbersOn(100)).slice(-2)).toEqual(['Thread 1', 'First']);
    expect(await numbersOn(101)).toEqual([]);
    for (const [pageNo, pageSize] of [
      [1, 101],
      [1, 0],
      [0, 100],
      [-1, 100],
    ] as const)
      expect(await bob.client.refused(comments.list, { objId: document, pageNo, pageSize })).toBe(400);
    expect((await bob.client.call(comments.places, { objId: document })).list.length).toBe(maxPlaces);
    expect(await bob.client.refused(comments.create, { objId: document, content: 'One more' })).toBe(5916);
  });

  it('take no bad input: a megabyte, places of no document, and names with invisible characters', async () => {
    expect(await bob.client.refused(comments.create, { objId: document, content: 'x'.repeat(1 << 20) })).toBe(400);
    const id = await write(bob, 'Words');
    expect(await bob.client.refused(comments.update, { id, content: '😀'.repeat(1 << 18) })).toBe(400);
    const area = { kind: 'area', page: 1, x: 0, y: 0, width: 1, height: 1 };
    for (const [place, code] of [
      [{ ...area, width: 1e308 }, 5915],
      [{ ...area, width: -1 }, 5915],
      [{ ...area, x: 1 }, 5915],
      [{ ...area, page: 100_001 }, 5915],
      [{ ...area, page: 1.5 }, 400],
      [{ ...area, x: '0' }, 400],
      [{ ...area, kind: 'sphere' }, 400],
      [{ kind: 'point', page: 1, x: null, y: 0 }, 400],
      [{ kind: 'words', page: 1, quote: 'x'.repeat(1001) }, 400],
      [{ kind: 'cell', sheet: 'x'.repeat(256), row: 1, column: 1 }, 400],
    ] as const) {
      const wrong = { objId: document, content: 'x', place } as unknown as InputOf<typeof comments.create>;
      expect([place, await bob.client.refused(comments.create, wrong)]).toEqual([place, code]);
    }
    for (const mentions of [['x'], ['0'], ['-1'], ['1e9'], ['9'.repeat(30)]])
      expect([mentions, await bob.client.refused(comments.create, { objId: document, content: 'x', mentions })]).toEqual([mentions, 400]);
    // nobody has a name with invisible characters, so that nobody can be taken for somebody else; looking for one finds nobody
    const account = { loginName: 'shown', password: 'their-pass-word' };
    for (const mark of ['\u202e', '\u2066', '\u200b', '\u0007']) {
      expect(await dossier.admin.refused(people.createUser, { ...account, fullName: `Ann${mark}na` })).toBe(1005);
      expect((await bob.client.call(comments.people, { objId: document, keyword: `Ann${mark}` })).list).toEqual([]);
    }
    expect(await bob.client.refused(comments.people, { objId: document, keyword: 'Ann\u0000' })).toBe(400);
    expect(await bob.client.refused(comments.create, { objId: document, content: 'Ann\u0000' })).toBe(400);
    // in the words of a comment they are kept, and say nothing of its writer
    const marked = '@An\u202en \u2066a';
    const odd = await write(bob, marked);
    expect(await ann.client.call(comments.thread, { id: odd })).toMatchObject({ content: marked, mentions: [], authorName: bob.fullName });
  });

  it('can be switched off in a cabinet by who manages it; what was written stays', async () => {
    const id = await write(bob, 'Before');
    expect(await bob.client.refused(library.update, { id: cabinet, commentsOff: true })).toBe(1001);
    expect(await ann.client.refused(library.update, { id: document, commentsOff: true })).toBe(1003);
    const editor = await makeSignedIn(dossier);
    await grant(editor, level.modify);
    expect(await editor.client.refused(library.updateCabinet, { id: cabinet, commentsOff: true })).toBe(4901);
    await ann.client.call(library.updateCabinet, { id: cabinet, commentsOff: true });
    expect(await ann.client.call(library.cabinetDetail, { id: cabinet })).toMatchObject({ commentsOff: true });
    expect(await bob.client.call(comments.list, { objId: document })).toMatchObject({ off: true, list: [{ id, mayResolve: false }] });
    expect(await bob.client.call(comments.places, { objId: document })).toEqual({ list: [], off: true });
    expect(await bob.client.refused(comments.create, { objId: document, content: 'x' })).toBe(5917);
    expect(await bob.client.refused(comments.update, { id, content: 'x' })).toBe(5917);
    expect(await bob.client.refused(comments.resolve, { id, resolved: true })).toBe(5917);
    expect(await bob.client.refused(comments.mention, { id, userIds: [ann.id] })).toBe(5917);
    await bob.client.call(comments.delete, { id });
    await ann.client.call(library.update, { id: cabinet, commentsOff: false });
    await write(bob, 'After');
    expect((await bob.client.call(comments.list, { objId: document })).off).toBeUndefined();
  });

  it('mark documents with open threads in lists, for those who may read them', async () => {
    const folder = await makeFolder(ann.client, cabinet);
    const [one, two] = [
      await makeDocument(dossier, ann.client, { parentId: folder, name: 'one.txt' }),
      await makeDocument(dossier, ann.client, { parentId: folder, name: 'two.txt' }),
    ];
    await write(bob, 'Open', { objId: one });
    const settled = await write(bob, 'Settled', { objId: two });
    await bob.client.call(comments.resolve, { id: settled, resolved: true });
    const marked = async (who: SignedIn) =>
      (await who.client.call(library.items, { parentId: folder })).list.map(({ name, openComments }) => [name, openComments]);
    expect(await marked(bob)).toEqual([
      ['one.txt', 1],
      ['two.txt', undefined],
    ]);
    expect(await marked(tim)).toEqual([
      ['one.txt', undefined],
      ['two.txt', undefined],
    ]);
  });

  it('are copied only where that is asked, as they are', async () => {
    const rent = { kind: 'words', page: 1, quote: 'Rent', before: '', after: '' } as const;
    const first = await write(bob, 'Which rent?', { place: rent, mentions: [ann.id] });
    await write(ann, 'The new one', { threadId: first });
    await write(bob, 'Open');
    await ann.client.call(comments.resolve, { id: first, resolved: true });
    const folder = await makeFolder(ann.client, cabinet);
    const copyOf = async (target: string, { client } = ann) => {
      await client.call(library.copy, { objIds: [document] });
      const { ids } = await client.call(library.paste, { parentId: target, onSameName: 'rename', comments: true });
      return ids[0] ?? '';
    };
    await dossier.drain();
    const noticesOfAnn = () =>
      dossier.services.database.read.selectFrom('message').select('id').where('person_id', '=', Number(ann.id)).execute();
    const before = await noticesOfAnn();
    const copy = await copyOf(folder);
    await dossier.drain();
    expect(await noticesOfAnn()).toEqual(before);
    // the log of both tells that the comments went along, and what wrote none does not
    for (const objId of [copy, document]) {
      const { list: entries } = await dossier.admin.call(operationLog.itemLog, { objId });
      expect(entries.filter((entry) => entry.action === logged.commentCopy)).toHaveLength(1);
    }
    const { list } = await bob.client.call(comments.list, { objId: copy, state: 'all' });
    const originals = await seen(bob);
    expect(list.map(({ id }) => id)).not.toEqual(originals.map(({ id }) => id));
    const told = ({ content: words, authorName, createTime, mentions, place, resolved, resolvedBy, replies }: (typeof list)[number]) => ({
      words,
      authorName,
      createTime,
      mentions,
      place,
      resolved,
      resolvedBy,
      replies: replies.map((reply) => reply.content),
    });
    expect(list.map(told)).toEqual(originals.map(told));
    expect(list.every(({ revisionId }) => revisionId === list[0]?.revisionId && revisionId !== originals[0]?.revisionId)).toBe(true);
    // a thread of an earlier version lies on none that the copy has; nothing is written where comments are off
    const { uploadUrl } = await ann.client.call(content.preCheckIn, { id: document, size: 4 });
    await upload(dossier, uploadUrl, Buffer.from('Rent'));
    const later = await bob.client.call(comments.list, { objId: await copyOf(folder), state: 'all' });
    expect(later.list.map(({ revisionLabel }) => revisionLabel)).toEqual(['', '']);
    const quiet = await makeCabinet(dossier.admin, { name: 'Quiet' });
    await dossier.admin.call(library.updateCabinet, { id: quiet, commentsOff: true });
    const unsaid = await copyOf(quiet, { ...ann, client: dossier.admin });
    expect((await dossier.admin.call(comments.list, { objId: unsaid, state: 'all' })).totalNumber).toBe(0);
    await dossier.drain();
    const unsaidLog = await dossier.admin.call(operationLog.itemLog, { objId: unsaid });
    expect(unsaidLog.list.map((entry) => entry.action)).not.toContain(logged.commentCopy);
  });

  it('come back with a document from the bin, are not copied unasked, and go when it is purged', async () => {
    const id = await write(bob, 'Words', { mentions: [ann.id] });
    await write(ann, 'Reply', { threadId: id });
    await ann.client.call(library.delete, { objIds: [document] });
    expect(await bob.client.refused(comments.thread, { id })).toBe(5911);
    expect(await bob.client.refused(comments.list, { objId: document })).toBe(1002);
    await ann.client.call(library.restore, { objIds: [document] });
    expect((await seen(bob)).map(({ content: words }) => words)).toEqual(['Words']);
    const other = await makeFolder(ann.client, cabinet);
    await ann.client.call(library.copy, { objIds: [document] });
    await ann.client.call(library.paste, { parentId: other });
    const [copy] = (await ann.client.call(library.items, { parentId: other })).list;
    expect([copy?.openComments, (await ann.client.call(comments.list, { objId: copy?.id ?? '' })).totalNumber]).toEqual([undefined, 0]);
    await ann.client.call(library.delete, { objIds: [document] });
    await ann.client.call(library.remove, { objIds: [document] });
    const { read } = dossier.services.database;
    expect(await read.selectFrom('comment').select('id').where('thread_id', '=', Number(id)).execute()).toEqual([]);
    expect(await read.selectFrom('comment_mention').select('comment_id').where('comment_id', '=', Number(id)).execute()).toEqual([]);
  });

  it('stay under the name of somebody whose account is removed', async () => {
    const cleo = await makeSignedIn(dossier, { fullName: 'Cleo' });
    await grant(cleo, level.view);
    const id = await write(cleo, 'Of Cleo', { mentions: [bob.id] });
    await write(bob, 'For Cleo', { threadId: id, mentions: [cleo.id] });
    await dossier.admin.call(admin.deleteUser, { id: cleo.id });
    const [thread] = await seen(bob);
    expect(thread).toMatchObject({ authorName: 'Cleo', content: 'Of Cleo', replies: [{ mentions: [{ name: 'Cleo' }] }] });
  });

  it('are logged without their words', async () => {
    const id = await write(bob, 'Words');
    await bob.client.call(comments.resolve, { id, resolved: true });
    await bob.client.call(comments.delete, { id });
    await dossier.drain();
    const { list } = await ann.client.call(operationLog.itemLog, { objId: document });
    expect(list.filter(({ action }) => action >= 828 && action <= 830).map(({ action }) => action)).toEqual([829, 830, 828]);
    const kept = await dossier.services.database.read.selectFrom('log_entry').selectAll().where('obj_id', '=', Number(document)).execute();
    expect(JSON.stringify(kept)).not.toContain('Words');
  });
});
