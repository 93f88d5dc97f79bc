import { moduleType } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type Dav, type DavAsk, davWith, lockOn, makeDevice } from '../../../../test/dav-client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeFolder } from '../../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';

let dossier: TestServer;
let anna: Made & { client: Client };
let drive: Dav;
let place: string;
const base = '/dav/my/Papers/2026';
const item = async (name: string) => (await anna.client.call(library.items, { parentId: place })).list.find((one) => one.name === name);

/** One step of a client: its request, and the expected status. */
type Step = [expected: number, method: string, path: string, asked?: DavAsk];
async function runSteps(steps: Step[]): Promise<void> {
  for (const [expected, method, path, asked] of steps)
    expect([method, path, (await drive.ask(method, path, asked)).status]).toEqual([method, path, expected]);
}

beforeAll(async () => {
  dossier = await openTestServer();
  await dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } });
  anna = await makeSignedIn(dossier);
  drive = await makeDevice(dossier, anna);
  const cabinet = await makeCabinet(anna.client, { name: 'Papers', moduleType: moduleType.my });
  place = await makeFolder(anna.client, cabinet, { name: '2026' });
});
afterAll(() => dossier.close());

const times = (token: string): DavAsk => ({
  headers: { if: `(${token})`, 'content-type': 'text/xml; charset="utf-8"' },
  body: '<?xml version="1.0" encoding="utf-8" ?><D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><D:set><D:prop><Z:Win32CreationTime>Sun, 22 Nov 2026 08:00:00 GMT</Z:Win32CreationTime><Z:Win32LastModifiedTime>Sun, 22 Nov 2026 08:00:00 GMT</Z:Win32LastModifiedTime><Z:Win32FileAttributes>00000020</Z:Win32FileAttributes></D:prop></D:set></D:propertyupdate>',
});

it('supports the Explorer of Windows: copying a document in, changing and renaming it', async () => {
  // the redirector first asks without a password, and looks for these headers
  const nobody = davWith(await dossier.listen(), undefined);
  expect((await nobody.ask('OPTIONS', '/dav')).headers['www-authenticate']).toContain('Basic');
  const { status, headers } = await drive.ask('OPTIONS', '/dav', { headers: { translate: 'f' } });
  expect({ status, ...headers }).toMatchObject({ status: 200, dav: '1, 2', 'ms-author-via': 'DAV' });
  const [plan, final] = [`${base}/Plan.docx`, `${base}/Plan%20B.docx`];
  await runSteps([
    [207, 'PROPFIND', '/dav', { headers: { depth: '0' } }],
    [207, 'PROPFIND', base, { headers: { depth: '1' } }],
    [404, 'PROPFIND', `${base}/desktop.ini`, { headers: { depth: '0' } }],
    [404, 'PROPFIND', plan, { headers: { depth: '0' } }],
    [201, 'PUT', plan, { body: '' }],
  ]);
  const { token } = await lockOn(drive, plan);
  const proven = { if: `(${token})` };
  expect((await drive.ask('PROPPATCH', plan, times(token))).text).toContain('Win32LastModifiedTime');
  await runSteps([
    [200, 'HEAD', plan],
    [204, 'PUT', plan, { body: 'Plan A', headers: proven }],
    [207, 'PROPPATCH', plan, times(token)],
    [204, 'UNLOCK', plan, { headers: { 'lock-token': token } }],
    [201, 'MOVE', plan, { headers: { destination: `http://127.0.0.1${final}`, overwrite: 'F' } }],
  ]);
  expect(await drive.ask('HEAD', final)).toMatchObject({ status: 200, headers: { 'content-length': '6' } });
  expect(await item('Plan B.docx')).toMatchObject({ version: 2, versionLabel: '1.1' });
  expect((await item('Plan B.docx'))?.lockUserName).toBeUndefined();
});

const chunked = (path: string, { body, size }: { body: string; size: number }): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = drive.begin('PUT', path, { 'transfer-encoding': 'chunked', 'x-expected-entity-length': String(size) });
    sent.on('error', reject);
    sent.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
    sent.end(body);
  });

it('supports programs of macOS that save beside and move over the document, whose history continues', async () => {
  const [letter, beside] = [`${base}/${encodeURIComponent('Lettre d’été.txt'.normalize('NFD'))}`, `${base}/Lettre.sb-1a2b`];
  const fresh = `${beside}/${encodeURIComponent('Lettre d’été.txt'.normalize('NFD'))}`;
  const wanted =
    '<D:propfind xmlns:D="DAV:"><D:prop><D:getlastmodified/><D:getcontentlength/><D:creationdate/><D:resourcetype/><A:appledoubleheader xmlns:A="http://www.apple.com/webdav_fs/props/"/></D:prop></D:propfind>';
  await runSteps([
    [200, 'OPTIONS', '/dav/'],
    [207, 'PROPFIND', base, { headers: { depth: '1' }, body: wanted }],
    // the Finder's own files are refused, and not found
    [404, 'PROPFIND', `${base}/._Lettre.txt`, { headers: { depth: '0' }, body: wanted }],
    [403, 'PUT', `${base}/._Lettre.txt`, { body: 'x' }],
    [404, 'PROPFIND', letter, { headers: { depth: '0' }, body: wanted }],
  ]);
  const first = await lockOn(drive, letter);
  expect(first.status).toBe(201);
  await runSteps([
    [201, 'PUT', letter, { body: 'Chère Anna', headers: { if: `(${first.token})` } }],
    [204, 'UNLOCK', letter, { headers: { 'lock-token': first.token } }],
    [201, 'MKCOL', beside],
  ]);
  const id = (await item('Lettre d’été.txt'))?.id ?? '';
  // fewer bytes than announced are refused
  expect(await chunked(fresh, { body: 'Chère', size: 12 })).toBe(400);
  expect(await chunked(fresh, { body: 'Chère Berta', size: 12 })).toBe(201);
  const { token } = await lockOn(drive, letter);
  const onto = { destination: `http://127.0.0.1${letter}`, overwrite: 'T' };
  await runSteps([
    [423, 'MOVE', fresh, { headers: onto }],
    [204, 'MOVE', fresh, { headers: { ...onto, if: `<http://host${letter}> (${token})` } }],
    [204, 'UNLOCK', letter, { headers: { 'lock-token': token } }],
    [204, 'DELETE', beside],
  ]);
  expect(await drive.ask('GET', letter)).toMatchObject({ status: 200, text: 'Chère Berta' });
  expect(await item('Lettre d’été.txt')).toMatchObject({ id, version: 2 });
  expect((await anna.client.call(content.revisions, { id })).length).toBe(2);
});
