import { permissions } from '@dossier/contract/access/permissions';
import { calls } from '@dossier/contract/calls';
import { comments } from '@dossier/contract/comments/comments';
import { level } from '@dossier/contract/core/rights';
import type { Route } from '@dossier/contract/core/route';
import { site } from '@dossier/contract/core/site';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { messages } from '@dossier/contract/notifications/messages';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type TestMailServer, mailSettings, startMailServer } from '../../../../test/mail-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeGroup, makeSignedIn } from '../../../../test/make.ts';
import { type Terms, come, visitorOf } from '../../../../test/share-people.ts';

let dossier: TestServer;
let mail: TestMailServer;
let sharer: Awaited<ReturnType<typeof makeSignedIn>>;
const at = { cabinet: '', folder: '', inside: '', sibling: '', parentless: '', thread: '' };

beforeAll(async () => {
  dossier = await openTestServer();
  mail = await startMailServer();
  await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(mail.port) });
  sharer = await makeSignedIn(dossier);
  at.cabinet = await makeCabinet(dossier.admin, { name: 'Vault' });
  at.folder = await makeFolder(dossier.admin, at.cabinet, { name: 'Offer' });
  at.inside = await makeDocument(dossier, dossier.admin, { parentId: at.folder, name: 'inside.txt' });
  at.sibling = await makeDocument(dossier, dossier.admin, { parentId: at.cabinet, name: 'sibling.txt' });
  at.parentless = await makeFolder(dossier.admin, at.cabinet, { name: 'Elsewhere' });
  at.thread = (await dossier.admin.call(comments.create, { objId: at.inside, content: 'Among colleagues' })).id;
  await grantTo(level.full);
});
afterAll(async () => {
  await dossier.close();
  await mail.close();
});

const grantTo = (given: number) =>
  dossier.admin.call(permissions.grant, { objId: at.folder, granteeType: 'user', granteeId: sharer.id, level: given, reach: 'all' });
const share = (terms: Terms = {}) => sharer.client.call(shares.create, { objIds: [at.folder], name: 'Secret name', ...terms });
const all = { allowDownload: true, allowPrint: true, allowUpload: true, allowEdit: true, allowComment: true };

/** Every call for visitors, with an input that would have an effect. */
const linkCalls = Object.values(calls)
  .flatMap((module): Route[] => Object.values(module))
  .flatMap((route) => (route.access === 'link' ? [[route.path, route] as const] : []));
const inputOf = (token: string, id: string) => ({
  token,
  id,
  objId: id,
  threadId: id,
  sessionId: id,
  windowId: id,
  parentId: id,
  objIds: [id],
  ids: [id],
  name: 'a.txt',
  content: 'A comment',
  size: 1,
  mail: 'a@b.example',
});
const idFields = ['id', 'objId', 'threadId', 'sessionId', 'parentId', 'objIds', 'ids'];

/** Opens a link with an address that a code proves. */
const prove = async (token: string, address: string): Promise<Client> => {
  expect(await dossier.nobody.call(links.open, { token, mail: address })).toEqual({ sessionId: '', codeSent: true });
  await dossier.drain();
  return come(dossier, token, { mail: address, code: mail.codeFor(address) });
};

