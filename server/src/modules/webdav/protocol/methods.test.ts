import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type Dav, lockOn, makeDevice } from '../../../../test/dav-client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';
import { adminPassword } from '../../../../test/template.ts';
import { releaseExpiredLocks } from '../locks.ts';

let dossier: TestServer;
let anna: Made & { client: Client };
let berta: Made & { client: Client };
let laptop: Dav;
let other: Dav;
let cabinet: string;
let place: string;
let base: string;
let count = 0;
const set = (values: object) => dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true, ...values } });
const grant = (objId: string, userId: string, bits: number) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: userId, level: bits, reach: 'all' });
const at = (name: string, folder = base) => `${folder}/${encodeURIComponent(name)}`;
const names = async (parentId = place) => (await dossier.admin.call(library.items, { parentId })).list.map((item) => item.name);
const item = async (name: string, parentId = place) =>
  (await dossier.admin.call(library.items, { parentId })).list.find((one) => one.name === name);

beforeAll(async () => {
  dossier = await openTestServer();
  await set({});
  anna = await makeSignedIn(dossier);
  berta = await makeSignedIn(dossier);
  [laptop, other] = [await makeDevice(dossier, anna), await makeDevice(dossier, berta)];
  cabinet = await makeCabinet(dossier.admin, { name: 'Cabinet of tests' });
  await grant(cabinet, anna.id, level.modify);
  await grant(cabinet, berta.id, level.modify);
});
beforeEach(async () => {
  const name = `Folder 文件夹 ${++count}`;
  place = await makeFolder(dossier.admin, cabinet, { name });
  base = `/dav/enterprise/${encodeURIComponent('Cabinet of tests')}/${encodeURIComponent(name)}`;
});
afterAll(() => dossier.close());

describe('reading', () => {
  it('lists what the user sees by name, and refuses infinite depth', async () => {
    await makeDocument(dossier, dossier.admin, { parentId: place, name: '报告 & <1>.txt'.replace(/[<>]/g, ''), bytes: 'four' });
    const { status, text } = await laptop.ask('PROPFIND', base, { headers: { depth: '1' } });
    expect(status).toBe(207);
    expect(text).toContain(at('报告 & 1.txt'));
    expect(text).toContain('<D:displayname>报告 &amp; 1.txt</D:displayname>');
    expect(text).toContain('<D:getcontentlength>4</D:getcontentlength>');
    expect((await laptop.ask('PROPFIND', base, { headers: { depth: 'infinity' } })).text).toContain('propfind-finite-depth');
    expect((await laptop.ask('PROPFIND', '/dav/', { headers: { depth: '1' } })).text).not.toContain('/dav/system');
    expect((await laptop.ask('PROPFIND', '/dav/system', { headers: { depth: '1' } })).status).toBe(404);
  });

  it('answers requested properties only, names missing ones, and refuses document types and too many elements', async () => {
    const find = (body: string) => laptop.ask('PROPFIND', base, { headers: { depth: '0' }, body });
    const { text } = await find('<a:propfind xmlns:a="DAV:"><a:prop><a:resourcetype/><z:x xmlns:z="urn:&amp;z"/></a:prop></a:propfind>');
    expect(text).toContain('<D:resourcetype><D:collection/></D:resourcetype>');
    expect(text).toContain('<x:x xmlns:x="urn:&amp;z"/></D:prop><D:status>HTTP/1.1 404');
    expect(text).not.toContain('displayname');
    expect((await find('<!DOCTYPE a [<!ENTITY b "c">]><propfind xmlns="DAV:"><allprop/></propfind>')).status).toBe(400);
    expect((await find(`<propfind xmlns="DAV:"><prop>${'<a/>'.repeat(600)}</prop></propfind>`)).status).toBe(400);
    expect((await find('<propfind xmlns="DAV:"')).status).toBe(400);
    expect((await find(' '.repeat(70_000))).status).toBe(413);
  });

  it('serves ranges to users with the right to the original, logs it once, and refuses others', async () => {
    const id = await makeDocument(dossier, dossier.admin, { parentId: place, name: 'a.html', bytes: '0123456789' });
    const whole = await laptop.ask('GET', at('a.html'));
    expect(whole).toMatchObject({ status: 200, text: '0123456789' });
    expect(whole.headers['content-disposition']).toContain('attachment');
    expect((await laptop.ask('GET', at('a.html'), { headers: { range: 'bytes=2-4' } })).text).toBe('234');
    const etag = String(whole.headers['etag']);
    expect((await laptop.ask('GET', at('a.html'), { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await laptop.ask('PROPFIND', at('a.html'), { headers: { depth: '0' } })).text).toContain(etag.replaceAll('"', '&quot;'));
    const carl = await makeSignedIn(dossier);
    const phone = await makeDevice(dossier, carl);
    expect((await phone.ask('GET', at('a.html'))).status).toBe(404);
    await grant(id, carl.id, level.view);
    const own = await phone.ask('PROPFIND', '/dav/enterprise', { headers: { depth: '1' } });
    expect(own.text).toContain('/dav/enterprise/a.html');
    expect((await phone.ask('GET', '/dav/enterprise/a.html')).status).toBe(403);
    expect((await phone.ask('PUT', '/dav/enterprise/a.html', { body: 'x' })).status).toBe(403);
    expect((await phone.ask('DELETE', '/dav/enterprise/a.html')).status).toBe(403);
    await dossier.drain();
    const rows = await dossier.services.database.read.selectFrom('log_entry').select('action').where('obj_id', '=', Number(id)).execute();
    expect(rows.filter((row) => row.action === 309)).toHaveLength(1);
  });

  it('distinguishes entries of one name, and finds each by its own', async () => {
    const carl = await makeSignedIn(dossier);
    const phone = await makeDevice(dossier, carl);
    const ids: string[] = [];
    for (const bytes of ['first', 'second']) {
      const folder = await makeFolder(dossier.admin, place, { name: bytes });
      const id = await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'Twin.txt', bytes });
      await grant(id, carl.id, level.download);
      ids.push(id);
    }
    const second = `/dav/enterprise/Twin.txt%20~${ids[1]}`;
    expect((await phone.ask('PROPFIND', '/dav/enterprise', { headers: { depth: '1' } })).text).toContain(second);
    expect((await phone.ask('GET', '/dav/enterprise/twin.txt')).text).toBe('first');
    expect((await phone.ask('GET', second)).text).toBe('second');
    expect((await phone.ask('GET', `/dav/enterprise/Twin.txt%20~${ids[0]}`)).status).toBe(404);
  });

  it('refuses invalid paths', async () => {
    for (const path of ['/dav/enterprise/..%2f..', '/dav/%2e%2e/x', '/dav/a%00b', '/dav/a%5Cb', '/dav/%ff', '/dav/a#b'])
      expect([path, (await laptop.ask('PROPFIND', path, { headers: { depth: '0' } })).status]).toEqual([path, 400]);
  });
});

