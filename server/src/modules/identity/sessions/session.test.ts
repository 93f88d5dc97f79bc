import { AsyncLocalStorage } from 'node:async_hooks';
import { codes } from '@dossier/contract/core/codes';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Client, clientOf } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeSignedIn, makeUser } from '../../../../test/make.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

const hour = 3_600_000;

describe('a session', () => {
  it('is authorised by its token alone', async () => {
    const { client } = await makeSignedIn(dossier);
    const token = client.token!;
    const forged = ['', 'x', token.slice(0, -1), `${token}=`, `${token}x`, token.toLowerCase(), `Basic ${token}`, 'Bearer ', "' or 1=1 --"];
    for (const one of forged) expect([one, await clientOf(dossier.server, one).refused(session.current)]).toEqual([one, 501]);
    const rows = await dossier.services.database.read.selectFrom('session').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    for (const { token_hash } of rows) expect(await clientOf(dossier.server, token_hash).refused(session.current)).toBe(501);
    expect((await dossier.nobody.raw(session.current)).status).toBe(401);
  });

  it('ends with signing out, on one device or everywhere', async () => {
    const { client, ...made } = await makeSignedIn(dossier);
    const [second, third] = [await dossier.as(made), await dossier.as(made)];
    await client.call(session.logout);
    expect(await client.refused(session.current)).toBe(501);
    await second.call(session.current);
    expect(await third.call(session.logoutEverywhere)).toEqual({ ended: 2 });
    for (const one of [second, third]) expect(await one.refused(session.current)).toBe(501);
    await dossier.admin.call(session.current);
  });

  it('expires after a day without a call, and after thirty days in any case', async () => {
    const own = await openTestServer();
    const { client, ...made } = await makeSignedIn(own);
    const idle = await own.as(made);
    const sessions = () =>
      own.services.database.read.selectFrom('session').select('seen_at').where('person_id', '=', Number(made.id)).execute();
    const lastSeen = async () => Math.max(...(await sessions()).map((row) => row.seen_at));
    for (let n = 0; n < 31; n++) {
      await client.call(session.current);
      // the time of last use is written after the answer
      await expect.poll(lastSeen, { interval: 5 }).toBeGreaterThan(own.clock.now() - hour);
      own.clock.forward(23 * hour);
      if (n === 0) await idle.call(session.current);
    }
    expect(await idle.refused(session.current)).toBe(501);
    await client.call(session.current);
    own.clock.forward(8 * hour);
    expect(await client.refused(session.current)).toBe(501);
    await own.close();
  });

  it('survives a restart', async () => {
    const own = await openTestServer();
    const { token } = own.admin;
    await own.reopen();
    expect(own.admin.token).toBe(token);
    expect((await own.admin.call(session.current)).loginName).toBe('admin');
    await own.close();
  });
});

describe('a write that waited for its transaction', () => {
  const asking = new AsyncLocalStorage<{ happen?: (() => Promise<unknown>) | undefined }>();
  beforeAll(() => {
    const { database } = dossier.services;
    const { write } = database;
    // other writes, for example of the worker, are not delayed
    vi.spyOn(database, 'write').mockImplementation(async (work) => {
      const store = asking.getStore();
      const happen = store?.happen;
      if (store !== undefined) store.happen = undefined;
      await happen?.();
      return write.call(database, work);
    });
  });
  afterAll(() => void vi.restoreAllMocks());

  /** Runs something between authentication and the transaction of a call. */
  const meanwhile = (happen: () => Promise<unknown>, ask: () => Promise<number>) => asking.run({ happen }, ask);

  it('is refused once the user signed out or was disabled', async () => {
    const { client, ...made } = await makeSignedIn(dossier);
    const other = await dossier.as(made);
    const setLang = (by: Client) => () => by.refused(session.setLang, { value: 'ja' });
    expect(await meanwhile(() => client.call(session.logout), setLang(client))).toBe(501);
    const disable = () => dossier.admin.call(people.updateUser, { id: made.id, enabled: false });
    expect(await meanwhile(disable, setLang(other))).toBe(501);
    const row = await dossier.services.database.read
      .selectFrom('person')
      .select('lang')
      .where('id', '=', Number(made.id))
      .executeTakeFirst();
    expect(row?.lang).toBe('en');
  });

  it('is authorised by the present roles, in both transaction modes', async () => {
    const roles = (await dossier.admin.call(people.roles, {})).list;
    const role = roles.find((one) => one.roleType === 2) ?? roles.find((one) => (one.roleType & 3) !== 0);
    const { client, ...made } = await makeSignedIn(dossier);
    for (const ask of [
      () => client.refused(people.createGroup, { name: 'Too late' }),
      () => client.refused(people.createUser, { loginName: 'toolate', fullName: 'Too late', password: 'pass-word-9' }),
    ]) {
      await dossier.admin.call(people.addToRole, { id: role!.id, userIds: [made.id] });
      const demote = () => dossier.admin.call(people.removeFromRole, { id: role!.id, userIds: [made.id] });
      expect(await meanwhile(demote, ask)).toBe(codes.adminOnly.code);
    }
  });
});

