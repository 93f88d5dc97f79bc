import { permissions } from '@dossier/contract/access/permissions';
import { following } from '@dossier/contract/activity/following';
import { comments } from '@dossier/contract/comments/comments';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { emails } from '@dossier/contract/notifications/emails';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { mailSettings, type Received, startMailServer, type TestMailServer } from '../../../test/mail-server.ts';
import { type Made, makeSignedIn, makeWriter } from '../../../test/make.ts';
import { handIn, makeFlowTemplate, stepOf } from '../../../test/make-flows.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { proveMail } from '../../../test/other-organisation.ts';
import { adminPassword } from '../../../test/template.ts';
import { openTestServer, type TestServer } from '../../../test/test-server.ts';
import { sendEmails } from './send-emails.ts';

const hour = 3_600_000;
const day = 24 * hour;

let dossier: TestServer;
let post: TestMailServer;
let cabinet: string;

let readers = 0;

type Person = Made & { client: Client };

/** A user with a confirmed address, whose client has told under which address the site is opened. */
async function makeReader(given: Parameters<typeof makeSignedIn>[1] = {}): Promise<Person & { mail: string }> {
  const mail = `reader${++readers}@example.org`;
  const reader = await makeSignedIn(dossier, { ...given, mail });
  await proveMail(dossier, reader.id);
  await reader.client.call(session.streamTicket);
  return { ...reader, mail };
}

const lettersTo = ({ mail }: { mail: string }): Received[] => post.letters.filter(({ to }) => to.includes(mail));

/** Delivers events and sends what is due now; answers what a user has got by then. */
async function sentTo(reader: { mail: string }): Promise<Received[]> {
  await dossier.drain();
  await sendEmails(dossier.services);
  return lettersTo(reader);
}

const grant = (objId: string, granteeId: string, bits: number = level.view) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId, level: bits, reach: 'all' });

const revoke = async (objId: string, granteeId: string) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId, level: 0, reach: 'all' });

const waitingRows = () => dossier.services.database.read.selectFrom('email_line').selectAll().execute();

const useMail = (values: object = {}) =>
  dossier.admin.call(site.saveSettings, { group: 'mail', values: { ...mailSettings(post.port), ...values } });

beforeAll(async () => {
  dossier = await openTestServer();
  post = await startMailServer();
  await useMail();
  // these tests move the clock by days
  await dossier.admin.call(site.saveSettings, { group: 'signIn', values: { idleHours: 720, lifetimeDays: 365 } });
  dossier.admin = await dossier.as({ loginName: 'admin', password: adminPassword });
  cabinet = await makeCabinet(dossier.admin);
});
afterEach(() => post.refuse(false));
afterAll(async () => {
  await dossier.close();
  await post.close();
});

const subjectOf = ({ text }: Received): string => /^subject: (.*)$/im.exec(text)?.[1] ?? '';

