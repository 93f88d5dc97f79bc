import { site } from '@dossier/contract/core/site';
import { account } from '@dossier/contract/identity/account';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { attempt, makeKeyHolder, stranger } from '../../../../test/passkey-holder.ts';
import { type SoftPasskey, type Twist, softPasskey } from '../../../../test/soft-passkey.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

const minute = 60_000;
const setProviderEnabled = (values: Record<string, unknown>) => dossier.admin.call(site.saveSettings, { group: 'passkeys', values });
beforeEach(() => setProviderEnabled({ enabled: true }));

const refusedWith = async (key: SoftPasskey, twist: Twist = {}) =>
  stranger(dossier).refused(account.usePasskey, await attempt(dossier.nobody, key, twist));

describe('signing in with a passkey', () => {
  it('gets the same refusal for an unknown key, another user’s key, another site, and an unverified user', async () => {
    const [one, two] = [await makeKeyHolder(dossier), await makeKeyHolder(dossier)];
    const handle = Buffer.from(two.id).toString('base64url');
    expect(await refusedWith(softPasskey())).toBe(2043);
    expect(await refusedWith(one.key, { userHandle: handle })).toBe(2043);
    const twists: Twist[] = [
      { origin: 'http://localhost.example.org' },
      { origin: 'https://localhost' },
      { rpId: 'example.org' },
      { challenge: 'AAAA' },
      { unverified: true },
      { type: 'webauthn.create' },
    ];
    for (const twist of twists) expect(await refusedWith(one.key, twist), JSON.stringify(twist)).toBe(2043);
    // signed by one key, with the id of another
    const given = await attempt(dossier.nobody, one.key);
    expect(
      await stranger(dossier).refused(account.usePasskey, { ...given, used: { ...given.used, id: two.key.id, rawId: two.key.id } }),
    ).toBe(2043);
    const texts = [
      await attempt(dossier.nobody, softPasskey()),
      await attempt(dossier.nobody, one.key, { origin: 'https://evil.example' }),
    ].map(async (tried) => (await stranger(dossier).raw(account.usePasskey, tried)).text);
    expect(await texts[0]).toBe(await texts[1]);
    await stranger(dossier).call(account.usePasskey, await attempt(dossier.nobody, one.key));
  });

  it('accepts a challenge once, for five minutes, and only its own', async () => {
    const silent = await makeKeyHolder(dossier, softPasskey({ counts: false }));
    const given = await attempt(dossier.nobody, silent.key);
    await stranger(dossier).call(account.usePasskey, given);
    expect(await stranger(dossier).refused(account.usePasskey, given)).toBe(2044);
    const counting = await makeKeyHolder(dossier);
    const counted = await attempt(dossier.nobody, counting.key);
    await stranger(dossier).call(account.usePasskey, counted);
    expect(await stranger(dossier).refused(account.usePasskey, counted)).toBe(2044);
    const late = await attempt(dossier.nobody, silent.key);
    dossier.clock.forward(5 * minute + 1000);
    expect(await stranger(dossier).refused(account.usePasskey, late)).toBe(2044);
    for (const ticket of ['', 'x.y', `${given.ticket}x`])
      expect(await stranger(dossier).refused(account.usePasskey, { ...(await attempt(dossier.nobody, silent.key)), ticket })).toBe(2044);
    // a challenge for adding a passkey is invalid for signing in
    const client = await dossier.as(silent);
    const toMake = await client.call(account.beginPasskey, { password: silent.password });
    const signed = silent.key.use({ challenge: toMake.options.challenge, rpId: 'localhost', userVerification: 'required', timeout: 0 });
    expect(await stranger(dossier).refused(account.usePasskey, { ticket: toMake.ticket, used: signed })).toBe(2044);
  });

  it('begins one session for concurrent copies of the same answer', async () => {
    const { key } = await makeKeyHolder(dossier, softPasskey({ counts: false }));
    const given = await attempt(dossier.nobody, key);
    const answers = await Promise.all([1, 2, 3, 4].map(() => stranger(dossier).raw(account.usePasskey, given)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
  });

  it('refuses a copied key: its counter went back', async () => {
    const { key } = await makeKeyHolder(dossier);
    await stranger(dossier).call(account.usePasskey, await attempt(dossier.nobody, key, { counter: 10 }));
    for (const counter of [10, 9, 0]) expect(await refusedWith(key, { counter }), String(counter)).toBe(2043);
    await stranger(dossier).call(account.usePasskey, await attempt(dossier.nobody, key, { counter: 11 }));
  });

  it('refuses disabled users, and accepts them once enabled again', async () => {
    const { id, key } = await makeKeyHolder(dossier);
    await dossier.admin.call(people.updateUser, { id, enabled: false });
    expect(await refusedWith(key)).toBe(2005);
    await dossier.admin.call(people.updateUser, { id, enabled: true });
    await stranger(dossier).call(account.usePasskey, await attempt(dossier.nobody, key));
  });

  it('is refused while disabled; existing passkeys can still be listed and removed', async () => {
    const { client, password, key, passkeyId: id } = await makeKeyHolder(dossier);
    const given = await attempt(dossier.nobody, key);
    await setProviderEnabled({ enabled: false });
    expect(await dossier.nobody.call(site.doors)).toMatchObject({ passkeys: false });
    expect(await stranger(dossier).refused(account.askForPasskey)).toBe(2020);
    expect(await stranger(dossier).refused(account.usePasskey, given)).toBe(2020);
    expect(await client.refused(account.beginPasskey, { password })).toBe(2020);
    expect(await client.call(account.passkeys)).toMatchObject({ enabled: false, list: [{ id }] });
    await client.call(account.removePasskey, { id, password });
    await setProviderEnabled({ enabled: true });
    expect(await dossier.nobody.call(site.doors)).toMatchObject({ passkeys: true });
  });

  it('counts as an attempt of the address, until it must wait', async () => {
    const { key } = await makeKeyHolder(dossier);
    const guesser = stranger(dossier);
    const unknown = softPasskey();
    for (let n = 0; n < 40; n++) expect(await guesser.refused(account.usePasskey, await attempt(guesser, unknown))).toBe(2043);
    expect(await guesser.refused(account.usePasskey, await attempt(guesser, key))).toBe(502);
    const honest = stranger(dossier);
    for (let n = 0; n < 45; n++) await honest.call(account.usePasskey, await attempt(honest, key));
  });
});

describe('the address of the site', () => {
  const trying = (client: Client, values: Record<string, unknown>) => client.call(site.trySettings, { group: 'passkeys', values });

  it('is the one of the settings, whatever a caller sends', async () => {
    await setProviderEnabled({ enabled: true, siteAddress: 'https://docs.example.org/login' });
    const { key } = await makeKeyHolder(dossier, softPasskey({ origin: 'https://docs.example.org' }));
    const forged = dossier.nobody.from({ headers: { host: 'evil.example', 'x-forwarded-proto': 'https' } });
    expect((await forged.call(account.askForPasskey)).options.rpId).toBe('docs.example.org');
    expect(await refusedWith(key, { origin: 'https://evil.example' })).toBe(2043);
    await stranger(dossier).call(account.usePasskey, await attempt(dossier.nobody, key));
  });

  it('is otherwise that of the request, as a trusted proxy reports it', async () => {
    const behind = await openTestServer({ trustedProxies: ['127.0.0.1'] });
    try {
      await behind.admin.call(site.saveSettings, { group: 'passkeys', values: { enabled: true } });
      const headers = { host: 'inside:7901', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'docs.example.org' };
      const [proxy, direct] = [
        { headers, address: '127.0.0.1' },
        { headers, address: '10.1.1.1' },
      ];
      const made = await makeSignedIn(behind);
      const key = softPasskey({ origin: 'https://docs.example.org' });
      const client = made.client.from(proxy);
      const { ticket, options } = await client.call(account.beginPasskey, { password: made.password });
      await client.call(account.addPasskey, { ticket, made: key.make(options) });
      const begun = await behind.nobody.from(proxy).call(account.askForPasskey);
      expect(begun.options.rpId).toBe('docs.example.org');
      expect((await behind.nobody.from(direct).call(account.askForPasskey)).options.rpId).toBe('inside');
      const given = { ticket: begun.ticket, used: key.use(begun.options) };
      expect(await behind.nobody.from(direct).refused(account.usePasskey, given)).toBe(2043);
      await behind.nobody.from(proxy).call(account.usePasskey, given);
    } finally {
      await behind.close();
    }
  });

  it('is checked: passkeys need https or localhost, and a host name', async () => {
    expect(await trying(dossier.admin, { enabled: true })).toEqual({ works: true });
    const at = (host: string) => dossier.admin.from({ headers: { host } });
    expect(await trying(at('10.0.0.5:7901'), { enabled: true })).toMatchObject({
      works: false,
      problem: expect.stringContaining('10.0.0.5'),
    });
    expect(await trying(at('[::1]:7901'), {})).toMatchObject({ works: false });
    expect(await trying(at('docs.example.org'), {})).toMatchObject({
      works: false,
      problem: expect.stringContaining('http://docs.example.org'),
    });
    expect(await trying(at('docs.example.org'), { siteAddress: 'https://docs.example.org' })).toEqual({ works: true });
    expect(await trying(at('docs.example.org'), { siteAddress: 'http://docs.example.org' })).toMatchObject({ works: false });
    expect(await trying(at('docs.example.org'), { siteAddress: 'https://other.example.org' })).toMatchObject({ works: false });
    expect(await trying(at('a b'), {})).toMatchObject({ works: false });
    expect(await dossier.admin.refused(site.saveSettings, { group: 'passkeys', values: { siteAddress: 'docs' } })).toBe(400);
  });
});
