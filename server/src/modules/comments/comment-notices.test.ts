import { permissions } from '@dossier/contract/access/permissions';
import { comments } from '@dossier/contract/comments/comments';
import { level } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { messageTypes } from '../../../test/message-types.ts';
import { enter, makeGuest } from '../../../test/other-organisation.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

/** Ann owns a document that Bob and Cleo may read and Tim sees by its title alone; Eve sees nothing of it. */
let dossier: TestServer;
let base: string;
let ann: SignedIn;
let bob: SignedIn;
let cleo: SignedIn;
let tim: SignedIn;
let eve: SignedIn;
let cabinet: string;
let document: string;
beforeAll(async () => {
  dossier = await openTestServer();
  base = await dossier.listen();
  [ann, bob, cleo, tim, eve] = [
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
  ];
  cabinet = await makeCabinet(dossier.admin);
  for (const [who, bits] of [
    [ann, level.full],
    [bob, level.view],
    [cleo, level.view],
    [tim, level.title],
  ] as const)
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: who.id, level: bits, reach: 'all' });
});
beforeEach(async () => {
  document = await makeDocument(dossier, ann.client, { parentId: cabinet, name: `plan-${crypto.randomUUID()}.txt` });
});
afterAll(() => dossier.close());

const write = (who: SignedIn, words: string, more: Partial<InputOf<typeof comments.create>> = {}) =>
  who.client.call(comments.create, { objId: document, content: words, ...more });

const told = (who: SignedIn): Promise<number[]> => messageTypes(dossier, who, document);

describe('people are told of a comment', () => {
  it('that mentions them, replies to them, or is on their document: once each, and never of their own', async () => {
    const { id } = await write(bob, 'Look, Cleo', { mentions: [cleo.id, bob.id] });
    expect([await told(ann), await told(bob), await told(cleo)]).toEqual([[msgType.commentNew], [], [msgType.commentMention]]);
    await write(ann, 'I did', { threadId: id });
    expect([await told(ann), await told(bob), await told(cleo)]).toEqual([
      [msgType.commentNew],
      [msgType.commentReply],
      [msgType.commentMention],
    ]);
    await write(bob, 'And you', { threadId: id, mentions: [ann.id] });
    expect(await told(ann)).toEqual([msgType.commentNew, msgType.commentMention]);
    const { list } = await ann.client.call(messages.list, { pageSize: 1 });
    expect(list[0]?.content).toContain(bob.fullName);
    expect(list[0]?.content).not.toContain('And you');
  });

  it('only where they may read the document', async () => {
    const { unaware, managers } = await write(bob, 'Look, all', { mentions: [tim.id, eve.id, cleo.id] });
    expect(unaware.map(({ id }) => id).toSorted()).toEqual([tim.id, eve.id].toSorted());
    // who cannot give the right learns who can
    expect(managers).toContain(ann.fullName);
    expect(managers).not.toContain(cleo.fullName);
    expect(await write(ann, 'Look', { mentions: [eve.id] })).not.toHaveProperty('managers');
    expect(await write(bob, 'Look', { mentions: [cleo.id] })).not.toHaveProperty('managers');
    expect([await told(tim), await told(eve), await told(cleo)]).toEqual([[], [], [msgType.commentMention, msgType.commentMention]]);
    // a guest does not learn who works there
    const guest = await makeGuest(dossier);
    const { admin } = guest.other;
    await enter(guest.client, guest.other.id);
    const objId = await makeDocument(dossier, admin, { parentId: await makeCabinet(admin) });
    const host = await admin.call(people.createUser, { loginName: 'host', fullName: 'Host', password: 'stranger-1' });
    await admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: guest.id, level: level.view });
    expect(await write(guest, 'Look', { objId, mentions: [host.id] })).toMatchObject({ unaware: [{ name: 'Host' }], managers: [] });
  });

  it('later, when they got the right to read it, by its writer alone', async () => {
    const { id } = await write(bob, 'Look, Eve', { mentions: [eve.id] });
    await dossier.drain();
    expect(await ann.client.refused(comments.mention, { id, userIds: [eve.id] })).toBe(5914);
    expect((await bob.client.call(comments.mention, { id, userIds: [eve.id] })).unaware).toMatchObject([
      { id: eve.id, name: eve.fullName },
    ]);
    expect(await told(eve)).toEqual([]);
    await ann.client.call(permissions.grant, { objId: document, granteeType: 'user', granteeId: eve.id, level: level.view });
    for (const userIds of [[eve.id], [eve.id, cleo.id]])
      expect(await bob.client.call(comments.mention, { id, userIds })).toEqual({ unaware: [] });
    // once, and nobody whom it does not mention
    expect((await told(eve)).filter((type) => type === msgType.commentMention)).toEqual([msgType.commentMention]);
    expect(await told(cleo)).toEqual([]);
  });

  it('not any more when the right was taken, or the comment deleted, before they could be', async () => {
    await ann.client.call(permissions.grant, { objId: document, granteeType: 'user', granteeId: cleo.id, level: level.title });
    await dossier.drain();
    const { id } = await write(bob, 'Look', { mentions: [ann.id] });
    await bob.client.call(comments.delete, { id });
    expect(await told(ann)).toEqual([]);
    await ann.client.call(permissions.revoke, { objId: document, granteeType: 'user', granteeId: cleo.id });
    await write(bob, 'Look', { mentions: [cleo.id] });
    await ann.client.call(permissions.grant, { objId: document, granteeType: 'user', granteeId: cleo.id, level: level.title });
    expect((await told(cleo)).filter((type) => type === msgType.commentMention)).toEqual([]);
  });

  it('and a change tells those whom it mentions anew', async () => {
    const { id } = await write(bob, 'Look');
    await dossier.drain();
    await bob.client.call(comments.update, { id, content: 'Look, Cleo', mentions: [cleo.id] });
    await bob.client.call(comments.update, { id, content: 'Look at it, Cleo', mentions: [cleo.id] });
    expect(await told(cleo)).toEqual([msgType.commentMention]);
    expect((await bob.client.call(comments.thread, { id })).mentions).toEqual([{ id: cleo.id, name: cleo.fullName }]);
    await bob.client.call(comments.update, { id, content: 'Look', mentions: [] });
    expect((await bob.client.call(comments.thread, { id })).mentions).toEqual([]);
  });
});

