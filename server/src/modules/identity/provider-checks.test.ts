import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { site } from '@dossier/contract/core/site';
import { session } from '@dossier/contract/identity/sessions';
import { type JWTPayload, SignJWT, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeUser } from '../../../test/make.ts';
import { certificate, key } from '../../../test/peers/certificate.ts';
import { type ChatPeer, startChatProvider } from '../../../test/peers/chat-provider.ts';
import { type ForgerPeer, startForger } from '../../../test/peers/forger.ts';
import { type ProviderPeer, startProvider } from '../../../test/peers/identity-provider.ts';

let dossier: TestServer;
let provider: ProviderPeer;
let chat: ChatPeer;
beforeAll(async () => {
  dossier = await openTestServer();
  provider = await startProvider(['http://localhost/zxLogin']);
  chat = await startChatProvider();
});
afterAll(async () => {
  await provider.close();
  await chat.close();
  await dossier.close();
});

type Group = 'handOff' | 'identityProvider' | 'messagingApp' | 'enterpriseChat';
const attempt = (group: Group, values: object) =>
  dossier.admin.call(site.trySettings, { group, values: values as Record<string, unknown> });
const problem = async (group: Group, values: object) => {
  const { works, problem: sentence } = await attempt(group, values);
  expect(works).toBe(sentence === undefined);
  return sentence ?? '';
};

describe('checking the settings of a sign-in provider', () => {
  it('validates the key of ticket hand-off', async () => {
    expect(await problem('handOff', { key: 'x'.repeat(32), audience: 'dossier' })).toBe('');
    expect(await problem('handOff', { key: 'x'.repeat(32) })).toContain('aud');
    const words = [
      await problem('handOff', {}),
      await problem('handOff', { key: 'short' }),
      await problem('handOff', { key: 'x', algorithm: 'RS256' }),
    ];
    expect(new Set(words).size).toBe(3);
  });

  it('asks the identity provider', async () => {
    const good = { issuer: provider.issuer, clientId: provider.clientId, clientSecret: provider.clientSecret };
    const { host } = new URL(provider.issuer);
    expect(await problem('identityProvider', good)).toBe('');
    expect(await problem('identityProvider', { ...good, clientSecret: 'wrong' })).toContain(host);
    expect(await problem('identityProvider', { ...good, clientId: 'unknown' })).toContain(host);
    expect(await problem('identityProvider', { ...good, issuer: `${provider.issuer}/nowhere` })).toContain(host);
    expect(await problem('identityProvider', { ...good, issuer: 'http://127.0.0.1:9' })).toContain('127.0.0.1:9');
    expect(await problem('identityProvider', { ...good, issuer: '' })).toMatch(/\S/);
  });

  it('distinguishes an untrusted certificate from an unreachable server', async () => {
    const server = createServer({ cert: certificate, key }, (_, response) => response.end('{}'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const sentence = await problem('identityProvider', { issuer: `https://${host}`, clientId: 'x' });
    expect(sentence).toMatch(/证书/);
    await new Promise((done) => server.close(done));
  });

  it.each(['messagingApp', 'enterpriseChat'] as const)('asks %s', async (app) => {
    const good = chat[app];
    const { origin, host } = new URL(good.tokenUrl);
    expect(await problem(app, good)).toBe('');
    const words = [
      await problem(app, { ...good, clientSecret: 'wrong' }),
      await problem(app, { ...good, tokenUrl: `${origin}/away` }),
      await problem(app, { ...good, tokenUrl: `${origin}/long` }),
      await problem(app, { ...good, tokenUrl: `${origin}/nowhere` }),
    ];
    expect(new Set(words).size).toBe(4);
    for (const sentence of words) expect(sentence).toContain(host);
    expect(await problem(app, { ...good, tokenUrl: '' })).toMatch(/\S/);
  });
});

describe('a provider with wrong answers', () => {
  let forger: ForgerPeer;
  beforeAll(async () => {
    forger = await startForger();
    const values = { enabled: true, issuer: forger.issuer, clientId: 'dossier', clientSecret: 'secret' };
    await dossier.admin.call(site.saveSettings, { group: 'identityProvider', values: { ...values, createAccounts: true } });
  });
  afterAll(() => forger.close());

  let addresses = 0;
  /** Returns with an ID token whose claims or signature are changed. */
  async function comeBack(signToken: (claims: JWTPayload) => Promise<string>) {
    const left = await dossier.server.app.inject({ method: 'GET', url: '/idp/authorize?state=1' });
    const url = new URL(String(left.headers.location));
    const now = Math.floor(Date.now() / 1000);
    const nonce = url.searchParams.get('nonce') ?? '';
    forger.idToken = await signToken({
      iss: forger.issuer,
      aud: 'dossier',
      sub: 'somebody',
      iat: now,
      exp: now + 300,
      nonce,
      preferred_username: forger.who,
    });
    const cookie = String(left.headers['set-cookie']).split(';')[0] ?? '';
    const client = dossier.nobody.from({ address: `10.5.0.${++addresses}`, headers: { cookie } });
    const state = url.searchParams.get('state') ?? '';
    return client.raw(session.login, { loginModel: 6, code: 'any', state });
  }
  const codeOf = async (signToken: (claims: JWTPayload) => Promise<string>) =>
    (JSON.parse((await comeBack(signToken)).text) as { code: number }).code;

  it('signs a user in when everything is valid', async () => {
    forger.who = 'made-by-provider';
    expect(await codeOf((claims) => forger.sign(claims))).toBe(200);
    const { identityProvider } = await dossier.admin.call(site.settings);
    await dossier.admin.call(site.saveSettings, { group: 'identityProvider', values: { ...identityProvider, createAccounts: false } });
  });

  it.each<[string, JWTPayload]>([
    ['an old token', { iat: 1000, exp: 2000 }],
    ['another audience', { aud: 'other' }],
    ['another issuer', { iss: 'https://other.example' }],
    ['another nonce', { nonce: 'other' }],
    ['no nonce', { nonce: undefined }],
    ['nobody', { sub: undefined }],
    ['nobody here', { sub: 'stranger', preferred_username: 'stranger-9' }],
  ])('signs nobody in with %s', async (_, change) => {
    forger.who = (await makeUser(dossier)).loginName;
    expect([2040, 2002]).toContain(await codeOf((claims) => forger.sign({ ...claims, ...change })));
  });

  it('is refused with a token signed by another key', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    expect(await codeOf((claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(privateKey))).toBe(2040);
    const none = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    expect(await codeOf(async (claims) => `${none({ alg: 'none' })}.${none(claims)}.`)).toBe(2040);
  });
});
