import { request } from 'node:http';
import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { limits } from '@dossier/contract/identity/quotas';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { lockOn, makeDevice } from '../../../../test/dav-client.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { openWopi, type WopiDocument } from '../../../../test/wopi/wopi-client.ts';
import { holdRevisions } from '../../documents/revisions.ts';
import { releaseExpiredOfficeLocks } from '../office-locks.ts';

let dossier: TestServer;
let anna: Made & { client: Client };
let berta: Made & { client: Client };
let cabinet: string;
let id: string;
let open: WopiDocument;
let other: WopiDocument;

const minute = 60_000;
const withLock = { 'x-wopi-lock': 'L' };
const grant = (userId: string, bits: number) =>
  dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: userId, level: bits, reach: 'all' });
const item = () => dossier.admin.call(library.documentDetail, { id });
const revisions = async () => (await dossier.admin.call(content.revisions, { id })).map((one) => [one.number, one.size, one.creatorName]);
const text = async (of = open) => (await of.get('/contents')).bytes.toString();
const checkIn = async (client: Client, bytes: string) => {
  const { uploadUrl } = await client.call(content.preCheckIn, { id, size: bytes.length });
  await upload(dossier, uploadUrl, Buffer.from(bytes));
};

beforeAll(async () => {
  dossier = await openTestServer();
  anna = await makeSignedIn(dossier);
  berta = await makeSignedIn(dossier);
  cabinet = await makeCabinet(dossier.admin, { name: 'Cabinet of saves' });
  await grant(anna.id, level.modify);
  await grant(berta.id, level.modify);
});
beforeEach(async () => {
  dossier.clock.forward(1000);
  id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `Plan ${crypto.randomUUID()}.docx`, bytes: 'one' });
  open = await openWopi(dossier, anna.client, id);
  other = await openWopi(dossier, berta.client, id);
});
afterAll(() => dossier.close());