describe('what a user chose', () => {
  it('is the default of the site until they do, and is kept for each', async () => {
    const reader = await makeReader();
    const other = await makeReader();
    const before = await reader.client.call(emails.choices);
    expect(before).toMatchObject({ enabled: true, address: reader.mail, digestHour: 8, zone: '' });
    expect(before.kinds).toEqual(before.defaults);
    await reader.client.call(emails.choose, { kinds: { comments: 'never' }, digestHour: 18, zone: 'Asia/Shanghai' });
    const after = await reader.client.call(emails.choices);
    expect(after).toMatchObject({ digestHour: 18, zone: 'Asia/Shanghai', kinds: { comments: 'never', tasks: 'now' } });
    expect((await other.client.call(emails.choices)).kinds.comments).toBe('hourly');
    await dossier.admin.call(site.saveSettings, { group: 'emails', values: { ...before.defaults, tasks: 'daily', digestHour: 6 } });
    expect(await other.client.call(emails.choices)).toMatchObject({ digestHour: 6, kinds: { tasks: 'daily' } });
    await dossier.admin.call(site.saveSettings, { group: 'emails', values: {} });
    for (const wrong of [{ kinds: { security: 'never' } }, { digestHour: 24 }, { zone: 'Nowhere/Land' }])
      expect(await reader.client.refused(emails.choose, wrong as never)).toBe(400);
    expect(await dossier.nobody.refused(emails.choose, {})).toBe(501);
    await dossier.drain();
    const { list } = await dossier.admin.call(operationLog.log, { actions: [action.emailsChoose] });
    expect(list).toHaveLength(1);
  });

  it('decides what is sent at once, with the hour, with the day, and never', async () => {
    const reader = await makeReader();
    // far from now, whenever the test runs
    const digestHour = (new Date(dossier.clock.now()).getUTCHours() + 12) % 24;
    await reader.client.call(emails.choose, { digestHour, zone: 'UTC' });
    const document = await makeDocument(dossier, dossier.admin, { parentId: cabinet });
    const tell = async (frequency: 'now' | 'hourly' | 'daily' | 'never') => {
      await reader.client.call(emails.choose, { kinds: { shares: frequency } });
      await revoke(document, reader.id);
      await grant(document, reader.id);
      return (await sentTo(reader)).length;
    };
    expect(await tell('now')).toBe(1);
    expect(await tell('never')).toBe(1);
    expect(await tell('hourly')).toBe(1);
    dossier.clock.forward(hour);
    expect(await sentTo(reader)).toHaveLength(2);
    expect(await tell('daily')).toBe(2);
    dossier.clock.forward(hour);
    expect(await sentTo(reader)).toHaveLength(2);
    // what waits follows a new choice
    await reader.client.call(emails.choose, { kinds: { shares: 'hourly' } });
    expect(await sentTo(reader)).toHaveLength(3);
    expect(await tell('daily')).toBe(3);
    dossier.clock.forward(day);
    expect(await sentTo(reader)).toHaveLength(4);
    expect(await waitingRows()).toEqual([]);
  });

  it('needs a confirmed address, and a site that sends emails', async () => {
    const unproven = { ...(await makeSignedIn(dossier, { mail: 'unproven@example.org' })), mail: 'unproven@example.org' };
    const reader = await makeReader();
    expect(await unproven.client.call(emails.choices)).not.toHaveProperty('address');
    for (const { id, client } of [unproven, reader]) {
      await client.call(emails.choose, { kinds: { shares: 'now' } });
      await grant(await makeDocument(dossier, dossier.admin, { parentId: cabinet }), id);
    }
    expect(await sentTo(unproven)).toEqual([]);
    expect(lettersTo(reader)).toHaveLength(1);
    await grant(await makeDocument(dossier, dossier.admin, { parentId: cabinet }), reader.id);
    await dossier.drain();
    await useMail({ enabled: false });
    expect((await reader.client.call(emails.choices)).enabled).toBe(false);
    expect(await sentTo(reader)).toHaveLength(1);
    await useMail();
    expect(await sentTo(reader)).toHaveLength(1);
    expect((await reader.client.call(messages.unread)).totalNumber).toBe(2);
  });
});

