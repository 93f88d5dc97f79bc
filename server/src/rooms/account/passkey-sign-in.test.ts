import { account } from '@dossier/contract/account';
import { people } from '@dossier/contract/people';
import { site } from '@dossier/contract/site';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { attempt, makeKeyHolder, stranger } from '../../../test/passkey-holder.ts';
import { type SoftPasskey, softPasskey, type Twist } from '../../../test/soft-passkey.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const minute = 60_000;
const setDoor = (values: Record<string, unknown>) => house.admin.call(site.saveSettings, { group: 'passkeys', values });
beforeEach(() => setDoor({ enabled: true }));

const refusedWith = async (key: SoftPasskey, twist: Twist = {}) =>
  stranger(house).refused(account.usePasskey, await attempt(house.nobody, key, twist));

describe('signing in with a passkey', () => {
  it('is refused alike for an unknown key, a key of somebody else, another site, and an unverified person', async () => {
    const [one, two] = [await makeKeyHolder(house), await makeKeyHolder(house)];
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
    // signed by one key, in the name of another
    const given = await attempt(house.nobody, one.key);
    expect(
      await stranger(house).refused(account.usePasskey, { ...given, used: { ...given.used, id: two.key.id, rawId: two.key.id } }),
    ).toBe(2043);
    const texts = [
      await attempt(house.nobody, softPasskey()),
      await attempt(house.nobody, one.key, { origin: 'https://evil.example' }),
    ].map(async (tried) => (await stranger(house).raw(account.usePasskey, tried)).text);
    expect(await texts[0]).toBe(await texts[1]);
    await stranger(house).call(account.usePasskey, await attempt(house.nobody, one.key));
  });

  it('takes a challenge once, for five minutes, and only one of its own', async () => {
    const silent = await makeKeyHolder(house, softPasskey({ counts: false }));
    const given = await attempt(house.nobody, silent.key);
    await stranger(house).call(account.usePasskey, given);
    expect(await stranger(house).refused(account.usePasskey, given)).toBe(2044);
    const counting = await makeKeyHolder(house);
    const counted = await attempt(house.nobody, counting.key);
    await stranger(house).call(account.usePasskey, counted);
    expect(await stranger(house).refused(account.usePasskey, counted)).toBe(2044);
    const late = await attempt(house.nobody, silent.key);
    house.clock.forward(5 * minute + 1000);
    expect(await stranger(house).refused(account.usePasskey, late)).toBe(2044);
    for (const ticket of ['', 'x.y', `${given.ticket}x`])
      expect(await stranger(house).refused(account.usePasskey, { ...(await attempt(house.nobody, silent.key)), ticket })).toBe(2044);
    // one for making a passkey is none for using it
    const client = await house.as(silent);
    const toMake = await client.call(account.beginPasskey, { password: silent.password });
    const signed = silent.key.use({ challenge: toMake.options.challenge, rpId: 'localhost', userVerification: 'required', timeout: 0 });
    expect(await stranger(house).refused(account.usePasskey, { ticket: toMake.ticket, used: signed })).toBe(2044);
  });

  it('begins one session where the same answer comes several times at once', async () => {
    const { key } = await makeKeyHolder(house, softPasskey({ counts: false }));
    const given = await attempt(house.nobody, key);
    const answers = await Promise.all([1, 2, 3, 4].map(() => stranger(house).raw(account.usePasskey, given)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
  });

  it('refuses a copied key: its counter went back', async () => {
    const { key } = await makeKeyHolder(house);
    await stranger(house).call(account.usePasskey, await attempt(house.nobody, key, { counter: 10 }));
    for (const counter of [10, 9, 0]) expect(await refusedWith(key, { counter }), String(counter)).toBe(2043);
    await stranger(house).call(account.usePasskey, await attempt(house.nobody, key, { counter: 11 }));
  });

  it('lets nobody in who is disabled, and again who is enabled', async () => {
    const { id, key } = await makeKeyHolder(house);
    await house.admin.call(people.updateUser, { id, enabled: false });
    expect(await refusedWith(key)).toBe(2005);
    await house.admin.call(people.updateUser, { id, enabled: true });
    await stranger(house).call(account.usePasskey, await attempt(house.nobody, key));
  });

  it('is closed with the door; what there is can still be seen and removed', async () => {
    const { client, password, key, passkeyId: id } = await makeKeyHolder(house);
    const given = await attempt(house.nobody, key);
    await setDoor({ enabled: false });
    expect(await house.nobody.call(site.doors)).toMatchObject({ passkeys: false });
    expect(await stranger(house).refused(account.askForPasskey)).toBe(2020);
    expect(await stranger(house).refused(account.usePasskey, given)).toBe(2020);
    expect(await client.refused(account.beginPasskey, { password })).toBe(2020);
    expect(await client.call(account.passkeys)).toMatchObject({ enabled: false, list: [{ id }] });
    await client.call(account.removePasskey, { id, password });
    await setDoor({ enabled: true });
    expect(await house.nobody.call(site.doors)).toMatchObject({ passkeys: true });
  });

  it('counts as a guess of the address, until it waits', async () => {
    const { key } = await makeKeyHolder(house);
    const guesser = stranger(house);
    const unknown = softPasskey();
    for (let n = 0; n < 40; n++) expect(await guesser.refused(account.usePasskey, await attempt(guesser, unknown))).toBe(2043);
    expect(await guesser.refused(account.usePasskey, await attempt(guesser, key))).toBe(502);
    const honest = stranger(house);
    for (let n = 0; n < 45; n++) await honest.call(account.usePasskey, await attempt(honest, key));
  });
});

describe('the address of the site', () => {
  const trying = (client: Client, values: Record<string, unknown>) => client.call(site.trySettings, { group: 'passkeys', values });

  it('is the one of the settings, whatever a caller says', async () => {
    await setDoor({ enabled: true, siteAddress: 'https://docs.example.org/login' });
    const { key } = await makeKeyHolder(house, softPasskey({ origin: 'https://docs.example.org' }));
    const forged = house.nobody.from({ headers: { host: 'evil.example', 'x-forwarded-proto': 'https' } });
    expect((await forged.call(account.askForPasskey)).options.rpId).toBe('docs.example.org');
    expect(await refusedWith(key, { origin: 'https://evil.example' })).toBe(2043);
    await stranger(house).call(account.usePasskey, await attempt(house.nobody, key));
  });

  it('is otherwise the one of the request, as a trusted proxy tells it', async () => {
    const behind = await openHouse({ trustedProxies: ['127.0.0.1'] });
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
      const asked = await behind.nobody.from(proxy).call(account.askForPasskey);
      expect(asked.options.rpId).toBe('docs.example.org');
      expect((await behind.nobody.from(direct).call(account.askForPasskey)).options.rpId).toBe('inside');
      const given = { ticket: asked.ticket, used: key.use(asked.options) };
      expect(await behind.nobody.from(direct).refused(account.usePasskey, given)).toBe(2043);
      await behind.nobody.from(proxy).call(account.usePasskey, given);
    } finally {
      await behind.close();
    }
  });

  it('is tried: passkeys need https or this machine, and a name', async () => {
    expect(await trying(house.admin, { enabled: true })).toEqual({ works: true });
    const at = (host: string) => house.admin.from({ headers: { host } });
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
    expect(await house.admin.refused(site.saveSettings, { group: 'passkeys', values: { siteAddress: 'docs' } })).toBe(400);
  });
});