describe('the lock of an office server', () => {
  it('is the lock of the document: others are refused until it ends', async () => {
    expect((await open.lock('L')).status).toBe(200);
    expect(await item()).toMatchObject({ lockUserName: anna.fullName });
    expect(await berta.client.refused(content.preCheckIn, { id, size: 1 })).toBe(4619);
    expect(await berta.client.refused(library.update, { id, name: 'other.docx' })).toBe(4619);
    expect(await berta.client.refused(library.delete, { objIds: [id] })).toBe(4619);
    expect((await open.unlock('L')).status).toBe(200);
    expect((await item()).lockUserName).toBeUndefined();
    await berta.client.call(content.preCheckIn, { id, size: 1 });
  });

  it('keeps the sync disk and a check-out of others away', async () => {
    await dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } });
    const disk = await makeDevice(dossier, berta);
    const { name } = await item();
    const path = `/dav/enterprise/${encodeURIComponent('Cabinet of saves')}/${encodeURIComponent(name)}`;
    await open.lock('L');
    expect((await disk.ask('PUT', path, { body: 'by the disk' })).status).toBe(423);
    expect(await berta.client.refused(content.checkOut, { id })).toBe(4619);
    await open.unlock('L');
    const { status, token } = await lockOn(disk, path);
    expect(status).toBe(200);
    expect(await open.lock('L')).toMatchObject({ status: 409, headers: { 'x-wopi-lock': '' } });
    await disk.ask('UNLOCK', path, { headers: { 'lock-token': token } });
    expect((await open.lock('L')).status).toBe(200);
  });

  it('is refused while somebody else has the document locked, with a reason and no lock', async () => {
    await berta.client.call(content.lock, { id });
    expect(await open.info()).toMatchObject({ UserCanWrite: false, ReadOnly: true });
    for (const answer of [await open.lock('L'), await open.put('two', withLock), await open.post('GET_LOCK'), await open.unlock('L')]) {
      expect(answer).toMatchObject({ status: 409, headers: { 'x-wopi-lock': '' } });
      expect(answer.headers['x-wopi-lockfailurereason']).toMatch(/locked/);
    }
    expect((await open.post('RENAME_FILE', { headers: { 'x-wopi-requestedname': 'x' } })).status).toBe(409);
    expect((await open.post('DELETE')).status).toBe(409);
    await berta.client.call(content.unlock, { id });
    expect((await open.lock('L')).status).toBe(200);
  });

  it('leaves the document locked where its user had it locked before, and keeps others out of the session then', async () => {
    await anna.client.call(content.lock, { id });
    expect((await open.lock('L')).status).toBe(200);
    expect((await other.lock('L')).status).toBe(409);
    expect((await other.put('two', withLock)).status).toBe(409);
    expect(await other.info()).toMatchObject({ UserCanWrite: false });
    expect((await open.put('two', withLock)).status).toBe(200);
    await open.unlock('L');
    expect(await item()).toMatchObject({ lockUserName: anna.fullName });
  });

  it('ends after 30 minutes, unless it is renewed', async () => {
    await open.lock('L');
    dossier.clock.forward(20 * minute);
    expect((await open.post('REFRESH_LOCK', { headers: withLock })).status).toBe(200);
    dossier.clock.forward(20 * minute);
    await releaseExpiredOfficeLocks(dossier.services);
    expect(await item()).toMatchObject({ lockUserName: anna.fullName });
    dossier.clock.forward(11 * minute);
    // also before the sweep came by
    expect((await open.post('GET_LOCK')).headers['x-wopi-lock']).toBe('');
    expect(await berta.client.refused(content.preCheckIn, { id, size: 1 })).toBe(4619);
    await releaseExpiredOfficeLocks(dossier.services);
    expect((await item()).lockUserName).toBeUndefined();
    expect((await open.put('two', withLock)).status).toBe(409);
  });

  it('is taken over where another one has expired', async () => {
    await open.lock('L');
    dossier.clock.forward(31 * minute);
    expect((await other.lock('M')).status).toBe(200);
    expect(await item()).toMatchObject({ lockUserName: berta.fullName });
    await releaseExpiredOfficeLocks(dossier.services);
    expect(await item()).toMatchObject({ lockUserName: berta.fullName });
    expect(await open.put('two', withLock)).toMatchObject({ status: 409, headers: { 'x-wopi-lock': 'M' } });
  });

  it('is gone for the client when a manager releases the document', async () => {
    await open.lock('L');
    await dossier.admin.call(content.unlock, { id });
    expect(await open.put('two', withLock)).toMatchObject({ status: 409, headers: { 'x-wopi-lock': '' } });
    expect((await open.post('REFRESH_LOCK', { headers: withLock })).status).toBe(409);
    await berta.client.call(content.lock, { id });
    expect((await open.unlock('L')).status).toBe(409);
    expect(await item()).toMatchObject({ lockUserName: berta.fullName });
  });

  it('takes only ids that can be answered, of at most 1024 characters', async () => {
    const longest = 'x'.repeat(1024);
    expect((await open.lock(longest)).status).toBe(200);
    expect((await open.post('GET_LOCK')).headers['x-wopi-lock']).toBe(longest);
    await open.unlock(longest);
    for (const bad of ['', 'x'.repeat(1025), 'é']) expect((await open.lock(bad)).status).toBe(400);
    expect((await open.post('LOCK')).status).toBe(400);
    expect((await open.post('GET_LOCK')).headers['x-wopi-lock']).toBe('');
  });
});

