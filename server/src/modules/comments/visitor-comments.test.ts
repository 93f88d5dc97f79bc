import { permissions } from '@dossier/contract/access/permissions';
import { comments } from '@dossier/contract/comments/comments';
import { linkComments, mostLinkComments, mostVisitorComments } from '@dossier/contract/comments/link-comments';
import { level } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { site } from '@dossier/contract/core/site';
import { library } from '@dossier/contract/documents/library';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type TestMailServer, mailSettings, startMailServer } from '../../../test/mail-server.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { messageTypes } from '../../../test/message-types.ts';
import { type Terms, come, visitorOf } from '../../../test/share-people.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

/** Ann manages a folder and shares it with Vic and Wim, who have no rights of their own; Bob may read it, too. */
let dossier: TestServer;
let ann: SignedIn;
let bob: SignedIn;
let vic: SignedIn;
let wim: SignedIn;
let cabinet: string;
let folder: string;
let document: string;
beforeAll(async () => {
  dossier = await openTestServer();
  [ann, bob, vic, wim] = [
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
  ];
  cabinet = await makeCabinet(dossier.admin);
  folder = await makeFolder(dossier.admin, cabinet);
  for (const [who, bits] of [
    [ann, level.full],
    [bob, level.view],
  ] as const)
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: who.id, level: bits, reach: 'all' });
});
beforeEach(async () => {
  dossier.clock.forward(1000);
  document = await makeDocument(dossier, dossier.admin, { parentId: folder, name: `${crypto.randomUUID()}.txt` });
});
afterAll(() => dossier.close());

/** A visitor with a proven name in a link of Ann's. */
interface Guest {
  visitor: Client;
  token: string;
}

const share = (terms: Terms = {}) =>
  ann.client.call(shares.create, {
    objIds: [folder],
    allowComment: true,
    colleagues: [vic, wim].map(({ id }) => ({ granteeType: 'user' as const, granteeId: id })),
    ...terms,
  });

async function enter({ client }: SignedIn, token: string): Promise<Guest> {
  const { sessionId } = await client.call(shares.enter, { token });
  return { visitor: visitorOf(dossier, sessionId), token };
}

async function both(terms: Terms = {}): Promise<{ id: string; v: Guest; w: Guest }> {
  const { id, token } = await share(terms);
  return { id, v: await enter(vic, token), w: await enter(wim, token) };
}

const write = async ({ visitor, token }: Guest, words: string, more: Partial<InputOf<typeof linkComments.create>> = {}) => {
  dossier.clock.forward(1000);
  return (await visitor.call(linkComments.create, { token, objId: document, content: words, ...more })).id;
};
const seen = async ({ visitor, token }: Guest) => (await visitor.call(linkComments.list, { token, objId: document })).list;

/** What a visitor is refused by, who reads and writes on a document. */
const refusedOn = async ({ visitor, token }: Guest, objId: string, threadId: string) => [
  await visitor.refused(linkComments.list, { token, objId }),
  await visitor.refused(linkComments.places, { token, objId }),
  await visitor.refused(linkComments.create, { token, objId, content: 'x' }),
  await visitor.refused(linkComments.create, { token, objId, content: 'x', threadId }),
];
/** The same, and for what is done to a thread and its first comment. */
const refusals = async (guest: Guest, threadId: string) => {
  const { visitor, token } = guest;
  return [
    ...(await refusedOn(guest, document, threadId)),
    await visitor.refused(linkComments.replies, { token, id: threadId }),
    await visitor.refused(linkComments.update, { token, id: threadId, content: 'x' }),
    await visitor.refused(linkComments.delete, { token, id: threadId }),
  ];
};
const all = (code: number): number[] => Array.from({ length: 7 }, () => code);