describe('before the password', () => {
  it.each(linkCalls)('%s is refused with 503, and reveals nothing', async (_, route) => {
    const { token } = await share({ ...all, password: 'right-word' });
    for (const client of [dossier.nobody, visitorOf(dossier, 'made-up'), dossier.admin]) {
      const { text, status } = await client.raw(route, inputOf(token, at.inside));
      expect([status, JSON.parse(text)]).toEqual([401, { code: 503, message: expect.any(String), data: {} }]);
    }
  });

  it('no answer contains a name but that of the organisation, and a wrong password is 5002', async () => {
    const { token } = await share({ password: 'right-word' });
    expect(await dossier.nobody.call(links.pwd, { token })).toEqual({
      organisationName: expect.stringMatching(/./),
      hasPassword: true,
      needsMail: false,
      needsAccount: false,
      mayUseAccount: false,
    });
    for (const password of ['wrong', undefined]) {
      const { text } = await dossier.nobody.raw(links.open, { token, password });
      expect(JSON.parse(text)).toMatchObject({ code: 5002, data: {} });
      expect(text).not.toContain('Secret');
    }
    expect(await dossier.nobody.refused(links.open, { token: 'unknown-token-of-nobody', password: 'x' })).toBe(5001);
    expect((await dossier.nobody.call(links.open, { token, password: 'right-word' })).sessionId).not.toBe('');
  });

  it('ten guesses a minute are allowed, then the right password is refused too', async () => {
    const { token } = await share({ password: 'right-word' });
    const other = await share({ password: 'right-word' });
    const tries = Array.from({ length: 30 }, () => dossier.nobody.refused(links.open, { token, password: 'wrong' }));
    const answers = await Promise.all(tries);
    expect([answers.filter((code) => code === 5002).length, answers.filter((code) => code === 502).length]).toEqual([10, 20]);
    expect(await dossier.nobody.refused(links.open, { token, password: 'right-word' })).toBe(502);
    // another link, and another address, are not blocked with it
    await come(dossier, other.token, { password: 'right-word' });
    await dossier.nobody.from({ address: '203.0.113.9' }).call(links.open, { token, password: 'right-word' });
    dossier.clock.forward(61_000);
    await come(dossier, token, { password: 'right-word' });
  });
});

describe('ids outside of a share', () => {
  let token: string;
  let visitor: Client;
  beforeAll(async () => {
    // with a proven name, without which much is refused whatever the id
    const address = 'partner@example.org';
    ({ token } = await share({ ...all, objIds: [at.inside], recipients: [address] }));
    visitor = await prove(token, address);
  });
  const takesIds = ({ input }: Route): boolean => idFields.some((field) => 'shape' in input && field in (input.shape as object));

  const answer = async (route: Route, id: string) => {
    const { status, text } = await visitor.raw(route, inputOf(token, id));
    return { status, text: text.replaceAll(id, 'ID') };
  };

  it.each(linkCalls.filter(([, route]) => takesIds(route)))('%s answers as if they were nowhere', async (_, route) => {
    const nowhere = await answer(route, '424242');
    const foreign = [at.cabinet, at.folder, at.sibling, at.parentless, at.thread];
    for (const id of foreign) expect([id, await answer(route, id)]).toEqual([id, nowhere]);
  });

  it('while the shared document is answered about by all but the calls about other things', async () => {
    const others: string[] = [];
    for (const [path, route] of linkCalls.filter(([, one]) => takesIds(one)))
      if (JSON.stringify(await answer(route, at.inside)) === JSON.stringify(await answer(route, '424242'))) others.push(path);
    // they take ids of windows and comments; a text has no picture
    expect(others.toSorted()).toEqual([
      '/curl/closeEditFile',
      '/curl/commentReplies',
      '/curl/deleteComment',
      '/curl/discardEditFile',
      '/curl/keepEditFile',
      '/curl/saveEditFile',
      '/curl/thumbnails',
      '/curl/updateComment',
    ]);
  });

  it('and what the link does not let its visitors do is refused', async () => {
    const address = 'reader@example.org';
    const bare = await share({ objIds: [at.inside], recipients: [address] });
    const reader = await prove(bare.token, address);
    const refused: Record<string, number> = {};
    for (const [path, route] of linkCalls) {
      const { code } = JSON.parse((await reader.raw(route, inputOf(bare.token, at.inside))).text) as { code: number };
      if (code !== 200) refused[path] = code;
    }
    expect(refused).toEqual({
      ...Object.fromEntries(linkCalls.filter(([path]) => /comment/i.test(path)).map(([path]) => [path, 5918])),
      '/curl/preDownload': 5007,
      '/curl/preDownloadAll': 5007,
      '/curl/prePrint': 5008,
      '/curl/preUpload': 5010,
      '/curl/preCheckIn': 4613,
      '/curl/preEdit': 4614,
      '/curl/openEdit': 4614,
      '/curl/openEditFile': 4614,
      '/curl/editComments': 4614,
      // the document is no folder, and the address is proven already
      '/curl/items': 4501,
      '/curl/prove': 1003,
    });
  });

  it.each(linkCalls)('%s is refused with the token of another share', async (_, route) => {
    const [one, other] = [await share(all), await share(all)];
    const stranger = await come(dossier, one.token);
    expect(await stranger.refused(route, inputOf(other.token, at.inside))).toBe(503);
  });
});