describe('saves', () => {
  it('of one session make one revision', async () => {
    await open.lock('L');
    const versions = [(await open.info())['Version']];
    for (const bytes of ['two', 'three', 'three']) {
      dossier.clock.forward(1000);
      const saved = await open.put(bytes, withLock);
      expect(saved.status).toBe(200);
      const info = await open.info();
      expect([saved.headers['x-wopi-itemversion'], saved.json['LastModifiedTime']]).toEqual([info['Version'], info['LastModifiedTime']]);
      versions.push(info['Version']);
    }
    expect(new Set(versions).size).toBe(4);
    expect(await revisions()).toEqual([
      [2, 5, anna.fullName],
      [1, 3, expect.any(String)],
    ]);
    expect(await text()).toBe('three');
    expect(await item()).toMatchObject({ version: 2, size: 5, lockUserName: anna.fullName });
  });

  it('of two users in one session are shared by its lock, and each makes a revision of its own', async () => {
    await open.lock('L');
    expect((await open.put('anna', withLock)).status).toBe(200);
    expect((await other.put('berta', withLock)).status).toBe(200);
    expect(await item()).toMatchObject({ lockUserName: berta.fullName });
    expect((await open.put('anna again', withLock)).status).toBe(200);
    expect((await revisions()).map(([number, size]) => [number, size])).toEqual([
      [4, 10],
      [3, 5],
      [2, 4],
      [1, 3],
    ]);
    expect((await other.unlock('L')).status).toBe(200);
    expect((await item()).lockUserName).toBeUndefined();
  });

  it('make another revision where something came from elsewhere, or where one is held', async () => {
    await open.lock('L');
    await open.put('two', withLock);
    await open.unlock('L');
    await checkIn(berta.client, 'elsewhere');
    await open.lock('L');
    await open.put('three', withLock);
    expect((await revisions()).map(([number, size]) => [number, size])).toEqual([
      [4, 5],
      [3, 9],
      [2, 3],
      [1, 3],
    ]);
    const { revision = '' } = await item();
    await dossier.services.database.write((db) => holdRevisions(db, 1, [Number(revision)]));
    await open.put('four', withLock);
    expect((await revisions()).slice(0, 2).map(([number, size]) => [number, size])).toEqual([
      [5, 4],
      [4, 5],
    ]);
    const again = await openWopi(dossier, anna.client, id);
    await again.put('five!!', withLock);
    expect((await revisions())[0]?.slice(0, 2)).toEqual([6, 6]);
  });

  it('never overwrite what their own user brought by another way', async () => {
    await open.lock('L');
    await open.put('two', withLock);
    await checkIn(anna.client, 'by hand');
    expect(await open.put('three', withLock)).toMatchObject({ status: 409, headers: { 'x-wopi-lock': '' } });
    expect([await text(), (await revisions()).map(([, size]) => size)]).toEqual(['by hand', [7, 3, 3]]);
  });

  it('need the lock, except into an empty document', async () => {
    expect(await open.put('two')).toMatchObject({ status: 409, headers: { 'x-wopi-lock': '' } });
    expect((await open.put('two', withLock)).status).toBe(409);
    await open.lock('L');
    expect(await open.put('two')).toMatchObject({ status: 409, headers: { 'x-wopi-lock': 'L' } });
    expect(await open.put('two', { 'x-wopi-lock': 'M' })).toMatchObject({ status: 409, headers: { 'x-wopi-lock': 'L' } });
    expect(await text()).toBe('one');
    expect((await open.put('', withLock)).status).toBe(200);
    await open.unlock('L');
    expect((await open.put('first')).status).toBe(200);
    expect(await text()).toBe('first');
  });

  it('are refused where the document changed since the time that Collabora names', async () => {
    await open.lock('L');
    const before = String((await open.info())['LastModifiedTime']);
    const stamped = (at: string, name = 'x-cool-wopi-timestamp') => ({ ...withLock, [name]: at });
    dossier.clock.forward(5000);
    const { json } = await open.put('two', stamped(before));
    const now = String(json['LastModifiedTime']);
    for (const headers of [stamped(before), stamped(before, 'x-lool-wopi-timestamp'), stamped('nonsense')])
      expect(await open.put('three', headers)).toMatchObject({ status: 409, json: { COOLStatusCode: 1010 } });
    // a name does not change the content
    await anna.client.call(library.update, { id, description: 'x' });
    expect((await open.put('three', stamped(now.replace('Z', '000Z')))).status).toBe(200);
    expect(await text()).toBe('three');
  });

  it('of what nobody changed make no revision', async () => {
    await open.lock('L');
    const { Version } = await open.info();
    const unmodified = { ...withLock, 'x-cool-wopi-ismodifiedbyuser': 'false', 'x-cool-wopi-isautosave': 'true' };
    expect(await open.put('one', unmodified)).toMatchObject({ status: 200, headers: { 'x-wopi-itemversion': Version } });
    expect(await revisions()).toHaveLength(1);
    expect((await open.put('other', unmodified)).status).toBe(200);
    expect(await revisions()).toHaveLength(2);
  });

  it('ask for the right, the session and the place at that moment', async () => {
    await open.lock('L');
    expect((await open.put('two', withLock)).status).toBe(200);
    await grant(anna.id, level.download);
    expect((await open.put('three', withLock)).status).toBe(404);
    expect((await open.post('RENAME_FILE', { headers: { ...withLock, 'x-wopi-requestedname': 'x' } })).status).toBe(404);
    expect((await open.post('DELETE')).status).toBe(404);
    expect(await open.info()).toMatchObject({ UserCanWrite: false });
    expect(await text()).toBe('two');
    // who lost the right may still let go of the lock
    expect((await open.unlock('L')).status).toBe(200);
    await grant(anna.id, level.modify);
  });

  it('are refused by their length, and leave nothing', async () => {
    await open.lock('L');
    expect((await open.put('x', { ...withLock, 'content-length': String(10 * 1024 ** 3) })).status).toBe(413);
    expect((await open.put('x', { ...withLock, 'content-length': '-1' })).status).toBe(411);
    expect((await open.put('x', { ...withLock, 'content-encoding': 'gzip' })).status).toBe(400);
    await dossier.admin.call(site.saveSettings, { group: 'upload', values: { largest: 4 } });
    expect((await open.put('12345', withLock)).status).toBe(413);
    await dossier.admin.call(site.saveSettings, { group: 'upload', values: {} });
    // more than was announced, and less
    expect((await open.put('12345', { ...withLock, 'content-length': '2' })).status).toBeGreaterThanOrEqual(400);
    expect((await open.put('12', { ...withLock, 'content-length': '5' })).status).toBe(400);
    expect(await dossier.services.storage.parts.list()).toEqual([]);
    expect([await text(), await revisions()]).toEqual(['one', [[1, 3, expect.any(String)]]]);
  });
});

