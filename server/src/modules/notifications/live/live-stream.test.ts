import { createHash } from 'node:crypto';
import { account } from '@dossier/contract/identity/account';
import { activeSessions, session } from '@dossier/contract/identity/sessions';
import { admin } from '@dossier/contract/identity/user-administration';
import { people } from '@dossier/contract/identity/users';
import { messages } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';
import { adminPassword } from '../../../../test/template.ts';
import { notify } from '../notify.ts';
import { streamHubOf } from './live-stream.ts';

let dossier: TestServer;
let base: string;
beforeAll(async () => {
  dossier = await openTestServer({}, { inBackground: true });
  base = await dossier.listen();
});
afterAll(() => dossier.close());

const notifyUser = async (person: Made) => {
  await dossier.services.database.write((db) =>
    notify(db, { kind: 'zipReady', facts: {}, personId: Number(person.id), name: 'a.zip', at: dossier.clock.now() }),
  );
  dossier.services.outbox.wake();
};

type SignedIn = Made & { client: Client };

async function changePasswordElsewhere(person: SignedIn): Promise<void> {
  const elsewhere = await dossier.as(person);
  await elsewhere.call(session.changePassword, { oldPwd: person.password, newPwd: 'another-pass-1' });
}

/** Opens a stream as a browser would; answers the events so far, and whether it has ended. */
async function listen(client: Client) {
  const { url } = await client.call(session.streamTicket);
  const stop = new AbortController();
  const answer = await fetch(base + url, { signal: stop.signal });
  const received = { text: '', ended: false };
  const reading = (async () => {
    for await (const chunk of answer.body!) received.text += Buffer.from(chunk as Uint8Array).toString();
  })();
  void reading.catch(() => {}).finally(() => (received.ended = true));
  return { status: answer.status, type: answer.headers.get('content-type'), heard: received, close: () => stop.abort() };
}