describe('comments by a link', () => {
  it('are read by its visitors and by staff, who read all others, too, and settle them', async () => {
    const { v, w } = await both();
    const place = { kind: 'area' as const, page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.1 };
    const own = await ann.client.call(comments.create, { objId: document, content: 'Among us', place });
    const id = await write(v, 'Why May?', { place });
    await write(w, 'I ask that, too', { threadId: id });
    await ann.client.call(comments.create, { objId: document, threadId: id, content: 'It ends then' });
    await bob.client.call(comments.create, { objId: document, threadId: id, content: 'And June?' });

    const { list, openCount } = await bob.client.call(comments.list, { objId: document });
    expect([openCount, list.map((thread) => [thread.content, thread.authorName, thread.byLink, thread.seenByLink, thread.own])]).toEqual([
      2,
      [
        ['Why May?', vic.fullName, true, true, false],
        ['Among us', ann.fullName, undefined, undefined, false],
      ],
    ]);
    expect(list[0]?.replies.map((reply) => [reply.authorName, reply.byLink])).toEqual([
      [wim.fullName, true],
      [ann.fullName, undefined],
      [bob.fullName, undefined],
    ]);

    // of names a visitor learns the own one and that of who gave the link
    const [thread, ...others] = await seen(v);
    expect(others).toEqual([]);
    expect(thread).toMatchObject({ id, content: 'Why May?', author: 'own', authorName: vic.fullName, place, resolved: false });
    expect(thread?.replies.map((reply) => [reply.content, reply.author, reply.authorName])).toEqual([
      ['I ask that, too', 'visitor', ''],
      ['It ends then', 'giver', ann.fullName],
      ['And June?', 'user', ''],
    ]);
    // the place lies on the version that the visitor views
    expect((await v.visitor.call(links.view, { token: v.token, id: document })).revisionId).toBe(thread?.revisionId);
    expect((await seen(w))[0]).toMatchObject({ author: 'visitor', authorName: '', replies: [{ author: 'own' }, {}, {}] });
    expect((await v.visitor.call(linkComments.places, { token: v.token, objId: document })).list.map((one) => one.id)).toEqual([id]);
    expect((await v.visitor.call(linkComments.replies, { token: v.token, id })).list.map((one) => one.author)).toEqual([
      'visitor',
      'giver',
      'user',
    ]);

    // nor by its id do visitors read, answer or change what staff say
    for (const route of [linkComments.replies, linkComments.delete])
      expect(await v.visitor.refused(route, { token: v.token, id: own.id })).toBe(5911);
    expect(await v.visitor.refused(linkComments.update, { token: v.token, id: own.id, content: 'x' })).toBe(5911);
    expect(await v.visitor.refused(linkComments.create, { token: v.token, objId: document, threadId: own.id, content: 'x' })).toBe(5911);
    expect(await v.visitor.refused(comments.list, { objId: document })).toBe(501);

    await ann.client.call(comments.resolve, { id, resolved: true });
    expect(await seen(v)).toMatchObject([{ id, resolved: true }]);
    expect((await v.visitor.call(linkComments.places, { token: v.token, objId: document })).list).toEqual([]);
  });

  it('are changed and deleted by their writer, and deleted by who manages the document', async () => {
    const { v, w } = await both();
    const id = await write(v, 'One');
    const reply = await write(w, 'Two', { threadId: id });
    dossier.clock.forward(1000);
    await v.visitor.call(linkComments.update, { token: v.token, id, content: 'One more' });
    expect((await seen(w))[0]).toMatchObject({ content: 'One more', updateTime: expect.any(String) });
    // neither by another visitor, nor by the giver, whose rights the visitor uses
    expect(await w.visitor.refused(linkComments.update, { token: w.token, id, content: 'x' })).toBe(5914);
    expect(await w.visitor.refused(linkComments.delete, { token: w.token, id })).toBe(5914);
    expect(await ann.client.refused(comments.update, { id, content: 'x' })).toBe(5914);
    expect(await bob.client.refused(comments.delete, { id })).toBe(5914);
    const ofAnn = (await ann.client.call(comments.create, { objId: document, threadId: id, content: 'Three' })).id;
    expect(await v.visitor.refused(linkComments.update, { token: v.token, id: ofAnn, content: 'x' })).toBe(5914);
    expect(await v.visitor.refused(linkComments.delete, { token: v.token, id: ofAnn })).toBe(5914);

    await v.visitor.call(linkComments.delete, { token: v.token, id });
    expect((await seen(w))[0]).toMatchObject({ content: '', deleted: true, replyCount: 2 });
    expect(await v.visitor.refused(linkComments.update, { token: v.token, id, content: 'x' })).toBe(5911);
    await ann.client.call(comments.delete, { id: reply });
    await ann.client.call(comments.delete, { id: ofAnn });
    expect(await seen(w)).toEqual([]);
  });

  it('are bounded like those of users', async () => {
    const { v } = await both();
    const refused = (more: Partial<InputOf<typeof linkComments.create>>) =>
      v.visitor.refused(linkComments.create, { token: v.token, objId: document, content: 'x', ...more });
    expect(await refused({ content: ' ' })).toBe(5913);
    expect(await refused({ content: 'x'.repeat(5001) })).toBe(5912);
    expect(await refused({ place: { kind: 'point', page: 1, x: 2, y: 0 } })).toBe(5915);
    expect(await refused({ objId: folder })).toBe(4601);
    await dossier.admin.call(library.update, { id: cabinet, name: `Quiet ${crypto.randomUUID()}`, commentsOff: true });
    try {
      expect(await refused({})).toBe(5917);
      expect(await v.visitor.call(linkComments.list, { token: v.token, objId: document })).toMatchObject({ list: [], off: true });
    } finally {
      await dossier.admin.call(library.update, { id: cabinet, name: `Loud ${crypto.randomUUID()}`, commentsOff: false });
    }
  });

  it('are at most 200 of a visitor in an hour, and 2,000 of a link', async () => {
    const { id: shareId, v, w } = await both();
    const id = await write(v, 'First');
    const set = dossier.services.database;
    const counter = await set.read
      .selectFrom('sign_in_attempt')
      .selectAll()
      .where('key', 'like', `link-comments:${shareId} %`)
      .executeTakeFirstOrThrow();
    expect(counter.failures).toBe(1);
    await set.write((db) =>
      db
        .updateTable('sign_in_attempt')
        .set({ failures: mostVisitorComments - 1 })
        .where('key', '=', counter.key)
        .execute(),
    );
    await write(v, 'Last of the hour');
    const more = { token: v.token, objId: document, content: 'More' };
    expect(await v.visitor.refused(linkComments.create, more)).toBe(5919);
    expect(await v.visitor.refused(linkComments.update, { token: v.token, id, content: 'x' })).toBe(5919);
    await write(w, 'Others write on');
    dossier.clock.forward(3_600_001);
    await write(v, 'An hour later');
    await set.write((db) =>
      db
        .updateTable('comment_link')
        .set({ written: mostLinkComments - 1 })
        .where('share_id', '=', Number(shareId))
        .execute(),
    );
    await v.visitor.call(linkComments.delete, { token: v.token, id: await write(v, 'Last of the link') });
    for (const one of [v, w]) expect(await one.visitor.refused(linkComments.create, more)).toBe(5920);
  });
});

