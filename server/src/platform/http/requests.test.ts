import { session } from '@dossier/contract/identity/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeUser } from '../../../test/make.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const host = 'docs.example';
async function post(headers: Record<string, string>, payload = 'loginName=nobody&password=x', remoteAddress = '192.0.2.8') {
  const answer = await dossier.server.app.inject({
    method: 'POST',
    url: session.login.path,
    remoteAddress,
    headers: { host, ...headers },
    payload,
  });
  return (JSON.parse(answer.payload) as { code: number }).code;
}

describe('a call that needs no session', () => {
  it('is refused from a page of another site before anything is counted', async () => {
    const made = await makeUser(dossier);
    const browsers: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { origin: 'http://evil.example' },
      { origin: 'null' },
    ];
    for (let n = 0; n < 45; n++) expect(await post({ ...form, ...browsers[n % 3] }, `loginName=${made.loginName}&password=x`)).toBe(1001);
    await dossier.nobody.from({ address: '192.0.2.8' }).call(session.login, made);
  });

  it.each([
    ['tools that say nothing', {}],
    ['pages of its own', { 'sec-fetch-site': 'same-origin', origin: 'https://docs.example' }],
    ['pages of its own behind a proxy that ends TLS', { origin: 'https://docs.example' }],
    ['pages of its own on plain http', { origin: 'http://docs.example:80' }],
    ['its own JSON behind a proxy that changes the host', { 'content-type': 'application/json', origin: 'http://seen.example' }],
  ])('takes %s', async (_, headers: Record<string, string>) => {
    const isJson = 'content-type' in headers;
    const payload = isJson ? '{"loginName":"nobody","password":"x"}' : undefined;
    expect([2003, 2015]).toContain(await post({ ...form, ...headers }, payload, '192.0.2.9'));
  });
});