describe('the live stream', () => {
  it('reports a message after its commit, and reading, with the number of unread ones', async () => {
    const person = await makeSignedIn(dossier);
    const [tab, phone, stranger] = [
      await listen(person.client),
      await listen(person.client),
      await listen((await makeSignedIn(dossier)).client),
    ];
    expect([tab.status, tab.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    await expect.poll(() => tab.heard.text).toBe(': open\n\n');
    await notifyUser(person);
    for (const stream of [tab, phone]) await expect.poll(() => stream.heard.text).toContain('event: message\ndata: {"unread":1}\n\n');
    await notifyUser(person);
    await expect.poll(() => tab.heard.text).toContain('event: message\ndata: {"unread":2}\n\n');
    await person.client.call(messages.markRead);
    await expect.poll(() => phone.heard.text).toContain('event: unread\ndata: {"unread":0}\n\n');
    expect(stranger.heard.text).toBe(': open\n\n');
    for (const stream of [tab, phone, stranger]) stream.close();
  });

  it('forgets disconnected clients', async () => {
    const person = await makeSignedIn(dossier);
    const stream = await listen(person.client);
    expect(streamHubOf(dossier.services).people.has(Number(person.id))).toBe(true);
    stream.close();
    await expect.poll(() => streamHubOf(dossier.services).people.has(Number(person.id))).toBe(false);
  });

  it('sends heartbeats, and ends with the session', async () => {
    const person = await makeSignedIn(dossier);
    const again = await dossier.as(person);
    const [ending, staying] = [await listen(person.client), await listen(again)];
    await person.client.call(session.logout);
    await streamHubOf(dossier.services).beat();
    await expect.poll(() => ending.heard.ended).toBe(true);
    await expect.poll(() => staying.heard.text).toBe(': open\n\n: beat\n\n');
    expect(staying.heard.ended).toBe(false);
    staying.close();
  });

  it.each<[string, (person: SignedIn) => Promise<unknown>]>([
    ['its person signed out', ({ client }) => client.call(session.logout)],
    ['its person signed out everywhere', ({ client }) => client.call(session.logoutEverywhere)],
    ['its person ended it from another device', async (person) => (await dossier.as(person)).call(account.endSession, {})],
    ['its person changed the password elsewhere', changePasswordElsewhere],
    ['an administrator ended it', ({ id }) => dossier.admin.call(activeSessions.endOnlineOf, { userId: id })],
    ['an administrator set another password', ({ id }) => dossier.admin.call(people.resetPassword, { id, newPwd: 'another-pass-1' })],
    ['the account was disabled', ({ id }) => dossier.admin.call(people.updateUser, { id, enabled: false })],
    ['the account was removed', ({ id }) => dossier.admin.call(admin.deleteUser, { id })],
  ])('ends at once where %s', async (_, end) => {
    const person = await makeSignedIn(dossier);
    const stream = await listen(person.client);
    await expect.poll(() => stream.heard.text).toBe(': open\n\n');
    await end(person);
    await dossier.drain();
    await expect.poll(() => stream.heard.ended).toBe(true);
    expect(stream.heard.text).not.toContain('event:');
  });

  it('tells nothing once its session has lapsed, or ended unheard', async () => {
    const person = await makeSignedIn(dossier);
    const lapsed = await listen(person.client);
    dossier.clock.forward(400 * 24 * 3_600_000);
    dossier.admin = await dossier.as({ loginName: 'admin', password: adminPassword });
    const again = await dossier.as(person);
    const [ended, staying] = [await listen(again), await listen(await dossier.as(person))];
    await dossier.services.database.write((db) =>
      db.deleteFrom('session').where('token_hash', '=', createHash('sha256').update(again.token!).digest('base64url')).execute(),
    );
    await notifyUser(person);
    for (const stream of [lapsed, ended]) {
      await expect.poll(() => stream.heard.ended).toBe(true);
      expect(stream.heard.text).toBe(': open\n\n');
    }
    await expect.poll(() => staying.heard.text).toContain('event: message');
    staying.close();
  });

  it('opens ten times for a user, not more', async () => {
    const person = await makeSignedIn(dossier);
    const streams = [];
    for (let n = 0; n < 10; n++) streams.push(await listen(person.client));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const { url } = await person.client.call(session.streamTicket);
    const eleventh = await fetch(base + url);
    expect(eleventh.status).toBe(429);
    expect(await eleventh.json()).toMatchObject({ code: 502 });
    for (const stream of streams) stream.close();
  });

  it('needs a valid, fresh ticket of an active session', async () => {
    const person = await makeSignedIn(dossier);
    const codeOf = async (url: string) => ((await (await fetch(base + url)).json()) as { code: number }).code;
    const { url } = await person.client.call(session.streamTicket);
    expect(await codeOf('/msg/live')).toBe(1010);
    expect(await codeOf('/msg/live?ticket=')).toBe(1010);
    expect(await codeOf(`${url.slice(0, -2)}xx`)).toBe(1010);
    expect(await codeOf(`/msg/live?ticket=${dossier.services.tickets.sign('other', { session: 1, person: 1 }, 60)}`)).toBe(1010);
    dossier.clock.forward(62_000);
    expect(await codeOf(url)).toBe(1010);
    const late = await person.client.call(session.streamTicket);
    await person.client.call(session.logout);
    expect(await codeOf(late.url)).toBe(501);
    expect((await fetch(base + url, { method: 'HEAD' })).status).toBe(403);
  });

  it.runIf(process.env['DOSSIER_TEST_DATABASE_URL'])('hears of a message that another process wrote', async () => {
    const person = await makeSignedIn(dossier);
    const stream = await listen(person.client);
    const other = await dossier.another();
    await other.services.database.write((db) =>
      notify(db, { kind: 'zipReady', facts: {}, personId: Number(person.id), name: 'b.zip', at: dossier.clock.now() - 120_000 }),
    );
    await other.services.outbox.drain();
    await expect.poll(() => stream.heard.text).toContain('event: message\ndata: {"unread":1}');
    stream.close();
    await other.close();
  });

  it('ends at shutdown, which does not wait for it', async () => {
    const own = await openTestServer();
    const from = await own.listen();
    const { url } = await own.admin.call(session.streamTicket);
    const answer = await fetch(from + url);
    const reading = answer.text();
    await own.close();
    expect(await reading).toBe(': open\n\n');
  });
});