describe('a digest', () => {
  it('has three kinds, the newest of each first, in the language of its reader, as text and HTML', async () => {
    const reader = await makeReader({ lang: 'es' });
    const daily = { comments: 'daily', shares: 'daily', approvals: 'daily' } as const;
    await reader.client.call(emails.choose, { kinds: daily });
    const document = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'Plan & more.txt' });
    await grant(document, reader.id);
    await dossier.admin.call(comments.create, { objId: document, content: 'x', mentions: [reader.id] });
    const template = await makeFlowTemplate(dossier, [stepOf('Check', [reader.id])]);
    const first = await makeSignedIn(dossier);
    const title = `Approve ${reader.id}`;
    await handIn(first.client, template, { title });
    await dossier.drain();
    dossier.clock.forward(day);
    const [letter, ...more] = await sentTo(reader);
    expect(more).toEqual([]);
    const text = letter?.text ?? '';
    expect(text).toMatch(/content-type: multipart\/alternative/i);
    const titles = ['APROBACIONES', 'COMENTARIOS Y MENCIONES', 'ELEMENTOS COMPARTIDOS'];
    expect(titles.map((one) => text.indexOf(one)).every((at, n, all) => at > 0 && (n === 0 || at > (all[n - 1] ?? 0)))).toBe(true);
    expect(text).toContain(title);
    expect(text).toContain('Plan &amp; more.txt');
    expect(text).toContain(`/docpreview?id=${document}&tab=comments`);
    expect(text).toContain('/user-setting/notifications');
    expect(text).toMatch(/^list-unsubscribe-post: List-Unsubscribe=One-Click/im);
  });

  it('writes out ten lines of a kind and counts the others', async () => {
    const reader = await makeReader();
    await reader.client.call(emails.choose, { kinds: { shares: 'hourly' } });
    for (let n = 0; n < 12; n++) await grant(await makeDocument(dossier, dossier.admin, { parentId: cabinet }), reader.id);
    await dossier.drain();
    dossier.clock.forward(hour);
    const [letter] = await sentTo(reader);
    expect(subjectOf(letter!)).toBe('12 notifications');
    expect(letter?.text.match(/^- /gm)).toHaveLength(10);
    expect(letter?.text).toContain('And 2 more.');
  });

  it('names nothing that its reader may not see when it is sent, or has read meanwhile', async () => {
    const reader = await makeReader();
    await reader.client.call(emails.choose, { kinds: { shares: 'daily', comments: 'daily' } });
    const [kept, taken, read] = await Promise.all(
      ['Kept.txt', 'Taken.txt', 'Read.txt'].map((name) => makeDocument(dossier, dossier.admin, { parentId: cabinet, name })),
    );
    for (const id of [kept!, taken!, read!]) {
      await grant(id, reader.id);
      await dossier.admin.call(comments.create, { objId: id, content: 'x', mentions: [reader.id] });
    }
    await dossier.drain();
    await revoke(taken!, reader.id);
    await dossier.drain();
    const unread = (await reader.client.call(messages.list, { pageSize: 50 })).list.filter(({ objId }) => objId === read);
    await reader.client.call(messages.markRead, { ids: unread.map(({ id }) => id) });
    dossier.clock.forward(day);
    const [letter] = await sentTo(reader);
    expect(letter?.text).toContain('Kept.txt');
    expect(letter?.text).not.toContain('Taken.txt');
    expect(letter?.text).not.toContain('Read.txt');
    expect(letter?.text).not.toContain(taken);
  });

  it('is not sent where nothing is left to tell', async () => {
    const reader = await makeReader();
    await reader.client.call(emails.choose, { kinds: { shares: 'hourly' } });
    const document = await makeDocument(dossier, dossier.admin, { parentId: cabinet });
    await grant(document, reader.id);
    await dossier.drain();
    await revoke(document, reader.id);
    dossier.clock.forward(hour);
    expect(await sentTo(reader)).toEqual([]);
    expect(await dossier.services.database.read.selectFrom('email').selectAll().execute()).toEqual([]);
  });
});

