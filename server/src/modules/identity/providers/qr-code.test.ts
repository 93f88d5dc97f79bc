import { site } from '@dossier/contract/core/site';
import { account } from '@dossier/contract/identity/account';
import { session } from '@dossier/contract/identity/sessions';
import { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';

let dossier: TestServer;
let phone: Made & { client: Client };
const origin = 'http://localhost';
const setProviderEnabled = (enabled: boolean) => dossier.admin.call(site.saveSettings, { group: 'scan', values: { enabled } });
beforeAll(async () => {
  dossier = await openTestServer();
  phone = await makeSignedIn(dossier);
});
afterAll(() => dossier.close());
beforeEach(() => setProviderEnabled(true));

let addresses = 0;
const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const computer = () => dossier.nobody.from({ address: `10.3.0.${++addresses}`, headers: { 'user-agent': agent } });
const begin = async (client: Client) => client.call(signInProviders.beginScan);

describe('a scanned code', () => {
  it('signs the computer in as the user who confirms it, once', async () => {
    const desk = computer();
    const { scanId, secret, url, image, expires } = await begin(desk);
    expect(url).toBe(`${origin}/scanConfirm?code=${scanId}`);
    expect(url).not.toContain(secret);
    expect(image).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(Date.parse(expires) - dossier.clock.now()).toBeGreaterThan(110_000);
    expect(await desk.call(signInProviders.pollScan, { scanId, secret })).toEqual({ state: 'waiting' });
    expect(await desk.refused(session.login, { loginModel: 4, ticket: `${scanId}.${secret}` })).toBe(2038);
    const shown = await phone.client.call(signInProviders.showScan, { code: scanId });
    expect(shown).toMatchObject({ browser: 'Chrome', system: 'Windows', address: `10.3.0.${addresses}`, expires });
    await phone.client.call(signInProviders.answerScan, { code: scanId });
    const answer = await desk.call(signInProviders.pollScan, { scanId, secret });
    expect(answer).toEqual({ state: 'confirmed', sessionId: expect.any(String) });
    const signedIn = dossier.nobody.from({ headers: { authorization: answer.sessionId ?? '' } });
    expect((await signedIn.call(session.current)).id).toBe(phone.id);
    expect((await signedIn.call(account.devices)).find((one) => one.current)).toMatchObject({ browser: 'Chrome', system: 'Windows' });
    expect(await desk.refused(signInProviders.pollScan, { scanId, secret })).toBe(2039);
    expect(await phone.client.refused(signInProviders.answerScan, { code: scanId })).toBe(2039);
  });

  it('signs in by the common call too, and once when requested concurrently', async () => {
    const desk = computer();
    const { scanId, secret } = await begin(desk);
    await phone.client.call(signInProviders.answerScan, { code: scanId });
    const tries = await Promise.all([1, 2, 3].map(() => desk.raw(session.login, { loginModel: 4, ticket: `${scanId}.${secret}` })));
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
  });

  it('is valid only for the browser that began it', async () => {
    const { scanId, secret } = await begin(computer());
    const thief = computer();
    const other = await begin(thief);
    await phone.client.call(signInProviders.answerScan, { code: scanId });
    expect(await thief.refused(signInProviders.pollScan, { scanId, secret: other.secret })).toBe(2039);
    expect(await thief.refused(signInProviders.pollScan, { scanId, secret: 'a'.repeat(43) })).toBe(2039);
    expect(await thief.refused(signInProviders.pollScan, { scanId: other.scanId, secret })).toBe(2039);
    await computer().call(signInProviders.pollScan, { scanId, secret });
  });

  it('can be refused, and can then not be confirmed', async () => {
    const desk = computer();
    const { scanId, secret } = await begin(desk);
    await phone.client.call(signInProviders.answerScan, { code: scanId, accept: false });
    expect(await desk.refused(signInProviders.pollScan, { scanId, secret })).toBe(2039);
    expect(await dossier.admin.refused(signInProviders.answerScan, { code: scanId })).toBe(2039);
    expect(await dossier.admin.refused(signInProviders.showScan, { code: scanId })).toBe(2039);
  });

  it('expires after two minutes, confirmed or not', async () => {
    const desk = computer();
    const [waiting, confirmed] = [await begin(desk), await begin(desk)];
    await phone.client.call(signInProviders.answerScan, { code: confirmed.scanId });
    dossier.clock.forward(120_001);
    expect(await phone.client.refused(signInProviders.showScan, { code: waiting.scanId })).toBe(2039);
    expect(await phone.client.refused(signInProviders.answerScan, { code: waiting.scanId })).toBe(2039);
    for (const { scanId, secret } of [waiting, confirmed])
      expect(await desk.refused(signInProviders.pollScan, { scanId, secret })).toBe(2039);
  });

  it('signs in no user disabled meanwhile, and is confirmed by signed-in users only', async () => {
    const desk = computer();
    const { scanId, secret } = await begin(desk);
    for (const [route, input] of [
      [signInProviders.showScan, { code: scanId }],
      [signInProviders.answerScan, { code: scanId }],
    ] as const)
      expect(await desk.refused(route, input)).toBe(501);
    const leaver = await makeSignedIn(dossier);
    await leaver.client.call(signInProviders.answerScan, { code: scanId });
    await dossier.admin.call(people.updateUser, { id: leaver.id, enabled: false });
    expect(await desk.refused(signInProviders.pollScan, { scanId, secret })).toBe(2039);
  });

  it('signs in nobody when the confirming session ended meanwhile', async () => {
    const desk = computer();
    const { scanId, secret } = await begin(desk);
    const leaver = await makeSignedIn(dossier);
    await leaver.client.call(signInProviders.answerScan, { code: scanId });
    await leaver.client.call(session.logoutEverywhere);
    expect(await desk.refused(signInProviders.pollScan, { scanId, secret })).toBe(2039);
  });

  it('counts wrong guesses of an address, not polling, and limits the codes it begins', async () => {
    const desk = computer();
    const { scanId, secret } = await begin(desk);
    for (let at = 0; at < 60; at++) expect((await desk.call(signInProviders.pollScan, { scanId, secret })).state).toBe('waiting');
    const guess = { scanId, secret: 'b'.repeat(43) };
    for (let at = 0; at < 40; at++) expect(await desk.refused(signInProviders.pollScan, guess)).toBe(2039);
    expect(await desk.refused(signInProviders.pollScan, guess)).toBe(502);
    expect(await desk.refused(session.login, { loginName: phone.loginName, password: phone.password })).toBe(502);
    const eager = computer();
    for (let at = 0; at < 60; at++) await begin(eager);
    expect(await eager.refused(signInProviders.beginScan)).toBe(502);
  });

  it('contains the address of this site, as configured or requested, whatever the browser sends', async () => {
    const desk = dossier.nobody.from({ address: '10.3.1.1', headers: { host: 'docs.example' } });
    const shown = await desk.raw(signInProviders.beginScan, { origin: 'https://evil.example' });
    expect(JSON.parse(shown.text).data.url).toMatch(/^http:\/\/docs\.example\/scanConfirm\?/);
    expect(await desk.from({ headers: { host: 'a b' } }).refused(signInProviders.beginScan)).toBe(400);
    await dossier.admin.call(site.saveSettings, { group: 'passkeys', values: { siteAddress: 'https://set.example/x' } });
    expect((await begin(desk)).url).toMatch(/^https:\/\/set\.example\/scanConfirm\?/);
    await dossier.admin.call(site.saveSettings, { group: 'passkeys', values: {} });
  });

  it('signs in nobody after the password was changed', async () => {
    const made = await makeSignedIn(dossier);
    const desk = computer();
    const { scanId, secret } = await begin(desk);
    await made.client.call(signInProviders.answerScan, { code: scanId });
    await made.client.call(session.changePassword, { oldPwd: made.password, newPwd: 'my-new-pass-1' });
    expect(await desk.refused(signInProviders.pollScan, { scanId, secret })).toBe(2039);
  });

  it('can be enabled and disabled by the site', async () => {
    const desk = computer();
    const { scanId, secret } = await begin(desk);
    expect((await desk.call(site.doors)).scan).toBe(true);
    await setProviderEnabled(false);
    expect((await desk.call(site.doors)).scan).toBe(false);
    const off = await Promise.all([
      desk.refused(signInProviders.beginScan),
      desk.refused(signInProviders.pollScan, { scanId, secret }),
      phone.client.refused(signInProviders.showScan, { code: scanId }),
      phone.client.refused(signInProviders.answerScan, { code: scanId }),
      desk.refused(session.login, { loginModel: 4, ticket: `${scanId}.${secret}` }),
    ]);
    expect(new Set(off).size).toBe(1);
    expect(off[0]).not.toBe(501);
  });

  it('leaves no secret in the database or the log', async () => {
    const { secret } = await begin(computer());
    expect(JSON.stringify(await dossier.services.database.read.selectFrom('qr_sign_in').selectAll().execute())).not.toContain(secret);
    expect(dossier.log.join('\n')).not.toContain(secret);
  });
});