describe('visitors neither read nor write', () => {
  it('where the link does not let them, does not show them documents, or is another one', async () => {
    const { v } = await both();
    const id = await write(v, 'Words');
    expect(await refusals((await both({ allowComment: false })).v, id)).toEqual(all(5918));
    const collecting = await share({ allowUpload: true, onlyUpload: true });
    expect(await refusals(await enter(vic, collecting.token), id)).toEqual(all(5918));
    expect(await refusals({ visitor: (await both()).v.visitor, token: v.token }, id)).toEqual(all(503));
    // the same visitor by another link that shares the same document: threads of the first one are not there
    const other = (await both()).v;
    expect(await seen(other)).toEqual([]);
    expect((await other.visitor.call(linkComments.places, { token: other.token, objId: document })).list).toEqual([]);
    for (const route of [linkComments.replies, linkComments.delete])
      expect(await other.visitor.refused(route, { token: other.token, id })).toBe(5911);
    expect(await other.visitor.refused(linkComments.update, { token: other.token, id, content: 'x' })).toBe(5911);
    expect(await other.visitor.refused(linkComments.create, { token: other.token, objId: document, threadId: id, content: 'x' })).toBe(
      5911,
    );
  });

  it('before their name is proven, which a code does', async () => {
    const mail: TestMailServer = await startMailServer();
    try {
      await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(mail.port) });
      const { token } = await share({ colleagues: [] });
      const guest = { visitor: await come(dossier, token), token };
      expect(await guest.visitor.call(links.info, { token })).toMatchObject({ allowComment: true, commentsOnline: true, isProven: false });
      expect(await refusals(guest, '1')).toEqual(all(5017));
      await guest.visitor.call(links.prove, { token, mail: 'zoe@partner.example', lang: 'en' });
      await dossier.drain();
      expect(mail.letters.at(-1)?.text).toContain('Your code to comment');
      await guest.visitor.call(links.prove, { token, mail: 'zoe@partner.example', code: mail.codeFor('zoe@partner.example') });
      await write(guest, 'Known now');
      expect((await bob.client.call(comments.list, { objId: document })).list).toMatchObject([
        { authorName: 'zoe@partner.example', byLink: true },
      ]);
    } finally {
      await dossier.admin.call(site.saveSettings, { group: 'mail', values: { ...mailSettings(mail.port), host: '' } });
      await mail.close();
    }
  });

  it('on documents outside of what is shared, deleted ones, and those that other visitors sent', async () => {
    const { v, w } = await both({ allowUpload: true });
    const id = await write(v, 'Words');
    const outside = await makeDocument(dossier, dossier.admin, { parentId: cabinet });
    expect(await refusedOn(v, outside, id)).toEqual([1002, 1002, 1002, 1002]);
    // a thread is in no document but its own
    const beside = await makeDocument(dossier, dossier.admin, { parentId: folder });
    expect(await v.visitor.refused(linkComments.create, { token: v.token, objId: beside, threadId: id, content: 'x' })).toBe(5911);
    const { id: sent, uploadUrl } = await w.visitor.call(links.upload, { token: w.token, parentId: folder, name: 'of wim.txt', size: 1 });
    await upload(dossier, uploadUrl, Buffer.from('x'));
    expect(await refusedOn(v, sent, id)).toEqual([1002, 1002, 1002, 1002]);
    await w.visitor.call(linkComments.create, { token: w.token, objId: sent, content: 'Mine' });
    const gone = [1002, 1002, 1002, 1002, 5911, 5911, 5911];
    await ann.client.call(library.move, { objIds: [document], parentId: cabinet });
    expect(await refusals(v, id)).toEqual(gone);
    await ann.client.call(library.move, { objIds: [document], parentId: folder });
    expect(await seen(v)).toHaveLength(1);
    // nor where the giver may not read by now
    await dossier.admin.call(permissions.grant, { objId: document, granteeType: 'user', granteeId: ann.id, level: level.title });
    expect(await refusals(v, id)).toEqual([4610, 4610, 4610, 4610, 5911, 5911, 5911]);
    await dossier.admin.call(library.delete, { objIds: [document] });
    expect(await refusals(v, id)).toEqual(gone);
  });

  it('as soon as the link is closed or over, or no longer lets them; what they wrote stays', async () => {
    const { id: shareId, v } = await both();
    const id = await write(v, 'Words');
    await ann.client.call(shares.update, { id: shareId, allowComment: false });
    expect(await refusals(v, id)).toEqual(all(5918));
    await ann.client.call(shares.update, { id: shareId, allowComment: true });
    expect(await seen(v)).toHaveLength(1);
    await ann.client.call(shares.close, { id: shareId });
    expect(await refusals(v, id)).toEqual(all(5006));
    await ann.client.call(shares.remove, { id: shareId });
    expect(await refusals(v, id)).toEqual(all(503));
    const [thread] = (await bob.client.call(comments.list, { objId: document })).list;
    expect(thread).toMatchObject({ content: 'Words', authorName: vic.fullName, byLink: true });

    const ending = await both({ deadline: new Date(dossier.services.now() + 60_000).toISOString() });
    dossier.clock.forward(61_000);
    expect(await refusals(ending.v, id)).toEqual(all(5003));
  });
});

