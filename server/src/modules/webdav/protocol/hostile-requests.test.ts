import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { sensitiveWords } from '@dossier/contract/governance/sensitive-words';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type Dav, davWith, lockOn, makeDevice } from '../../../../test/dav-client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { cpuTime } from '../../../../test/cpu-time.ts';
import { makeCabinet, makeFolder } from '../../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';
import { openUploadCount } from '../../documents/open-uploads.ts';
import { releaseExpiredLocks } from '../locks.ts';

let dossier: TestServer;
let anna: Made & { client: Client };
let laptop: Dav;
let phone: Dav;
let other: Dav;
let cabinet: string;
let place: string;
let base: string;
let count = 0;
const at = (name: string) => `${base}/${encodeURIComponent(name)}`;
const items = async () => (await dossier.admin.call(library.items, { parentId: place })).list;
const names = async () => (await items()).map((item) => item.name).toSorted();
const item = async (name: string) => (await items()).find((one) => one.name === name);
const put = (name: string, body = name) => laptop.ask('PUT', at(name), { body });

beforeAll(async () => {
  dossier = await openTestServer();
  await dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } });
  anna = await makeSignedIn(dossier);
  const berta = await makeSignedIn(dossier);
  [laptop, phone, other] = [await makeDevice(dossier, anna), await makeDevice(dossier, anna, 'Phone'), await makeDevice(dossier, berta)];
  cabinet = await makeCabinet(dossier.admin, { name: 'Attacked' });
  for (const { id } of [anna, berta]) {
    const given = { granteeType: 'user' as const, granteeId: id, level: level.modify, reach: 'all' as const };
    await dossier.admin.call(permissions.grant, { objId: cabinet, ...given });
  }
});
beforeEach(async () => {
  const name = `Folder ${++count}`;
  place = await makeFolder(dossier.admin, cabinet, { name });
  base = `/dav/enterprise/Attacked/${encodeURIComponent(name)}`;
});
afterAll(() => dossier.close());

it('does not authenticate by cookies, and allows no cross-origin requests', async () => {
  const browser = davWith(await dossier.listen(), undefined);
  const session = anna.client.token ?? '';
  const sent: Record<string, string>[] = [{ cookie: `session=${session}; token=${session}` }, { authorization: `Bearer ${session}` }];
  for (const headers of sent) expect((await browser.ask('PROPFIND', '/dav/', { headers: { depth: '0', ...headers } })).status).toBe(401);
  const asked = { origin: 'http://elsewhere', 'access-control-request-method': 'PUT' };
  const preflight = await browser.ask('OPTIONS', at('a.txt'), { headers: asked });
  expect(preflight.status).toBe(401);
  await put('a.html', '<script>alert(1)</script>');
  const { headers } = await laptop.ask('GET', at('a.html'), { headers: { origin: 'http://elsewhere' } });
  expect(headers['content-security-policy']).toContain('sandbox;');
  expect(headers['x-content-type-options']).toBe('nosniff');
  for (const values of [preflight.headers, headers]) expect(Object.keys(values).join(' ')).not.toContain('access-control');
});

it('limits the names in a request that sets properties, as its answer repeats them', async () => {
  await put('a.txt');
  const set = async (uri: string, length: number) => {
    const props = Array.from({ length }, (_, n) => `<z:a${n}/>`).join('');
    const body = `<D:propertyupdate xmlns:D="DAV:" xmlns:z="${uri}"><D:set><D:prop>${props}</D:prop></D:set></D:propertyupdate>`;
    return laptop.ask('PROPPATCH', at('a.txt'), { body });
  };
  expect((await set("'".repeat(60_000), 199)).status).toBe(403);
  expect((await set('u'.repeat(400), 100)).status).toBe(403);
  expect((await set('http://schemas.example/of-a-program/with-many-properties/', 100)).text).toContain('200 OK');
  expect((await set("'".repeat(15_000), 1)).text).toContain('507');
});

it('limits long property names in responses, and streams many entries as one response', async () => {
  const find = (prop: string) =>
    laptop.ask('PROPFIND', base, { headers: { depth: '1' }, body: `<propfind xmlns="DAV:"><prop>${prop}</prop></propfind>` });
  const uri = 'u'.repeat(3000);
  expect((await find(`<z:a xmlns:z="${uri}"/>`)).status).toBe(207);
  expect((await find(`<z:a xmlns:z="${uri}"/><z:b xmlns:z="${uri}"/>`)).status).toBe(403);
  const many = Array.from({ length: 101 }, (_, n) => `Folder ${n}`);
  for (const name of many) await dossier.admin.call(library.createFolder, { parentId: place, name });
  const { status, text } = await find('<displayname/>');
  expect(status).toBe(207);
  const values = [...text.matchAll(/<D:displayname>([^<]*)/g)].map(([, name]) => name ?? '');
  expect(values.slice(1).toSorted()).toEqual(many.toSorted());
  expect(text).toMatch(/^<\?xml [^>]*>\n<D:multistatus [^>]*><D:response>.*<\/D:response><\/D:multistatus>$/);
});