describe('unsubscribing', () => {
  const addressIn = ({ text }: Received): string =>
    new URL(/^list-unsubscribe: *<([^>]+)>/im.exec(text.replaceAll(/\r\n[ \t]+/g, ''))?.[1] ?? '').href.replace(/^https?:\/\/[^/]+/, '');

  it('by the post of a mail program turns off the kinds of the email, and nothing by opening it', async () => {
    const reader = await makeReader();
    await reader.client.call(emails.choose, { kinds: { shares: 'now' } });
    await grant(await makeDocument(dossier, dossier.admin, { parentId: cabinet }), reader.id);
    const [letter] = await sentTo(reader);
    const url = addressIn(letter!);
    const opened = await dossier.server.app.inject({ method: 'GET', url });
    expect([opened.statusCode, opened.headers.location]).toEqual([302, '/user-setting/notifications']);
    expect((await reader.client.call(emails.choices)).kinds.shares).toBe('now');
    const body = { payload: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect((await dossier.server.app.inject({ method: 'POST', url, ...body })).statusCode).toBe(200);
    expect((await reader.client.call(emails.choices)).kinds).toMatchObject({ shares: 'never', tasks: 'now' });
    expect((await dossier.server.app.inject({ method: 'POST', url: `${url}x`, ...body })).json()).toMatchObject({ code: 1010 });
  });
});

describe('a mail server that fails', () => {
  it('loses nothing: emails are sent once it takes them, and administrators are told after an hour', async () => {
    const reader = await makeReader();
    await reader.client.call(emails.choose, { kinds: { shares: 'now' } });
    await grant(await makeDocument(dossier, dossier.admin, { parentId: cabinet }), reader.id);
    post.refuse(true);
    expect(await sentTo(reader)).toEqual([]);
    const state = await dossier.admin.call(emails.delivery);
    expect(state).toMatchObject({ problem: expect.stringContaining('No space left') as string, waiting: 1 });
    expect(state.failingSince).toBeDefined();
    expect(await reader.client.refused(emails.delivery)).toBe(1011);
    const told = async () => (await dossier.admin.call(messages.list)).list.filter(({ msgType: type }) => type === msgType.mailFailing);
    expect(await told()).toEqual([]);
    // each look tries at most once
    for (let n = 0; n < 5; n++) {
      dossier.clock.forward(20 * 60_000);
      await sentTo(reader);
    }
    expect(await told()).toHaveLength(1);
    expect((await told())[0]?.content).toContain('No space left');
    await dossier.reopen();
    post.refuse(false);
    dossier.clock.forward(4 * hour);
    expect(await sentTo(reader)).toHaveLength(1);
    expect(await dossier.admin.call(emails.delivery)).toEqual({ problem: '', waiting: 0 });
    expect(await sentTo(reader)).toHaveLength(1);
  });

  it('is given up after five days; the notification stays', async () => {
    const reader = await makeReader();
    await reader.client.call(emails.choose, { kinds: { shares: 'now' } });
    await grant(await makeDocument(dossier, dossier.admin, { parentId: cabinet }), reader.id);
    post.refuse(true);
    await sentTo(reader);
    dossier.clock.forward(6 * day);
    await sentTo(reader);
    post.refuse(false);
    dossier.clock.forward(day);
    expect(await sentTo(reader)).toEqual([]);
    expect((await reader.client.call(messages.unread)).totalNumber).toBe(1);
  });

  it('two servers send an email once', async () => {
    const reader = await makeReader();
    await reader.client.call(emails.choose, { kinds: { shares: 'now' } });
    for (let n = 0; n < 3; n++) await grant(await makeDocument(dossier, dossier.admin, { parentId: cabinet }), reader.id);
    await dossier.drain();
    const second = await dossier.another();
    await Promise.all([sendEmails(dossier.services), sendEmails(second.services), sendEmails(dossier.services)]);
    await second.close();
    expect(lettersTo(reader)).toHaveLength(1);
  });
});

describe('following', () => {
  const gathered = 600_000;

  it('tells of what others change in a folder, and of nothing that the reader does or may not see', async () => {
    const reader = await makeReader();
    await reader.client.call(emails.choose, { kinds: { followed: 'now', shares: 'never' } });
    const folder = await makeFolder(dossier.admin, cabinet, { name: 'Contracts' });
    const secret = await makeFolder(dossier.admin, folder, { name: 'Secret' });
    expect(await reader.client.refused(following.follow, { objIds: [folder] })).toBe(1002);
    await grant(folder, reader.id, level.modify);
    await revoke(secret, reader.id);
    // what was before is no news
    await dossier.drain();
    dossier.clock.forward(1000);
    await reader.client.call(following.follow, { objIds: [folder] });
    await makeDocument(dossier, reader.client, { parentId: folder, name: 'Own.txt' });
    await makeDocument(dossier, dossier.admin, { parentId: secret, name: 'Hidden.txt' });
    const later = async () => {
      await dossier.drain();
      dossier.clock.forward(gathered);
      return sentTo(reader);
    };
    expect(await later()).toEqual([]);
    const writer = await makeWriter(dossier, cabinet);
    await makeDocument(dossier, writer.client, { parentId: folder, name: 'One.txt' });
    await makeDocument(dossier, writer.client, { parentId: folder, name: 'Two.txt' });
    await makeDocument(dossier, dossier.admin, { parentId: secret, name: 'More hidden.txt' });
    const [letter, ...more] = await later();
    expect(more).toEqual([]);
    expect(subjectOf(letter!)).toContain('Contracts');
    expect(letter?.text).toContain(`${writer.fullName} added “Two.txt”, “One.txt”`);
    expect(letter?.text).not.toMatch(/hidden|own\.txt/i);
    const told = (await reader.client.call(messages.list)).list.filter(({ msgType: type }) => type === msgType.followedChanged);
    expect(told).toMatchObject([
      {
        objId: folder,
        content: `${writer.fullName} added “Two.txt”, “One.txt” in “Contracts”, which you follow`,
        itemId: expect.any(String),
      },
    ]);
    // unread, it is not repeated as a notification, but it is by email
    await makeDocument(dossier, writer.client, { parentId: folder, name: 'Three.txt' });
    expect(await later()).toHaveLength(2);
    const again = (await reader.client.call(messages.list)).list.filter(({ msgType: type }) => type === msgType.followedChanged);
    expect(again).toMatchObject([{ content: expect.stringContaining('Three.txt') }]);
    // it names nothing that the reader may not read any more
    await revoke(again[0]?.itemId ?? '', reader.id);
    const textNow = async () =>
      (await reader.client.call(messages.list)).list.find(({ msgType: type }) => type === msgType.followedChanged)?.content;
    expect(await textNow()).not.toContain('Three.txt');
    await revoke(folder, reader.id);
    expect(await textNow()).toBe('There are changes in “Contracts”, which you follow');
    await grant(folder, reader.id, level.modify);
    await reader.client.call(following.unfollow, { objIds: [folder] });
    await makeDocument(dossier, writer.client, { parentId: folder });
    expect(await later()).toHaveLength(2);
  });

  it('is listed to its user alone, with what they still read', async () => {
    const reader = await makeReader();
    const [kept, taken] = await Promise.all([0, 1].map(() => makeDocument(dossier, dossier.admin, { parentId: cabinet })));
    for (const id of [kept!, taken!]) await grant(id, reader.id);
    await reader.client.call(following.follow, { objIds: [kept!, taken!] });
    await reader.client.call(following.follow, { objIds: [kept!] });
    const { list, totalNumber } = await reader.client.call(following.list);
    expect([list.map(({ id }) => id).toSorted(), totalNumber]).toEqual([[kept!, taken!].toSorted(), 2]);
    expect(list.every(({ followed }) => followed === true)).toBe(true);
    expect(await reader.client.call(library.documentDetail, { id: kept! })).toMatchObject({ followed: true });
    expect(await dossier.admin.call(library.documentDetail, { id: kept! })).not.toHaveProperty('followed');
    await revoke(taken!, reader.id);
    expect((await reader.client.call(following.list)).list.map(({ id }) => id)).toEqual([kept]);
    await reader.client.call(following.unfollow, { objIds: [kept!, taken!] });
    await grant(taken!, reader.id);
    expect(await reader.client.call(following.list)).toMatchObject({ totalNumber: 0 });
  });
});