describe('changing the own password', () => {
  it('ends every other session, keeps this one, and invalidates the old password', async () => {
    const { client, ...made } = await makeSignedIn(dossier);
    const other = await dossier.as(made);
    await client.call(session.changePassword, { oldPwd: made.password, newPwd: 'new-pass-1', confirmPwd: 'new-pass-1' });
    await client.call(session.current);
    expect(await other.refused(session.current)).toBe(501);
    await expect(dossier.as(made)).rejects.toMatchObject({ code: 2003 });
    await dossier.as({ ...made, password: 'new-pass-1' });
  });

  it.each([
    [{ oldPwd: 'not-this-one' }, 2004],
    [{ confirmPwd: 'other-pass-1' }, 2013],
    [{ newPwd: 'same' }, 2012],
    [{ newPwd: '12345' }, 2009],
    [{ newPwd: 'é'.repeat(129) }, 2010],
    [{ newPwd: '......' }, 2011],
  ])('refuses %j with %i', async (change, code) => {
    const { client, password } = await makeSignedIn(dossier);
    const input = { oldPwd: password, newPwd: 'new-pass-1', ...change };
    expect(await client.refused(session.changePassword, { ...input, newPwd: input.newPwd === 'same' ? password : input.newPwd })).toBe(
      code,
    );
  });

  it('is subject to the limit on guesses', async () => {
    const { client, ...made } = await makeSignedIn(dossier);
    const guess = () => client.refused(session.changePassword, { oldPwd: 'not-this-one', newPwd: 'new-pass-1' });
    const answers = await Promise.all(Array.from({ length: 15 }, guess));
    expect(answers.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 6 }, () => 501), ...Array.from({ length: 9 }, () => 2004)]);
    expect(await client.refused(session.current)).toBe(501);
    // guesses with a borrowed session do not lock the owner out
    const own = await dossier.as(made);
    await own.call(session.changePassword, { oldPwd: made.password, newPwd: 'new-pass-1' });
  });
});

describe('preferences', () => {
  it('are stored and shown', async () => {
    const { client } = await makeSignedIn(dossier);
    expect(await client.call(session.current)).toMatchObject({
      searchType: 1,
      doubleClick: 2,
      viewType: 1,
      window: 1,
      lang: 'en',
      spaceName: 'Dossier',
    });
    await client.call(session.setSearchType, { value: 2 });
    await client.call(session.setDoubleClick, { value: '3' });
    await client.call(session.setViewType, { value: 2 });
    await client.call(session.setWindow, { value: 2 });
    await client.call(session.setLang, { value: 'es' });
    await client.call(session.setListLayout, { value: '{"dark":true}' });
    await client.call(session.changeModule, { moduleType: 3 });
    expect(await client.call(session.current)).toMatchObject({
      searchType: 2,
      doubleClick: 3,
      viewType: 2,
      window: 2,
      lang: 'es',
      listLayout: '{"dark":true}',
    });
  });

  it.each([
    [session.changeModule, { moduleType: 99 }, 2031],
    [session.setSearchType, { value: 3 }, 2030],
    [session.setDoubleClick, { value: 0 }, 2030],
    [session.setViewType, { value: 3 }, 2030],
    [session.setWindow, { value: -1 }, 2030],
    [session.setWindow, { value: 1.5 }, 400],
    [session.setLang, { value: 'de' }, 2029],
    [session.setListLayout, { value: 'not json' }, 400],
    [session.setListLayout, { value: `"${'x'.repeat(16_384)}"` }, 400],
  ])('refuse what is none: %#', async (route, input, code) => {
    expect(await dossier.admin.refused(route, input)).toBe(code);
  });

  it('accept a module only where the roles open it', async () => {
    const { client } = await makeSignedIn(dossier);
    const [allowed = 0] = (await client.call(session.current)).moduleTypes;
    await client.call(session.changeModule, { moduleType: allowed });
    expect(await client.refused(session.changeModule, { moduleType: 12 })).toBe(2031);
    await dossier.admin.call(session.changeModule, { moduleType: 12 });
  });

  it('set the language of refusals; before signing in the browser does', async () => {
    const { client } = await makeSignedIn(dossier);
    const messageOf = async (one: typeof client) => (JSON.parse((await one.raw(people.users)).text) as { message: string }).message;
    const english = await messageOf(client);
    await client.call(session.setLang, { value: 'ja' });
    expect(await messageOf(client)).not.toBe(english);
    const messageFor = (header: string) => messageOf(dossier.nobody.from({ headers: { 'accept-language': header } }));
    const [chinese, spanish, other] = [await messageFor('zh-CN,zh;q=0.9'), await messageFor('es-MX'), await messageFor('fi')];
    expect(new Set([chinese, spanish, other]).size).toBe(3);
    expect(other).toBe(await messageFor('en-GB'));
  });
});

describe('the log', () => {
  it('contains no secret, whatever fails', async () => {
    const made = await makeUser(dossier, { password: 'very-secret-1' });
    const client = await dossier.as(made);
    await client.refused(session.changePassword, { oldPwd: 'guess-secret-2', newPwd: 'new-secret-3' });
    const { url } = await client.call(session.streamTicket);
    // a call that fails: its table is missing
    await dossier.services.database.write((db) => db.schema.alterTable('captcha').renameTo('captcha_away').execute());
    const { status, text } = await dossier.nobody.raw(session.checkCaptcha, { captchaId: 'secret-4', captcha: 'secret-5' });
    await dossier.services.database.write((db) => db.schema.alterTable('captcha_away').renameTo('captcha').execute());
    expect(status).toBe(500);
    const { code, data } = JSON.parse(text) as { code: number; data: { requestId: string } };
    expect(code).toBe(500);
    const log = dossier.log.join('');
    expect(log).toContain(data.requestId);
    expect(text).not.toContain('captcha');
    for (const secret of ['secret-', client.token!, url.split('ticket=')[1]!]) expect(log).not.toContain(secret);
  });
});