describe('people to mention', () => {
  it('are found by name, and whether they may read the document is said', async () => {
    const found = async (keyword: string) => (await bob.client.call(comments.people, { objId: document, keyword, pageSize: 20 })).list;
    expect(await found(cleo.fullName)).toMatchObject([{ id: cleo.id, mayRead: true }]);
    expect((await found(eve.fullName)).find(({ id }) => id === eve.id)).toMatchObject({ mayRead: false });
    expect((await found(tim.fullName)).find(({ id }) => id === tim.id)).toMatchObject({ mayRead: false });
    // oneself is not
    expect((await found(bob.fullName)).some(({ id }) => id === bob.id)).toBe(false);
  });
});

describe('open pages', () => {
  /** What somebody is told of comments, as a browser would hear it. */
  async function listen(who: SignedIn) {
    const { url } = await who.client.call(session.streamTicket);
    const stop = new AbortController();
    const answer = await fetch(base + url, { signal: stop.signal });
    let text = '';
    const reading = (async () => {
      for await (const chunk of answer.body!) text += Buffer.from(chunk as Uint8Array).toString();
    })();
    void reading.catch(() => undefined);
    await expect.poll(() => text).toContain(': open');
    return {
      heard: () => [...text.matchAll(/event: comment\ndata: (.*)\n/g)].map(([, data]) => JSON.parse(data ?? '') as Record<string, unknown>),
      close: () => stop.abort(),
    };
  }

  it('of whoever may read the document hear that its comments changed, and no others', async () => {
    // what other tests did is told before
    await dossier.drain();
    const [reader, title, stranger] = [await listen(cleo), await listen(tim), await listen(eve)];
    const { id } = await write(bob, 'Words');
    await dossier.drain();
    await bob.client.call(comments.resolve, { id, resolved: true });
    await dossier.drain();
    await expect
      .poll(() => reader.heard())
      .toEqual([
        { id: document, openComments: 1 },
        { id: document, openComments: 0 },
      ]);
    // the streams are told in one turn: who hears nothing by now never does
    expect([title.heard(), stranger.heard()]).toEqual([[], []]);
    await ann.client.call(library.delete, { objIds: [document] });
    for (const one of [reader, title, stranger]) one.close();
  });
});