describe('a link ends', () => {
  it('at its deadline, and is reopened by an extension', async () => {
    const { token, id } = await share({ deadline: new Date(dossier.clock.now() + 3600_000).toISOString() });
    const visitor = await come(dossier, token);
    dossier.clock.forward(3_700_000);
    expect(await visitor.refused(links.items, { token })).toBe(5003);
    expect(await dossier.nobody.refused(links.open, { token })).toBe(5003);
    expect((await sharer.client.call(shares.show, { id })).status).toBe('expired');
    await sharer.client.call(shares.update, { id, deadline: new Date(dossier.clock.now() + 3600_000).toISOString() });
    expect((await visitor.call(links.items, { token })).totalNumber).toBe(1);
  });

  it('when it is closed, and works again when it is reopened', async () => {
    const { token, id } = await share(all);
    const visitor = await come(dossier, token);
    const { downloadUrl } = await visitor.call(links.download, { token, id: at.inside });
    await sharer.client.call(shares.close, { id });
    for (const [path, route] of linkCalls) expect([path, await visitor.refused(route, inputOf(token, at.inside))]).toEqual([path, 5006]);
    expect((await dossier.server.app.inject({ url: downloadUrl })).statusCode).toBe(422);
    expect(await dossier.nobody.refused(links.open, { token })).toBe(5006);
    await sharer.client.call(shares.reopen, { id });
    expect((await visitor.call(links.items, { token })).totalNumber).toBe(1);
  });

  it('with the sharer’s rights, one by one and altogether', async () => {
    const { token } = await share(all);
    const visitor = await come(dossier, token);
    const { downloadUrl } = await visitor.call(links.download, { token, id: at.inside });
    await grantTo(level.view);
    expect((await visitor.call(links.items, { token })).list[0]?.rights).toBe(level.view);
    expect(await visitor.refused(links.download, { token, id: at.inside })).toBe(4611);
    expect((await dossier.server.app.inject({ url: downloadUrl })).statusCode).toBe(403);
    await grantTo(level.none);
    expect(await visitor.refused(links.items, { token })).toBe(5006);
    expect(await visitor.refused(links.view, { token, id: at.inside })).toBe(1002);
    expect(await dossier.nobody.refused(links.open, { token })).toBe(5006);
    await grantTo(level.full);
    expect((await visitor.call(links.items, { token })).totalNumber).toBe(1);
  });

  it('with the shared items', async () => {
    const doc = await makeDocument(dossier, sharer.client, { parentId: at.folder });
    const { token } = await share({ objIds: [doc] });
    const visitor = await come(dossier, token);
    await sharer.client.call(library.delete, { objIds: [doc] });
    expect(await visitor.refused(links.items, { token })).toBe(5006);
    expect(await visitor.refused(links.view, { token, id: doc })).toBe(1002);
    expect(await dossier.nobody.refused(links.open, { token })).toBe(5006);
  });

  it('with the sharer’s account', async () => {
    const leaver = await makeSignedIn(dossier);
    const cabinet = await makeCabinet(leaver.client, { moduleType: 2 });
    const doc = await makeDocument(dossier, leaver.client, { parentId: cabinet });
    const { token } = await leaver.client.call(shares.create, { objIds: [doc] });
    const visitor = await come(dossier, token);
    await dossier.admin.call(people.updateUser, { id: leaver.id, enabled: false });
    expect(await visitor.refused(links.items, { token })).toBe(5006);
    expect(await dossier.nobody.refused(links.open, { token })).toBe(5006);
  });

  it('for existing sessions when its password changes', async () => {
    const { token, id } = await share({ password: 'first-word' });
    const visitor = await come(dossier, token, { password: 'first-word' });
    dossier.clock.forward(1000);
    await sharer.client.call(shares.update, { id, password: 'other-word' });
    expect(await visitor.refused(links.items, { token })).toBe(503);
    await come(dossier, token, { password: 'other-word' });
  });
});