describe('a save over the network', () => {
  /** Begins a save of so many bytes, of which the test sends some. */
  const begin = async (length: number, part: string): Promise<{ status: Promise<number>; cut: () => void }> => {
    const { hostname, port } = new URL(await dossier.listen());
    const path = `/wopi/files/${id}/contents?access_token=${open.token.accessToken}`;
    const headers = { ...withLock, 'x-wopi-override': 'PUT', 'content-length': String(length) };
    const sent = request({ hostname, port, method: 'POST', path, headers, agent: false });
    const status = new Promise<number>((resolve) => {
      sent.on('response', (answer) => resolve(answer.statusCode ?? 0));
      sent.on('error', () => resolve(0));
    });
    sent.write(part);
    return { status, cut: () => void sent.destroy() };
  };

  it('that announces 10 GB is refused before its bytes', async () => {
    await open.lock('L');
    expect(await (await begin(10 * 1024 ** 3, 'x')).status).toBe(413);
  });

  it('that is cut leaves the document, and room for the next', async () => {
    await open.lock('L');
    const promised = () => dossier.services.database.read.selectFrom('byte_reservation').select('id').orderBy('id').execute();
    const before = await promised();
    const { status, cut } = await begin(3_000_000, 'x'.repeat(1_000_000));
    await vi.waitFor(async () => expect(await dossier.services.storage.parts.list()).toHaveLength(1), 20_000);
    cut();
    expect(await status).toBe(0);
    await vi.waitFor(async () => expect(await dossier.services.storage.parts.list()).toEqual([]), 20_000);
    await vi.waitFor(async () => expect(await promised()).toEqual(before), 20_000);
    expect(await text()).toBe('one');
    expect((await open.put('two', withLock)).status).toBe(200);
  });

  it('waits for nobody: the lock that is taken meanwhile decides', async () => {
    await open.lock('L');
    const { status, cut } = await begin(600_000, 'x'.repeat(500_000));
    await vi.waitFor(async () => expect(await dossier.services.storage.parts.list()).toHaveLength(1), 20_000);
    await open.unlock('L');
    await berta.client.call(content.lock, { id });
    cut();
    await status;
    expect([await text(), (await revisions()).length]).toEqual(['one', 1]);
  });

  it('that has no room is refused as such', async () => {
    const own = await makeCabinet(anna.client, { moduleType: moduleType.my });
    const mine = await makeDocument(dossier, anna.client, { parentId: own, name: 'Mine.docx', bytes: 'one' });
    await dossier.admin.call(limits.setQuota, { userIds: [anna.id], most: 1000 });
    const full = await openWopi(dossier, anna.client, mine);
    await full.lock('L');
    expect((await full.put('x'.repeat(2000), withLock)).status).toBe(507);
    expect((await full.put('x'.repeat(500), withLock)).status).toBe(200);
    await dossier.admin.call(limits.setQuota, { userIds: [anna.id], most: '' });
  });
});

