import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { officeServer } from '@dossier/contract/editing/office-server';
import { people } from '@dossier/contract/identity/users';
import { session } from '@dossier/contract/identity/sessions';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { watermarks } from '@dossier/contract/preview/watermarks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { openWopi, sendTo, type WopiAnswer } from '../../../../test/wopi/wopi-client.ts';

let dossier: TestServer;
let anna: Made & { client: Client };
let cabinet: string;
let folder: string;
let id: string;

const grant = (userId: string, bits: number, objId = cabinet) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: userId, level: bits, reach: 'all' });

beforeAll(async () => {
  dossier = await openTestServer();
  anna = await makeSignedIn(dossier, { fullName: 'Anna Wu' });
  cabinet = await makeCabinet(dossier.admin, { name: 'Plans' });
  folder = await makeFolder(dossier.admin, cabinet, { name: 'Years' });
  id = await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'Plan.docx', bytes: 'one' });
});
beforeEach(() => grant(anna.id, level.modify));
afterAll(() => dossier.close());

describe('a token', () => {
  it('opens one document until it expires', async () => {
    const open = await openWopi(dossier, anna.client, id);
    const { wopiSrc, accessToken, accessTokenTtl, actionUrl } = open.token;
    expect([wopiSrc, new URL(actionUrl ?? '').searchParams.get('WOPISrc')]).toEqual([`http://localhost/wopi/files/${id}`, wopiSrc]);
    expect(accessTokenTtl - dossier.clock.now()).toBeGreaterThan(9 * 3600_000);
    expect((await open.get('/contents')).bytes.toString()).toBe('one');
    const second = await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'Other.docx' });
    const at = (path: string, token = accessToken) =>
      dossier.server.app.inject({ method: 'GET', url: `/wopi/${path}?access_token=${token}` }).then((one) => one.statusCode);
    expect(await at(`files/${id}`)).toBe(200);
    expect(await at(`files/${second}`)).toBe(401);
    expect(await at(`files/${second}/contents`)).toBe(401);
    expect(await at(`containers/${id}`)).toBe(401);
    expect(await at(`containers/${folder}`)).toBe(401);
    for (const bad of ['', 'x', `${accessToken}x`, accessToken.slice(1), 'x'.repeat(5000), `a&access_token=${accessToken}`])
      expect(await at(`files/${id}`, bad)).toBe(401);
    expect((await dossier.server.app.inject({ method: 'GET', url: `/wopi/files/${id}` })).statusCode).toBe(401);
    dossier.clock.forward(11 * 3600_000);
    expect((await open.get()).status).toBe(401);
  });

  it('ends with the session', async () => {
    const client = await dossier.as(anna);
    const open = await openWopi(dossier, client, id);
    await open.lock('L');
    await client.call(session.logout);
    for (const answer of [
      await open.get(),
      await open.get('/contents'),
      await open.put('x', { 'x-wopi-lock': 'L' }),
      await open.unlock('L'),
    ])
      expect(answer.status).toBe(401);
    const again = await openWopi(dossier, anna.client, id);
    expect((await again.unlock('L')).status).toBe(200);
  });

  it('ends with the account', async () => {
    const leaver = await makeSignedIn(dossier);
    await grant(leaver.id, level.modify);
    const open = await openWopi(dossier, leaver.client, id);
    expect((await open.get()).status).toBe(200);
    await dossier.admin.call(people.updateUser, { id: leaver.id, enabled: false });
    expect((await open.get()).status).toBe(401);
    expect((await open.put('x')).status).toBe(401);
  });

  it('ends with the right, and with the document', async () => {
    const open = await openWopi(dossier, anna.client, id);
    await grant(anna.id, level.title);
    for (const answer of [await open.get(), await open.get('/contents'), await open.lock('L'), await open.post('GET_LOCK')])
      expect(answer.status).toBe(404);
    expect(await anna.client.refused(officeServer.token, { id })).toBe(4610);
    await grant(anna.id, level.modify);
    const gone = await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'Gone.docx' });
    const old = await openWopi(dossier, anna.client, gone);
    await dossier.admin.call(library.delete, { objIds: [gone] });
    expect((await old.get()).status).toBe(404);
  });

  it('that was made to read stays so', async () => {
    await grant(anna.id, level.download);
    const open = await openWopi(dossier, anna.client, id);
    await grant(anna.id, level.modify);
    expect(await open.info()).toMatchObject({ UserCanWrite: false, ReadOnly: true, UserCanRename: false, UserCanNotWriteRelative: true });
    const headers = { 'x-wopi-lock': 'L', 'x-wopi-requestedname': 'x', 'x-wopi-suggestedtarget': '.docx' };
    for (const method of ['LOCK', 'REFRESH_LOCK', 'UNLOCK', 'RENAME_FILE', 'DELETE'])
      expect([method, (await open.post(method, { headers })).status]).toEqual([method, 404]);
    expect((await open.post('PUT_RELATIVE', { headers, body: 'x' })).status).toBe(501);
    expect((await open.put('x', headers)).status).toBe(404);
    expect((await open.get('/contents')).bytes.toString()).toBe('one');
  });

  it('is written to no log', async () => {
    const open = await openWopi(dossier, anna.client, id);
    const { sha256 } = (await anna.client.call(content.revisions, { id }))[0] ?? {};
    await dossier.services.storage.remove(sha256 ?? '');
    expect((await open.get('/contents')).status).toBe(500);
    await dossier.services.storage.putBytes(sha256 ?? '', Buffer.from('one'));
    await open.post('NONSENSE');
    expect(dossier.log.join('\n')).toContain('are missing');
    expect(dossier.log.join('\n')).not.toContain(open.token.accessToken.slice(0, 30));
  });
});