describe('of a comment by a link', () => {
  it('its giver is told, of a new thread and of all replies, and whose document it is', async () => {
    const { v, w } = await both();
    const own = await makeDocument(dossier, ann.client, { parentId: folder });
    const on = (objId: string) => ({ objId });
    const id = await write(v, 'Secret words', on(document));
    expect(await messageTypes(dossier, ann, document)).toEqual([msgType.shareCommented]);
    const { list } = await ann.client.call(messages.list, { pageSize: 1 });
    expect(list[0]?.content).toContain(vic.fullName);
    expect(list[0]?.content).not.toContain('Secret');
    await write(w, 'Reply', { ...on(document), threadId: id });
    await dossier.drain();
    await bob.client.call(comments.create, { objId: document, threadId: id, content: 'Reply of staff' });
    await write(v, 'Reply', { ...on(document), threadId: id });
    expect(await messageTypes(dossier, ann, document)).toEqual([
      msgType.shareCommented,
      msgType.commentReply,
      msgType.commentReply,
      msgType.commentReply,
    ]);
    expect(await messageTypes(dossier, bob, document)).toEqual([msgType.commentReply]);
    await write(v, 'On a document of the giver', on(own));
    expect(await messageTypes(dossier, ann, own)).toEqual([msgType.shareCommented]);
  });

  it('the log and the timeline of the link tell, without its words', async () => {
    const { id: shareId, v } = await both();
    await v.visitor.call(linkComments.delete, { token: v.token, id: await write(v, 'Secret words') });
    await dossier.drain();
    const { list } = await dossier.admin.call(operationLog.itemLog, { objId: document });
    const logged = list.filter((line) => line.action === action.linkComment || line.action === action.linkCommentDelete);
    expect(logged.map((line) => [line.action, line.userName.includes(vic.fullName)])).toEqual([
      [action.linkCommentDelete, true],
      [action.linkComment, true],
    ]);
    const timeline = await ann.client.call(shares.timeline, { id: shareId });
    expect(timeline.list[0]).toMatchObject({ event: 'commented', visitor: vic.fullName });
    expect(JSON.stringify([list, timeline])).not.toContain('Secret');
  });
});