describe('other documents', () => {
  it('are saved beside with a name in any language, numbered or over another one where the client wants that', async () => {
    const place = await makeFolder(dossier.admin, cabinet);
    const own = await makeDocument(dossier, dossier.admin, { parentId: place, name: '报告.docx', bytes: 'one' });
    const beside = await openWopi(dossier, anna.client, own);
    const save = (headers: Record<string, string>, body = 'copy') => beside.post('PUT_RELATIVE', { headers, body });
    const names = async () => (await anna.client.call(library.items, { parentId: place, sortField: 'name' })).list.map((one) => one.name);
    // "纸 é&.docx" in UTF-7
    const exact = { 'x-wopi-relativetarget': '+frg- +AOkAJg-.docx' };
    expect((await save(exact)).json).toMatchObject({ Name: '纸 é&.docx', HostEditUrl: expect.stringContaining('/office?id=') });
    expect(await save(exact)).toMatchObject({ status: 409, headers: { 'x-wopi-validrelativetarget': '+frg- +AOkAJg- (2).docx' } });
    expect((await save({ 'x-wopi-suggestedtarget': '.odt' })).json).toMatchObject({ Name: '报告.odt' });
    expect((await save({ 'x-wopi-suggestedtarget': '.odt' })).json).toMatchObject({ Name: '报告 (2).odt' });
    expect((await save({ 'x-wopi-suggestedtarget': 'a/b+AFw-c:.docx' })).json).toMatchObject({ Name: 'a_b_c_.docx' });
    expect((await save({ 'x-wopi-relativetarget': 'a/b.docx' })).status).toBe(400);
    expect((await save({ 'x-wopi-relativetarget': '+2AA-.docx' })).status).toBe(400);
    expect((await save({})).status).toBe(400);
    const over = { ...exact, 'x-wopi-overwriterelativetarget': 'true' };
    expect((await save(over, 'over')).status).toBe(200);
    expect(await names()).toEqual(expect.arrayContaining(['纸 é&.docx', '报告.docx', '报告.odt', '报告 (2).odt', 'a_b_c_.docx']));
    expect(await names()).toHaveLength(5);
    // not over what somebody has locked, nor by who may only read there
    const { list } = await dossier.admin.call(library.items, { parentId: place });
    const target = list.find((one) => one.name === '纸 é&.docx');
    await berta.client.call(content.lock, { id: target?.id ?? '' });
    expect(await save(over)).toMatchObject({ status: 409, headers: { 'x-wopi-lock': '' } });
    await grant(anna.id, level.download);
    expect((await save(exact)).status).toBe(501);
    expect(await beside.info()).toMatchObject({ UserCanNotWriteRelative: true });
    await grant(anna.id, 64 + 32 + 3);
    expect((await save({ 'x-wopi-suggestedtarget': 'x.docx' })).status).toBe(501);
    await grant(anna.id, level.modify);
  });

  it('get a new name with their extension, whatever is asked', async () => {
    const rename = (name: string) => open.post('RENAME_FILE', { headers: { 'x-wopi-requestedname': name } });
    expect((await rename('Other plan')).json).toEqual({ Name: 'Other plan' });
    expect((await item()).name).toBe('Other plan.docx');
    await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'Taken.docx' });
    expect((await rename('Taken')).json).toEqual({ Name: 'Taken (2)' });
    for (const bad of ['a/b', '..', `x${'y'.repeat(300)}`, 'con']) {
      const { status, headers } = await rename(bad);
      expect([bad, status, headers['x-wopi-invalidfilenameerror']]).toEqual([bad, 400, expect.any(String)]);
    }
    expect((await open.post('RENAME_FILE')).status).toBe(400);
    expect((await item()).name).toBe('Taken (2).docx');
  });
});