describe('CheckFileInfo', () => {
  it('says who and what is there', async () => {
    const open = await openWopi(dossier, anna.client, id);
    expect(await open.info()).toMatchObject({
      BaseFileName: 'Plan.docx',
      FileExtension: '.docx',
      Size: 3,
      UserId: `u${anna.id}`,
      UserFriendlyName: 'Anna Wu',
      IsAnonymousUser: false,
      SHA256: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
      BreadcrumbFolderName: 'Years',
      BreadcrumbFolderUrl: `http://localhost/knowledge/index?id=${folder}`,
      PostMessageOrigin: 'http://localhost',
      UserCanWrite: true,
      SupportsLocks: true,
    });
  });

  it.each([
    ['view', level.view, { UserCanWrite: false, DisablePrint: true, HidePrintOption: true, DisableExport: true, DisableCopy: true }],
    [
      'print',
      level.print,
      { UserCanWrite: false, DisablePrint: false, HidePrintOption: false, DisableExport: true, HideExportOption: true },
    ],
    ['pdf', level.pdf, { UserCanWrite: false, DisablePrint: true, DisableExport: true, DisableCopy: true }],
    [
      'download',
      level.download,
      { UserCanWrite: false, DisableExport: false, HideExportOption: false, DisableCopy: false, HideSaveOption: true },
    ],
    ['modify', level.modify, { UserCanWrite: true, DisableExport: false, HideSaveOption: false, UserCanNotWriteRelative: false }],
  ] as const)('follows the right to %s', async (_, bits, expected) => {
    const open = await openWopi(dossier, anna.client, id);
    await grant(anna.id, bits);
    const info = await open.info();
    expect(info).toMatchObject(expected);
    expect('SHA256' in info).toBe((bits & 16) !== 0);
  });

  it("has the house's watermark, and gives the bytes then only to an office server that proves itself", async () => {
    const open = await openWopi(dossier, anna.client, id);
    expect('WatermarkText' in (await open.info())).toBe(false);
    const mark = await dossier.admin.call(watermarks.create, { name: 'all', design: { lines: ['{name}', 'secret'] }, holders: 'all' });
    expect(await open.info()).toMatchObject({ WatermarkText: 'Anna Wu\nsecret' });
    expect((await open.get('/contents')).status).toBe(404);
    await dossier.admin.call(watermarks.delete, { id: mark.id });
    expect((await open.get('/contents')).status).toBe(200);
    await grant(anna.id, level.view);
    // by the built-in watermark
    expect((await open.info())['WatermarkText']).toContain('Anna Wu');
    expect((await open.get('/contents')).status).toBe(404);
  });

  it('keeps what the client stores about a user, for that user', async () => {
    const open = await openWopi(dossier, anna.client, id);
    const store = (body: string, of = open) => of.post('PUT_USER_INFO', { body });
    expect('UserInfo' in (await open.info())).toBe(false);
    expect((await store('x'.repeat(1024))).status).toBe(200);
    expect((await store('x'.repeat(1025))).status).toBe(400);
    expect((await store('a\0b')).status).toBe(400);
    expect((await open.info())['UserInfo']).toBe('x'.repeat(1024));
    expect('UserInfo' in (await (await openWopi(dossier, dossier.admin, id)).info())).toBe(false);
  });

  it('is read-only where the cabinet takes documents from flows alone', async () => {
    const publishing = await makeCabinet(dossier.admin);
    const published = await makeDocument(dossier, dossier.admin, { parentId: publishing, name: 'P.docx' });
    const open = await openWopi(dossier, dossier.admin, published);
    expect(await open.info()).toMatchObject({ UserCanWrite: true });
    await dossier.services.database.write((db) =>
      db.updateTable('item').set({ publishing: 1 }).where('id', '=', Number(publishing)).execute(),
    );
    expect(await open.info()).toMatchObject({ UserCanWrite: false, UserCanNotWriteRelative: true });
    expect((await open.lock('L')).status).toBe(409);
  });
});