describe('a share with named recipients', () => {
  /** An address without access gets the same answer as a recipient, and no mail. */
  const getNothing = async (token: string, address: string) => {
    const before = mail.letters.length;
    for (let n = 0; n < 4; n++)
      expect(await dossier.nobody.call(links.open, { token, mail: address })).toEqual({ sessionId: '', codeSent: true });
    await dossier.drain();
    expect(mail.letters.slice(before)).toEqual([]);
    for (const code of [2017, 2017, 2017, 2017, 2017, 2018])
      expect(await dossier.nobody.refused(links.open, { token, mail: address, code: '00000x' })).toBe(code);
  };

  it('opens for a verified address alone, by itself or by its domain, and revokes one', async () => {
    const { token, id } = await share({ recipients: ['ann@example.org', '@partner.example'], notice: true });
    expect(await dossier.nobody.call(links.pwd, { token })).toMatchObject({ needsMail: true });
    expect(await dossier.nobody.refused(links.open, { token })).toBe(2035);
    await getNothing(token, 'eve@example.org');
    const ann = await prove(token, 'ann@example.org');
    const bob = await prove(token, 'bob@partner.example');
    expect((await ann.call(links.info, { token })).visitor).toBe('ann@example.org');
    await dossier.drain();
    const firstVisitMessages = (await sharer.client.call(messages.list, {})).list.filter((one) => one.content.includes('first time'));
    expect(firstVisitMessages.map((one) => one.content)).toEqual([expect.stringContaining('ann@example.org')]);
    const { list } = await sharer.client.call(shares.visitors, { id });
    const his = list.find((one) => one.name === 'bob@partner.example');
    await sharer.client.call(shares.revoke, { id, recipientId: String(his?.recipientId) });
    expect(await bob.refused(links.items, { token })).toBe(503);
    await getNothing(token, 'bob@partner.example');
    expect((await ann.call(links.items, { token })).totalNumber).toBe(1);
  });

  it('expires a code after five wrong attempts or ten minutes, and accepts it once', async () => {
    const { token } = await share({ recipients: ['cat@example.org'] });
    await dossier.nobody.call(links.open, { token, mail: 'cat@example.org' });
    await dossier.drain();
    const code = mail.codeFor('cat@example.org') ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries++)
      expect(await dossier.nobody.refused(links.open, { token, mail: 'cat@example.org', code: wrong })).toBe(2017);
    expect(await dossier.nobody.refused(links.open, { token, mail: 'cat@example.org', code })).toBe(2018);
    await prove(token, 'cat@example.org');
    expect(await dossier.nobody.refused(links.open, { token, mail: 'cat@example.org', code: mail.codeFor('cat@example.org') })).toBe(2018);
    await dossier.nobody.call(links.open, { token, mail: 'cat@example.org' });
    await dossier.drain();
    dossier.clock.forward(601_000);
    expect(await dossier.nobody.refused(links.open, { token, mail: 'cat@example.org', code: mail.codeFor('cat@example.org') })).toBe(2018);
  });

  it('opens for colleagues by their account or groups, and for no others', async () => {
    const [ann, bob] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
    const group = await makeGroup(dossier, [ann.id]);
    const { token, id } = await share({
      colleagues: [{ granteeType: 'group', granteeId: group }],
      name: 'For the group',
      password: 'some-word',
    });
    await dossier.drain();
    expect((await ann.client.call(shares.innerShare, {})).list.map((one) => one.name)).toEqual(['For the group']);
    expect((await bob.client.call(shares.received, {})).totalNumber).toBe(0);
    expect((await ann.client.call(messages.list, {})).list.some((one) => one.content.includes('For the group'))).toBe(true);
    const { sessionId } = await ann.client.call(shares.enter, { token });
    const visitor = visitorOf(dossier, sessionId);
    expect((await visitor.call(links.items, { token })).totalNumber).toBe(1);
    expect(await bob.client.refused(shares.enter, { token })).toBe(5011);
    expect(await dossier.nobody.refused(links.open, { token, password: 'some-word' })).toBe(5015);
    await dossier.admin.call(people.removeFromGroup, { id: group, userIds: [ann.id] });
    expect(await visitor.refused(links.items, { token })).toBe(503);
    expect((await sharer.client.call(shares.visitors, { id })).list.map((one) => one.name)).toEqual([ann.fullName]);
  });
});