describe('writing', () => {
  it('creates documents and revisions, by the conditions', async () => {
    const made = await laptop.ask('PUT', at('新 #1?.txt'.replace('?', '')), { body: 'one' });
    expect(made.status).toBe(201);
    const changed = await laptop.ask('PUT', at('新 #1.txt'), { body: 'two', headers: { 'if-match': String(made.headers['etag']) } });
    expect(changed.status).toBe(204);
    const late = await laptop.ask('PUT', at('新 #1.txt'), { body: 'three', headers: { 'if-match': String(made.headers['etag']) } });
    expect(late.status).toBe(412);
    expect((await laptop.ask('PUT', at('新 #1.txt'), { body: 'x', headers: { 'if-none-match': '*' } })).status).toBe(412);
    expect((await laptop.ask('GET', at('新 #1.txt'))).text).toBe('two');
    expect((await dossier.admin.call(content.revisions, { id: (await item('新 #1.txt'))?.id ?? '' })).length).toBe(2);
    expect((await laptop.ask('PUT', `${base}/missing/a.txt`, { body: 'x' })).status).toBe(409);
    expect((await laptop.ask('PUT', at('a:b.txt'), { body: 'x' })).status).toBe(403);
    expect((await laptop.ask('PUT', '/dav/enterprise/a.txt', { body: 'x' })).status).toBe(403);
  });

  it('accepts one of two concurrent writes to the same state', async () => {
    const { headers } = await laptop.ask('PUT', at('both.txt'), { body: 'start' });
    const write = (device: Dav, body: string) =>
      device.ask('PUT', at('both.txt'), { body, headers: { 'if-match': String(headers['etag']) } });
    const both = await Promise.all([write(laptop, 'a'), write(other, 'b')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 412]);
  });

  it('leaves nothing of a document whose upload broke off', async () => {
    const sent = laptop.begin('PUT', at('big.bin'), { 'content-length': '3000000' });
    const closed = new Promise((resolve) => sent.on('close', resolve));
    sent.on('error', () => {});
    await new Promise((resolve) => sent.write(Buffer.alloc(1_000_000), resolve));
    setTimeout(() => sent.destroy(), 200);
    await closed;
    await expect.poll(() => dossier.services.storage.parts.list()).toEqual([]);
    expect(await names()).toEqual([]);
  });

  it('renames, moves with another name, copies, and overwrites only where allowed, keeping the history of documents', async () => {
    await laptop.ask('MKCOL', at('sub'));
    expect((await laptop.ask('MKCOL', at('SUB'))).status).toBe(405);
    await laptop.ask('PUT', at('a.txt'), { body: 'a' });
    const to = (method: string, from: string, { overwrite, to: path }: { to: string; overwrite?: string }) =>
      laptop.ask(method, from, { headers: { destination: `http://127.0.0.1${path}`, ...(overwrite !== undefined && { overwrite }) } });
    expect((await to('MOVE', at('a.txt'), { to: at('b.txt', at('sub')) })).status).toBe(201);
    expect(await names()).toEqual(['sub']);
    expect((await to('COPY', at('b.txt', at('sub')), { to: at('c.txt') })).status).toBe(201);
    expect((await to('MOVE', at('c.txt'), { to: at('C.TXT') })).status).toBe(201);
    await laptop.ask('PUT', at('new.tmp'), { body: 'new' });
    const id = (await item('C.TXT'))?.id ?? '';
    expect((await to('MOVE', at('new.tmp'), { to: at('C.TXT'), overwrite: 'F' })).status).toBe(412);
    expect((await to('MOVE', at('new.tmp'), { to: at('C.TXT') })).status).toBe(204);
    expect(await item('C.TXT')).toMatchObject({ id, version: 2, versionLabel: '1.1' });
    expect((await laptop.ask('GET', at('C.TXT'))).text).toBe('new');
    expect((await to('MOVE', at('sub'), { to: at('below', at('sub')) })).status).toBe(403);
    expect((await to('COPY', at('sub'), { to: at('sub 2') })).status).toBe(201);
    expect((await laptop.ask('GET', at('b.txt', at('sub 2')))).text).toBe('a');
    expect((await laptop.ask('DELETE', at('sub'))).status).toBe(204);
    expect((await names()).toSorted()).toEqual(['C.TXT', 'sub 2']);
    expect((await laptop.ask('DELETE', base.split('/').slice(0, 4).join('/'))).status).toBe(403);
  });

  it('refuses with 502 to move or copy to another server, and knows its own names', async () => {
    await laptop.ask('PUT', at('a.txt'), { body: 'a' });
    const to = async (method: string, destination: string, headers: Record<string, string> = {}) =>
      (await laptop.ask(method, at('a.txt'), { headers: { destination, ...headers } })).status;
    for (const method of ['MOVE', 'COPY'])
      for (const origin of ['http://elsewhere.example.org', 'https://127.0.0.2:7901', '//elsewhere.example.org'])
        expect([method, origin, await to(method, `${origin}${at('b.txt')}`)]).toEqual([method, origin, 502]);
    expect(await names()).toEqual(['a.txt']);
    expect(await to('COPY', at('b.txt'))).toBe(201);
    expect(await to('COPY', `https://127.0.0.1${at('c.txt')}`)).toBe(201);
    const docs = { host: 'Docs.example.org:8443' };
    expect(await to('COPY', `https://docs.example.org${at('d.txt')}`, docs)).toBe(201);
    expect(await to('COPY', `http://127.0.0.1${at('e.txt')}`, docs)).toBe(502);
    const proxied = { host: 'localhost:7901', 'x-forwarded-host': 'docs.example.org' };
    expect(await to('COPY', `https://docs.example.org${at('e.txt')}`, proxied)).toBe(201);
    expect(
      await to('MOVE', `https://docs.example.org${at('f.txt')}`, { forwarded: 'for=10.0.0.1;host="docs.example.org";proto=https' }),
    ).toBe(201);
  });

  it('refuses writes where the sync disk is read-only, and forbidden uploads', async () => {
    await set({ access: 'read' });
    for (const method of ['PUT', 'MKCOL', 'DELETE', 'LOCK'])
      expect((await laptop.ask(method, at('x.txt'))).status).toBeGreaterThanOrEqual(403);
    expect(await names()).toEqual([]);
    await set({});
    await dossier.admin.call(site.saveSettings, { group: 'upload', values: { forbidden: ['exe'] } });
    expect((await laptop.ask('PUT', at('x.exe'), { body: 'x' })).status).toBe(403);
    await laptop.ask('PUT', at('x.txt'), { body: 'x' });
    expect((await laptop.ask('COPY', at('x.txt'), { headers: { destination: at('y.exe') } })).status).toBe(403);
    await dossier.admin.call(site.saveSettings, { group: 'upload', values: {} });
  });

  it('leaves areas and cabinets unchanged, also for administrators', async () => {
    const root = await makeDevice(dossier, { ...anna, loginName: 'admin', password: adminPassword, client: dossier.admin });
    expect((await root.ask('MKCOL', '/dav/enterprise/New')).status).toBe(403);
    expect((await root.ask('DELETE', base.split('/').slice(0, 4).join('/'))).status).toBe(403);
    expect((await root.ask('DELETE', base)).status).toBe(204);
  });
});