it('refuses an unencoded path: its meaning could delete something else', async () => {
  await laptop.ask('MKCOL', at('sub'));
  await laptop.ask('PUT', `${at('sub')}/kept.txt`, { body: 'kept' });
  await put('a.txt');
  for (const end of ['#2.txt', '?2.txt', '\\kept.txt']) {
    const destination = `http://127.0.0.1${at('sub')}${end}`;
    for (const method of ['MOVE', 'COPY'])
      expect([end, method, (await laptop.ask(method, at('a.txt'), { headers: { destination } })).status]).toEqual([end, method, 400]);
  }
  expect((await laptop.ask('DELETE', `${at('sub')}?2.txt`)).status).toBe(400);
  expect(await names()).toEqual(['a.txt', 'sub']);
});

it('applies the conditions to their own resources, and refuses empty ones', async () => {
  await put('a.txt');
  await put('a.tmp');
  const { token } = await lockOn(laptop, at('a.txt'));
  const move = (condition: string) =>
    laptop.ask('MOVE', at('a.tmp'), { headers: { destination: `http://127.0.0.1${at('a.txt')}`, if: condition } });
  // one list that holds suffices, each of its own resource
  expect((await move(`<http://host${at('a.tmp')}> (["other bytes"]) <http://host${at('elsewhere.txt')}> (${token})`)).status).toBe(412);
  expect((await move(`<http://elsewhere/dav> (${token}) (Not <DAV:no-lock> ["other bytes"])`)).status).toBe(412);
  expect((await move(`<http://host${at('a.txt')}> (Not ${token})`)).status).toBe(412);
  expect((await move(`(Not <DAV:no-lock>)`)).status).toBe(423);
  for (const none of ['()', '(nonsense)', 'nonsense', `(${token}`]) expect([none, (await move(none)).status]).toEqual([none, 400]);
  expect((await move(`<http://host${at('a.txt')}> (${token})`)).status).toBe(204);
  expect(await names()).toEqual(['a.txt']);
  expect((await item('a.txt'))?.lockUserName).toBe(anna.fullName);
});

it('reads conditions of brackets as fast as others of their length', async () => {
  await put('a.txt');
  const read = (part: string) =>
    cpuTime(async () => {
      const headers = { if: part.repeat(3900) };
      for (let n = 0; n < 20; n++) expect((await laptop.ask('DELETE', at('a.txt'), { headers })).status).toBe(400);
    });
  await read('(a');
  const usual = await read('(a');
  for (const part of ['([', '(<', '[<']) expect([part, (await read(part)) < 4 * usual + 100]).toEqual([part, true]);
});

it('refuses a copy with a blocked word in its name', async () => {
  await dossier.admin.call(sensitiveWords.createGroup, { name: 'Words', words: ['topsecret'], action: 'block' });
  await put('a.txt');
  const copy = (to: string) => laptop.ask('COPY', at('a.txt'), { headers: { destination: at(to) } });
  expect((await copy('topsecret.txt')).status).toBe(403);
  expect((await copy('harmless.txt')).status).toBe(201);
});

it('limits reserved names by user, so that those of others are kept', async () => {
  const { token } = await lockOn(laptop, at('mine.txt'));
  const statuses = new Set<number>();
  for (let n = 0; n < 200; n++) statuses.add((await lockOn(other, at(`theirs ${n}.txt`))).status);
  expect([...statuses]).toEqual([201]);
  expect((await lockOn(other, at('one more.txt'))).status).toBe(507);
  expect((await laptop.ask('PUT', at('mine.txt'), { body: 'x', headers: { if: `(${token})` } })).status).toBe(201);
  dossier.clock.forward(3_700_000);
  expect((await lockOn(other, at('one more.txt'))).status).toBe(201);
});

it('ends no lock that its user took in the browser after the device’s', async () => {
  await put('a.txt');
  const id = (await item('a.txt'))?.id ?? '';
  const { token } = await lockOn(laptop, at('a.txt'));
  await anna.client.call(content.unlock, { id });
  dossier.clock.forward(1000);
  await anna.client.call(content.lock, { id });
  expect((await phone.ask('PROPFIND', at('a.txt'), { headers: { depth: '0' } })).text).not.toContain(token.slice(1, -1));
  expect((await laptop.ask('UNLOCK', at('a.txt'), { headers: { 'lock-token': token } })).status).toBe(409);
  dossier.clock.forward(200_000);
  await releaseExpiredLocks(dossier.services);
  expect((await item('a.txt'))?.lockUserName).toBe(anna.fullName);
});

it('overwrites no document that was created and locked during the upload', async () => {
  const sent = laptop.begin('PUT', at('a.txt'), { 'content-length': '4' });
  const answered = new Promise<number>((resolve) => sent.on('response', (answer) => resolve(answer.resume().statusCode ?? 0)));
  await new Promise((resolve) => sent.write('la', resolve));
  await expect.poll(() => openUploadCount(dossier.services, Number(anna.id))).toBe(1);
  expect((await phone.ask('PUT', at('a.txt'), { body: 'phone' })).status).toBe(201);
  const { token } = await lockOn(phone, at('a.txt'));
  sent.end('te');
  expect(await answered).toBe(423);
  expect((await phone.ask('GET', at('a.txt'))).text).toBe('phone');
  expect((await phone.ask('PUT', at('a.txt'), { body: 'again', headers: { if: `(${token})` } })).status).toBe(204);
});
