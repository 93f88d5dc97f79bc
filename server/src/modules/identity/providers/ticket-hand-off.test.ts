import { site } from '@dossier/contract/core/site';
import { addresses as segments } from '@dossier/contract/identity/address-restrictions';
import { session } from '@dossier/contract/identity/sessions';
import { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { people } from '@dossier/contract/identity/users';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { SignJWT, exportSPKI, generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type Made, makeRole, makeUser } from '../../../../test/make.ts';
import { makeGuest } from '../../../../test/other-organisation.ts';

let dossier: TestServer;
let made: Made;
const secret = 'a shared secret of forty characters here';
const base = {
  enabled: true,
  key: secret,
  issuer: 'portal',
  audience: 'dossier',
  linkAccounts: true,
  allowedHosts: ['intranet.example', 'wiki.example:8443'],
};
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());
const configure = (changes: object = {}) => dossier.admin.call(site.saveSettings, { group: 'handOff', values: { ...base, ...changes } });
beforeEach(async () => {
  await configure();
  made = await makeUser(dossier);
});

let addresses = 0;
const elsewhere = () => dossier.nobody.from({ address: `10.2.0.${++addresses}` });
let tickets = 0;
interface Wish {
  claims?: object;
  iat?: number;
  exp?: number | undefined;
  key?: Uint8Array | CryptoKey;
  alg?: string;
}
/** A portal's ticket for a user; `iat` and `exp` are seconds from now. */
async function ticketFor(sub: string | undefined, { claims = {}, iat = 0, exp = 60, key, alg = 'HS256' }: Wish = {}) {
  const now = Math.floor(dossier.clock.now() / 1000);
  const body = {
    ...(sub === undefined ? {} : { sub }),
    iss: 'portal',
    aud: 'dossier',
    iat: now + iat,
    exp: now + exp,
    jti: `t${++tickets}`,
    ...claims,
  };
  return new SignJWT(body).setProtectedHeader({ alg }).sign(key ?? new TextEncoder().encode(secret));
}
const refused = async (ticket: string, more: object = {}) => elsewhere().refused(session.login, { loginModel: 2, ticket, ...more });