describe('locks', () => {
  it('are the same for the browser and devices, in both directions', async () => {
    await laptop.ask('PUT', at('a.txt'), { body: 'a' });
    const id = (await item('a.txt'))?.id ?? '';
    await berta.client.call(content.lock, { id });
    expect((await lockOn(laptop, at('a.txt'))).status).toBe(423);
    expect((await laptop.ask('PUT', at('a.txt'), { body: 'b' })).status).toBe(423);
    expect((await laptop.ask('DELETE', at('a.txt'))).status).toBe(423);
    await berta.client.call(content.unlock, { id });
    const locked = await lockOn(laptop, at('a.txt'));
    expect(locked.status).toBe(200);
    expect((await item('a.txt'))?.lockUserName).toBe(anna.fullName);
    expect(await berta.client.refused(content.preCheckIn, { id, size: 1 })).toBe(4619);
    expect((await other.ask('PUT', at('a.txt'), { body: 'c' })).status).toBe(423);
    expect((await laptop.ask('PUT', at('a.txt'), { body: 'without the token' })).status).toBe(423);
    expect((await other.ask('PUT', at('a.txt'), { body: 'd', headers: { if: `(${locked.token})` } })).status).toBe(423);
    expect((await laptop.ask('PUT', at('a.txt'), { body: 'e', headers: { if: `(${locked.token})` } })).status).toBe(204);
    expect((await item('a.txt'))?.lockUserName).toBe(anna.fullName);
    expect((await other.ask('PROPFIND', at('a.txt'), { headers: { depth: '0' } })).text).not.toContain('opaquelocktoken');
    expect((await other.ask('UNLOCK', at('a.txt'), { headers: { 'lock-token': locked.token } })).status).toBe(403);
    expect((await laptop.ask('UNLOCK', at('a.txt'), { headers: { 'lock-token': locked.token } })).status).toBe(204);
    expect((await item('a.txt'))?.lockUserName).toBeUndefined();
  });

  it('expire, and last when renewed', async () => {
    await laptop.ask('PUT', at('a.txt'), { body: 'a' });
    const { token } = await lockOn(laptop, at('a.txt'));
    dossier.clock.forward(90_000);
    expect((await laptop.ask('LOCK', at('a.txt'), { headers: { if: `(${token})`, timeout: 'Second-100' } })).status).toBe(200);
    dossier.clock.forward(90_000);
    await releaseExpiredLocks(dossier.services);
    expect((await item('a.txt'))?.lockUserName).toBe(anna.fullName);
    dossier.clock.forward(20_000);
    await releaseExpiredLocks(dossier.services);
    expect((await item('a.txt'))?.lockUserName).toBeUndefined();
    expect((await other.ask('PUT', at('a.txt'), { body: 'b' })).status).toBe(204);
  });

  it('reserve a name until its document arrives', async () => {
    const { status, token } = await lockOn(laptop, at('later.txt'));
    expect(status).toBe(201);
    expect(await names()).toEqual([]);
    expect((await other.ask('PUT', at('later.txt'), { body: 'x' })).status).toBe(423);
    expect((await lockOn(other, at('LATER.txt'))).status).toBe(423);
    expect((await laptop.ask('PUT', at('later.txt'), { body: 'y', headers: { if: `(${token})` } })).status).toBe(201);
    expect((await item('later.txt'))?.lockUserName).toBe(anna.fullName);
    expect((await laptop.ask('UNLOCK', at('later.txt'), { headers: { 'lock-token': token } })).status).toBe(204);
  });
});
