import { calls } from '@dossier/contract/calls';
import { codes } from '@dossier/contract/core/codes';
import { site } from '@dossier/contract/core/site';
import { account } from '@dossier/contract/identity/account';
import { avatarPaths, session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticatorCode } from '../../../../test/authenticator-code.ts';
import { type Client, clientOf } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type Made, makeUser } from '../../../../test/make.ts';
import { adminPassword } from '../../../../test/template.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

const dayMs = 24 * 3_600_000;
const setPolicy = (values: { days?: number; history?: number }) => dossier.admin.call(site.saveSettings, { group: 'password', values });

/** Signs in, and answers whether the password is due. */
async function signIn({ loginName, password }: Pick<Made, 'loginName' | 'password'>): Promise<{ client: Client; due: boolean }> {
  const { sessionId, passwordDue } = await dossier.nobody.call(session.login, { loginName, password });
  return { client: clientOf(dossier.server, sessionId), due: passwordDue === true };
}

const change = (client: Client, oldPwd: string, newPwd: string) => client.call(session.changePassword, { oldPwd, newPwd });
const refusedChange = (client: Client, oldPwd: string, newPwd: string) => client.refused(session.changePassword, { oldPwd, newPwd });

describe('a password set by another person', () => {
  const open = [session.current, session.logout, session.logoutEverywhere, session.changePassword, session.setLang];
  const shut = Object.values(calls)
    .flatMap((module) => Object.values(module))
    .filter((route) => !['public', 'link'].includes(route.access) && !(open as unknown[]).includes(route));

  it('allows nothing but its own change', async () => {
    const made = await makeUser(dossier, { mustChange: true });
    const { client, due } = await signIn(made);
    expect(due).toBe(true);
    expect(await client.call(session.current)).toMatchObject({
      loginName: made.loginName,
      passwordDue: true,
      passwordTerms: { reason: 'given' },
    });
    expect(shut.length).toBeGreaterThan(100);
    for (const route of shut) expect([route.path, await client.refused(route)]).toEqual([route.path, codes.passwordDue.code]);
    const image = await dossier.server.app.inject({
      method: 'POST',
      url: avatarPaths.put,
      headers: { authorization: client.token ?? '', 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--\r\n',
    });
    expect((JSON.parse(image.payload) as { code: number }).code).toBe(codes.passwordDue.code);
    await client.call(session.setLang, { value: 'ja' });
    expect(await refusedChange(client, made.password, made.password)).toBe(codes.passwordUnchanged.code);
    await change(client, made.password, 'their-own-pass-1');
    expect((await client.call(session.current)).passwordDue).toBeUndefined();
    await client.call(account.devices);
    expect((await signIn({ ...made, password: 'their-own-pass-1' })).due).toBe(false);
  });

  it('is also that of a new organisation’s administrator, if its creator says so', async () => {
    const first = { loginName: 'first-of-branch', password: 'handed-out-1' };
    const { id } = await dossier.admin.call(people.createOrganisation, {
      ...first,
      name: 'Branch',
      fullName: 'First',
      quota: 5000,
      mustChange: true,
    });
    expect((await signIn(first)).due).toBe(true);
    const { list } = await dossier.admin.call(people.organisations, { pageNo: 1, pageSize: 30 });
    expect(list.find((one) => one.id === id)?.quota?.most).toBe(5000);
    const second = { loginName: 'second-of-branch', password: 'handed-out-2' };
    await dossier.admin.call(people.newAdministrator, { ...second, id, fullName: 'Second', mustChange: true });
    expect((await signIn(second)).due).toBe(true);
  });

  it('is also one reset by an administrator, if they say so', async () => {
    const made = await makeUser(dossier);
    expect((await signIn(made)).due).toBe(false);
    await dossier.admin.call(people.resetPassword, { id: made.id, newPwd: 'reset-pass-1' });
    expect((await signIn({ ...made, password: 'reset-pass-1' })).due).toBe(false);
    await dossier.admin.call(people.resetPassword, { id: made.id, newPwd: 'reset-pass-2', mustChange: true });
    const { client, due } = await signIn({ ...made, password: 'reset-pass-2' });
    expect(due).toBe(true);
    // of two waiting sessions one changes the password: the other ends
    const other = await signIn({ ...made, password: 'reset-pass-2' });
    await change(client, 'reset-pass-2', 'their-own-pass-2');
    expect(await other.client.refused(session.current)).toBe(codes.notSignedIn.code);
  });

  it('is still due after the second factor', async () => {
    await dossier.admin.call(site.saveSettings, { group: 'signIn', values: { secondStep: 'optional' } });
    const made = await makeUser(dossier);
    const { client } = await signIn(made);
    const { secret } = await client.call(account.beginTotp, { password: made.password });
    await client.call(account.confirmTotp, { validateCode: await authenticatorCode(secret, dossier.clock.now()) });
    await dossier.admin.call(people.resetPassword, { id: made.id, newPwd: 'reset-pass-3', mustChange: true });
    dossier.clock.forward(60_000);
    const { sessionId, validate, passwordDue } = await dossier.nobody.call(session.login, { ...made, password: 'reset-pass-3' });
    expect(passwordDue).toBeUndefined();
    const step = { sessionId, validateId: validate?.validateId ?? '' };
    const done = await dossier.nobody.call(session.msgLogin, {
      ...step,
      validateCode: await authenticatorCode(secret, dossier.clock.now()),
    });
    expect(done.passwordDue).toBe(true);
    const waiting = clientOf(dossier.server, done.sessionId);
    expect(await waiting.refused(account.devices)).toBe(codes.passwordDue.code);
    // the second factor cannot be removed meanwhile
    expect(await waiting.refused(account.removeTotp, { password: 'reset-pass-3' })).toBe(codes.passwordDue.code);
    await dossier.admin.call(site.saveSettings, { group: 'signIn', values: { secondStep: 'off' } });
  });
});

describe('the age of passwords', () => {
  it('makes a password due at the first sign-in after it expired, and never otherwise', async () => {
    const old = await openTestServer();
    const enter = async (one: Pick<Made, 'loginName' | 'password'>) => {
      const { sessionId, passwordDue } = await old.nobody.call(session.login, one);
      return { client: clientOf(old.server, sessionId), due: passwordDue === true };
    };
    const settleOld = (client: Client, days: number) => client.call(site.saveSettings, { group: 'password', values: { days } });
    const made = await makeUser(old);
    old.clock.forward(400 * dayMs);
    const before = await enter(made);
    expect(before.due).toBe(false);
    const admin = { loginName: 'admin', password: adminPassword };
    await settleOld((await enter(admin)).client, 30);
    // existing sessions continue
    await before.client.call(account.devices);
    const { client, due } = await enter(made);
    expect(due).toBe(true);
    await change(client, made.password, 'a-newer-pass-1');
    const renewed = { ...made, password: 'a-newer-pass-1' };
    old.clock.forward(29 * dayMs);
    expect((await enter(renewed)).due).toBe(false);
    old.clock.forward(dayMs);
    expect((await enter(renewed)).due).toBe(true);
    // the rule applies to administrators too
    const late = await enter(admin);
    expect(await late.client.refused(site.saveSettings, { group: 'password', values: { days: 0 } })).toBe(codes.passwordDue.code);
    await change(late.client, adminPassword, 'admin-pass-2');
    await settleOld(late.client, 0);
    expect((await enter(renewed)).due).toBe(false);
    await old.close();
  });
});

describe('former passwords', () => {
  it('are refused up to the site’s number, and only those of the same user', async () => {
    const made = await makeUser(dossier, { password: 'first-pass-0' });
    const { client } = await signIn(made);
    await setPolicy({ history: 2 });
    await change(client, 'first-pass-0', 'first-pass-1');
    expect(await refusedChange(client, 'first-pass-1', 'first-pass-1')).toBe(codes.passwordUnchanged.code);
    expect(await refusedChange(client, 'first-pass-1', 'first-pass-0')).toBe(codes.passwordRepeated.code);
    await change(client, 'first-pass-1', 'first-pass-2');
    expect(await refusedChange(client, 'first-pass-2', 'first-pass-0')).toBe(codes.passwordRepeated.code);
    await change(client, 'first-pass-2', 'first-pass-3');
    expect(await refusedChange(client, 'first-pass-3', 'first-pass-1')).toBe(codes.passwordRepeated.code);
    // the third former password is forgotten
    await change(client, 'first-pass-3', 'first-pass-0');
    const other = await signIn(await makeUser(dossier, { password: 'other-pass-0' }));
    await change(other.client, 'other-pass-0', 'first-pass-2');
  });

  it('include those set by an administrator, who learns nothing about them', async () => {
    await setPolicy({ history: 3 });
    const made = await makeUser(dossier, { password: 'before-pass-0' });
    await dossier.admin.call(people.resetPassword, { id: made.id, newPwd: 'before-pass-1' });
    await dossier.admin.call(people.resetPassword, { id: made.id, newPwd: 'before-pass-0' });
    const { client } = await signIn({ ...made, password: 'before-pass-0' });
    expect(await refusedChange(client, 'before-pass-0', 'before-pass-1')).toBe(codes.passwordRepeated.code);
  });

  it('are compared ten times in a quarter of an hour, and no more', async () => {
    await setPolicy({ history: 1 });
    const made = await makeUser(dossier, { password: 'tried-pass-0' });
    const { client } = await signIn(made);
    await change(client, 'tried-pass-0', 'tried-pass-1');
    const answers: number[] = [];
    for (let n = 0; n < 11; n++) answers.push(await refusedChange(client, 'tried-pass-1', 'tried-pass-0'));
    expect(answers).toEqual([...Array.from({ length: 9 }, () => codes.passwordRepeated.code), 502, 502]);
    // other refusals are not counted, and other users are not delayed
    expect(await refusedChange(client, 'tried-pass-1', 'x')).toBe(codes.passwordTooShort.code);
    const other = await signIn(await makeUser(dossier, { password: 'other-pass-1' }));
    await change(other.client, 'other-pass-1', 'other-pass-2');
    dossier.clock.forward(16 * 60_000);
    await change(client, 'tried-pass-1', 'tried-pass-2');
  });

  it('are not stored where the site does not compare them', async () => {
    const kept = async (id: string) =>
      (await dossier.services.database.read.selectFrom('former_password').selectAll().where('person_id', '=', Number(id)).execute()).length;
    await setPolicy({ history: 2 });
    const made = await makeUser(dossier, { password: 'gone-pass-0' });
    const { client } = await signIn(made);
    await change(client, 'gone-pass-0', 'gone-pass-1');
    expect(await kept(made.id)).toBe(1);
    await setPolicy({ history: 0 });
    await change(client, 'gone-pass-1', 'gone-pass-2');
    expect(await kept(made.id)).toBe(0);
    await change(client, 'gone-pass-2', 'gone-pass-1');
  });
});