describe('a ticket of another system', () => {
  it('signs in its user, once', async () => {
    const ticket = await ticketFor(made.loginName);
    const { sessionId } = await elsewhere().call(session.login, { loginModel: 2, loginName: made.loginName, ticket });
    expect((await dossier.nobody.from({ headers: { authorization: sessionId } }).call(session.current)).id).toBe(made.id);
    expect(await refused(ticket)).toBe(2040);
  });

  it('is used once even when sent twice concurrently, and by its `jti` when it has one', async () => {
    const ticket = await ticketFor(made.loginName, { claims: { jti: undefined } });
    const codes = await Promise.all([1, 2, 3].map(async () => elsewhere().raw(session.login, { loginModel: 2, ticket })));
    expect(codes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    await elsewhere().call(session.login, { loginModel: 2, ticket: await ticketFor(made.loginName, { claims: { jti: 'same' } }) });
    expect(await refused(await ticketFor(made.loginName, { claims: { jti: 'same', more: 1 } }))).toBe(2040);
  });

  it.each<[string, Wish]>([
    ['too old', { iat: -91, exp: -31 }],
    ['old, though it says otherwise', { iat: -100, exp: 60 }],
    ['valid for too long', { exp: 61 }],
    ['not valid yet', { iat: 31, exp: 91 }],
    ['for another audience', { claims: { aud: 'other' } }],
    ['of another issuer', { claims: { iss: 'other' } }],
    ['signed with another key', { key: new TextEncoder().encode('x'.repeat(40)) }],
    ['signed in another way', { alg: 'HS512' }],
  ])('is refused when %s', async (_, wish) => {
    expect(await refused(await ticketFor(made.loginName, wish))).toBe(2040);
  });

  it('is accepted only where the site sets the audience', async () => {
    expect(await dossier.admin.refused(site.saveSettings, { group: 'handOff', values: { ...base, audience: '' } })).toBe(400);
    const words = await dossier.admin.call(site.trySettings, { group: 'handOff', values: { ...base, audience: '' } });
    expect(words).toEqual({ works: false, problem: expect.stringContaining('aud') });
    // as an older version stored it
    const value = JSON.stringify({ ...base, audience: '' });
    await dossier.services.database.write((db) => db.updateTable('site_setting').set({ value }).where('name', '=', 'handOff').execute());
    expect(await refused(await ticketFor(made.loginName))).toBe(2020);
    expect((await elsewhere().call(site.doors)).handOff).toBe(false);
  });

  it('is accepted within the clock tolerance', async () => {
    for (const iat of [-80, 20]) {
      const ticket = await ticketFor(made.loginName, { iat, exp: iat + 60 });
      expect((await elsewhere().call(session.login, { loginModel: 2, ticket })).sessionId).toMatch(/^[\w-]{43}$/);
    }
  });

  it('is refused when it is malformed, unsigned, or names no user or another one', async () => {
    const parts = (await ticketFor(made.loginName)).split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${parts[1]}.`;
    for (const ticket of ['', 'x', unsigned, `${parts[0]}.${parts[1]}.`, await ticketFor(undefined)])
      expect(await refused(ticket)).toBe(2040);
    expect(await refused(await ticketFor(made.loginName), { loginName: 'admin' })).toBe(2040);
    expect(await elsewhere().refused(session.login, { loginModel: 2, loginName: 'admin' })).toBe(2040);
  });

  it('opens existing accounts only where the site allows it, and never an administrator’s', async () => {
    expect(await refused(await ticketFor('admin'))).toBe(2033);
    // administrative permissions in another organisation count too
    const guest = await makeGuest(dossier);
    const administratorRoles = (await guest.other.admin.call(people.roles, {})).list.filter((role) => role.roleType !== 0);
    await guest.other.admin.call(people.addToRole, { id: administratorRoles[0]?.id ?? '', userIds: [guest.id] });
    expect(await refused(await ticketFor(guest.loginName))).toBe(2033);
    await configure({ linkAccounts: false });
    expect(await refused(await ticketFor(made.loginName))).toBe(2033);
  });

  it('is refused for disabled users, and for unknown ones unless accounts are created', async () => {
    await dossier.admin.call(people.updateUser, { id: made.id, enabled: false });
    expect(await refused(await ticketFor(made.loginName))).toBe(2005);
    expect(await refused(await ticketFor('newcomer-2'))).toBe(2002);
    await configure({ createAccounts: true });
    const ticket = await ticketFor('newcomer-2', { claims: { name: 'New Comer' } });
    const { sessionId } = await elsewhere().call(session.login, { loginModel: 2, ticket, lang: 'ja' });
    const reader = dossier.nobody.from({ headers: { authorization: sessionId } });
    expect(await reader.call(session.current)).toMatchObject({ loginName: 'newcomer-2', fullName: 'New Comer', lang: 'ja' });
  });
});

describe('the provider', () => {
  it('is disabled without a key, with one too short, and when switched off', async () => {
    const ticket = await ticketFor(made.loginName);
    await configure({ enabled: false });
    expect(await refused(ticket)).toBe(2020);
    await configure({ key: '' });
    expect(await refused(ticket)).toBe(2020);
    await configure({ key: 'short' });
    expect(await refused(await ticketFor(made.loginName, { key: new TextEncoder().encode('short') }))).toBe(2040);
  });

  it('accepts tickets signed by a private key, and none signed with the public one as a secret', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const pem = await exportSPKI(publicKey);
    await configure({ algorithm: 'RS256', key: pem });
    await elsewhere().call(session.login, { loginModel: 2, ticket: await ticketFor(made.loginName, { alg: 'RS256', key: privateKey }) });
    expect(await refused(await ticketFor(made.loginName, { key: new TextEncoder().encode(pem) }))).toBe(2040);
  });
});

describe('the redirect address', () => {
  it.each([
    ['https://intranet.example/a?b=1#c', 'https://intranet.example/a?b=1#c'],
    ['http://wiki.example:8443/x', 'http://wiki.example:8443/x'],
    ['/knowledge/index?id=3', '/knowledge/index?id=3'],
    ['https://wiki.example/x', undefined],
    ['https://evil.example/', undefined],
    ['https://intranet.example.evil.example/', undefined],
    ['https://intranet.example@evil.example/', undefined],
    ['https://user:pass@intranet.example/', undefined],
    ['//evil.example/x', undefined],
    ['/\\evil.example', undefined],
    ['/\t/evil.example', undefined],
    ['\\\\evil.example', undefined],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['', undefined],
  ])('%s is followed as %s', async (redUrl, followed) => {
    const ticket = await ticketFor(made.loginName);
    expect((await elsewhere().call(session.login, { loginModel: 2, ticket, redUrl })).redUrl).toBe(followed);
    expect((await elsewhere().call(signInProviders.redirect, { redUrl })).redUrl).toBe(followed);
  });
});

describe('a refused ticket', () => {
  /** The latest refused sign-in in the log, with its facts. */
  const toldOf = async (at = dossier) => {
    await at.drain();
    const { list } = await at.admin.call(operationLog.log, { actions: [action.userSignInRefuse], pageSize: 1 });
    const { detail = '{}', ...line } = list[0] ?? {};
    return { ...line, facts: JSON.parse(detail) as unknown };
  };

  it('is logged with its code, and the account or the external name', async () => {
    expect(await refused(await ticketFor('nobody.known'))).toBe(2002);
    expect(await toldOf()).toMatchObject({ objName: 'nobody.known', facts: { reason: ['noAccount'], code: [2002], door: ['handOff'] } });
    await configure({ linkAccounts: false });
    expect(await refused(await ticketFor(made.loginName))).toBe(2033);
    expect(await toldOf()).toMatchObject({ objName: made.loginName, facts: { reason: ['notTied'], code: [2033] } });
    await configure();
    expect(await refused(await ticketFor(made.loginName, { iat: -200, exp: -140 }))).toBe(2040);
    const late = await toldOf();
    expect(late).toMatchObject({ userName: '', facts: { reason: ['ticket'], code: [2040], door: ['handOff'] } });
    expect(late.objName ?? '').toBe('');
    await dossier.admin.call(people.updateUser, { id: made.id, enabled: false });
    expect(await refused(await ticketFor(made.loginName))).toBe(2005);
    expect(await toldOf()).toMatchObject({ userId: made.id, objName: made.fullName, facts: { reason: ['disabled'], code: [2005] } });
    await dossier.admin.call(people.updateUser, { id: made.id, enabled: true });
  });

  it('is logged once in a quarter of an hour for each external account and reason, with a readable name', async () => {
    const lines = async () => {
      await dossier.drain();
      return (await dossier.admin.call(operationLog.log, { actions: [action.userSignInRefuse], objName: 'flooding', pageSize: 50 })).list;
    };
    const name = `flooding ${'x'.repeat(3000)}\u202egpj.exe\nadmin`;
    for (let n = 0; n < 5; n++) expect(await refused(await ticketFor(name))).toBe(2002);
    expect(await refused(await ticketFor('flooding\u202eother'))).toBe(2002);
    const [other, first, ...more] = await lines();
    expect(more).toEqual([]);
    expect(other?.objName).toBe('flooding other');
    expect(first?.objName).toBe(`flooding ${'x'.repeat(91)}`);
    dossier.clock.forward(16 * 60_000);
    expect(await refused(await ticketFor(name))).toBe(2002);
    expect(await lines()).toHaveLength(3);
  });

  it('is logged too where the address is blocked, for one user or all', async () => {
    const attemptAt = async (at: TestServer) =>
      at.nobody.from({ address: '198.51.100.7' }).refused(session.login, { loginModel: 2, ticket: await ticketFor(made.loginName) });
    const segment = { name: 'Away', addresses: '198.51.100.0/24', scope: 'signIn', kind: 'block' } as const;
    const { id } = await dossier.admin.call(segments.createSegment, {
      ...segment,
      roleId: await makeRole(dossier, { userIds: [made.id] }),
    });
    expect(await attemptAt(dossier)).toBe(5802);
    expect(await toldOf()).toMatchObject({ userId: made.id, address: '198.51.100.7', facts: { reason: ['address'], code: [5802] } });
    await dossier.admin.call(segments.deleteSegment, { id });
    const own = await openTestServer();
    await own.admin.call(site.saveSettings, { group: 'handOff', values: base });
    await own.admin.call(segments.createSegment, segment);
    expect(await attemptAt(own)).toBe(5802);
    expect(await toldOf(own)).toMatchObject({ userName: '', address: '198.51.100.7', facts: { reason: ['address'], door: ['handOff'] } });
    await own.close();
  });
});