describe('GetFile', () => {
  it('has the version, and refuses what is larger than the client takes', async () => {
    const open = await openWopi(dossier, anna.client, id);
    const { headers } = await open.get('/contents');
    expect(headers['x-wopi-itemversion']).toBe((await open.info())['Version']);
    const limited = async (size: string): Promise<WopiAnswer> => open.get('/contents', { 'x-wopi-maxexpectedsize': size });
    expect([(await limited('3')).status, (await limited('2')).status, (await limited('nonsense')).status]).toEqual([200, 412, 200]);
  });
});

describe('a hostile client', () => {
  const odd = [
    '',
    'x',
    '+',
    '+A',
    '+AAAA-',
    '+2AA-',
    '\u00e9',
    'a/b',
    '..',
    'con',
    '-1',
    '1e9',
    '99999999999999999999',
    'x'.repeat(5000),
    '{"a":1}',
  ];
  const methods = ['LOCK', 'GET_LOCK', 'REFRESH_LOCK', 'UNLOCK', 'PUT_RELATIVE', 'RENAME_FILE', 'PUT_USER_INFO', 'COBALT'];
  const names = [
    'lock',
    'oldlock',
    'suggestedtarget',
    'relativetarget',
    'overwriterelativetarget',
    'requestedname',
    'size',
    'maxexpectedsize',
  ];

  it('is answered by a refusal whatever it sends, and the document stays', async () => {
    const target = await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'Target.docx', bytes: 'whole' });
    const open = await openWopi(dossier, anna.client, target);
    const statuses = new Set<number>();
    for (const value of odd) {
      const all = Object.fromEntries(names.map((name) => [`x-wopi-${name}`, value]));
      for (const name of names) {
        const headers = { [`x-wopi-${name}`]: value };
        for (const method of methods) statuses.add((await open.post(method, { headers })).status);
        statuses.add((await open.put('x', headers)).status);
        statuses.add((await open.get('/contents', headers)).status);
      }
      for (const method of methods) statuses.add((await open.post(method, { headers: all })).status);
      await open.unlock(value);
    }
    expect([...statuses].filter((status) => status >= 500 && status !== 501)).toEqual([]);
    expect((await openWopi(dossier, anna.client, target).then((one) => one.get('/contents'))).bytes.toString()).toBe('whole');
    expect(dossier.log.filter((line) => line.includes('host of the office server failed'))).toEqual([]);
  });
});

describe('the host', () => {
  it('answers 501 for what it does not claim', async () => {
    const open = await openWopi(dossier, anna.client, id);
    for (const method of ['COBALT', 'ADD_ACTIVITIES', 'GET_SHARE_URL', 'READ_SECURE_STORE', 'constructor', '__proto__', ''])
      expect([method, (await open.post(method)).status]).toEqual([method, 501]);
    const { wopiSrc, accessToken } = open.token;
    const cobalt = await sendTo(dossier, `${wopiSrc}/contents?access_token=${accessToken}`, {
      method: 'POST',
      headers: { 'x-wopi-override': 'COBALT' },
    });
    expect(cobalt.status).toBe(501);
  });

  it('names the containers above with tokens of their own, as far as they are seen', async () => {
    const open = await openWopi(dossier, anna.client, id);
    type Pointer = { Name: string; Url: string };
    const pointers = async () => (await open.get('/ancestry')).json['AncestorsWithRootFirst'] as Pointer[];
    const above = await pointers();
    expect(above.map((one) => one.Name)).toEqual(['Plans', 'Years']);
    const container = above[1]?.Url ?? '';
    expect((await sendTo(dossier, container, { method: 'GET' })).json).toMatchObject({ Name: 'Years', UserCanCreateChildFile: true });
    const children = await sendTo(dossier, container.replace('?', '/children?'), { method: 'GET' });
    expect((children.json['ChildFiles'] as { Name: string }[]).map((one) => one.Name)).toContain('Plan.docx');
    // a token of a container opens no document
    expect((await sendTo(dossier, container.replace(/containers\/\d+/, `files/${id}`), { method: 'GET' })).status).toBe(401);
    await dossier.admin.call(permissions.revoke, { objId: cabinet, granteeType: 'user', granteeId: anna.id });
    await grant(anna.id, level.view, id);
    expect(await pointers()).toEqual([]);
    expect((await sendTo(dossier, container, { method: 'GET' })).status).toBe(404);
    await grant(anna.id, level.modify, id);
  });
});
