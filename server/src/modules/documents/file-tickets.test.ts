import { randomBytes } from 'node:crypto';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { preview } from '@dossier/contract/preview/preview';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../test/make.ts';
import { silence } from '../../../test/media-file.ts';
import { readText } from '../../../test/read-text.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

let dossier: TestServer;
let cabinet: string;
let address: string;
let reader: Made & { client: Client };
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  address = await dossier.listen();
  reader = await makeSignedIn(dossier);
});
afterAll(() => dossier.close());

const grantTo = (objId: string, bits: number) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: reader.id, reach: 'all', level: bits });
const get = (url: string, headers: Record<string, string> = {}, method = 'GET') => fetch(address + url, { method, headers });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const codeOf = async (answer: Response) => ((await answer.json()) as { code: number }).code;
const document = (name: string, bytes: Buffer | string, parentId = cabinet) =>
  makeDocument(dossier, dossier.admin, { parentId, name, bytes, onSameName: 'rename' });

describe('bytes', () => {
  const bytes = randomBytes(700_000);
  let url: string;
  beforeAll(async () => {
    const id = await document('报告 "x"\'s.bin'.replaceAll('"', ''), bytes);
    url = (await dossier.admin.call(content.download, { id })).downloadUrl;
  });

  it('are sent whole, with their name in UTF-8', async () => {
    const answer = await get(url);
    expect(answer.status).toBe(200);
    expect((await bytesOf(answer)).equals(bytes)).toBe(true);
    expect(answer.headers.get('content-disposition')).toBe(
      "attachment; filename=\"__ x's.bin\"; filename*=UTF-8''%E6%8A%A5%E5%91%8A%20x%27s.bin",
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    const asked = await get(url, {}, 'HEAD');
    expect([asked.status, asked.headers.get('content-length')]).toEqual([200, '700000']);
  });

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=100-199', 100, 200],
    ['bytes=699999-', 699_999, 700_000],
    ['bytes=-10', 699_990, 700_000],
    ['bytes=5-9999999', 5, 700_000],
  ])('are sent in the range %s', async (range, start, end) => {
    const answer = await get(url, { range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end - 1}/700000`]);
    expect((await bytesOf(answer)).equals(bytes.subarray(start, end))).toBe(true);
  });

  it('are not sent again when the client has them, and ranges outside are refused', async () => {
    const etag = (await get(url, {}, 'HEAD')).headers.get('etag') ?? '';
    expect((await get(url, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(url, { range: 'bytes=700000-' })).status).toBe(416);
    expect((await get(url, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    expect((await get(url, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await get(url, { range: 'bytes=0-1,5-6' })).status).toBe(200);
  });

  it.each([
    ['a.html', 'text/html', true],
    ['a.svg', 'image/svg+xml', true],
    ['a.xml', 'text/plain; charset=utf-8', true],
    ['a.js', 'text/plain; charset=utf-8', true],
    ['a.xhtml', 'application/octet-stream', true],
    ['a.pdf', 'application/pdf', false],
  ])('of %s cannot run as active content', async (name, type, sandboxed) => {
    const { streamUrl } = await dossier.admin.call(preview.view, { id: await document(name, '<script>alert(1)</script>') });
    const { headers } = await get(streamUrl);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-security-policy')?.startsWith('sandbox;') ?? false).toBe(sandboxed);
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });
});

describe('a ticket', () => {
  it('ends with its hour, its session, the right, and the document', async () => {
    const place = await makeFolder(dossier.admin, cabinet);
    const id = await document('t.wav', silence(), place);
    expect(await reader.client.refused(preview.view, { id })).toBe(1002);
    await grantTo(place, level.title);
    expect(await reader.client.refused(preview.view, { id })).toBe(4610);
    await grantTo(place, level.view);
    expect(await reader.client.refused(content.download, { id })).toBe(4611);
    expect(await reader.client.refused(preview.print, { id })).toBe(4612);
    const { streamUrl } = await reader.client.call(preview.view, { id });
    expect((await get(streamUrl)).status).toBe(200);
    expect(await codeOf(await get(streamUrl.replace(/^\/(file|look\/\w+)\//, '/$1/x')))).toBe(1010);

    await grantTo(place, level.title);
    expect(await codeOf(await get(streamUrl))).toBe(4610);
    await grantTo(place, level.download);
    expect((await get(streamUrl)).status).toBe(200);
    const again = await dossier.as(reader);
    const other = await again.call(preview.view, { id });
    await again.call(session.logout);
    expect(await codeOf(await get(other.streamUrl))).toBe(501);
    await dossier.admin.call(library.delete, { objIds: [id] });
    expect(await codeOf(await get(streamUrl))).toBe(1002);
    await dossier.admin.call(library.restore, { objIds: [id] });
    expect((await get(streamUrl)).status).toBe(200);
    dossier.clock.forward(3_700_000);
    expect(await codeOf(await get(streamUrl))).toBe(1010);
  });
});

it('of a type without a renderer needs the right to download', async () => {
  const folder = await makeFolder(dossier.admin, cabinet);
  const [shown, unseen] = [await document('seen.txt', 'text', folder), await document('unseen.bin', randomBytes(50), folder)];
  const look = async (id: string) => (await get((await reader.client.call(preview.view, { id })).streamUrl)).status;
  await grantTo(folder, level.print);
  expect([await look(shown), await look(unseen)]).toEqual([200, 403]);
  expect(await codeOf(await get((await reader.client.call(preview.info, { id: unseen })).streamUrl))).toBe(4611);
  expect((await get((await reader.client.call(preview.print, { id: unseen })).streamUrl)).status).toBe(403);
  await grantTo(folder, level.download);
  expect([await look(shown), await look(unseen)]).toEqual([200, 200]);
});

describe('revisions', () => {
  it('are listed, read, and restored; a revision of another document is refused', async () => {
    const id = await document('r.txt', 'first');
    const { uploadUrl } = await dossier.admin.call(content.preCheckIn, { id, size: 6, note: 'why' });
    await upload(dossier, uploadUrl, Buffer.from('second'));
    const [newest, oldest] = await dossier.admin.call(content.revisions, { id });
    expect([newest, oldest]).toMatchObject([
      { number: 2, size: 6, note: 'why', current: true },
      { number: 1, size: 5, current: false },
    ]);
    const old = await dossier.admin.call(preview.view, { id, currentRev: oldest?.id });
    expect(await (await get(old.streamUrl)).text()).toBe('first');
    expect((await readText(dossier.admin, { id, currentRev: oldest?.id })).text).toBe('first');
    const other = await document('o.txt', 'x');
    expect(await dossier.admin.refused(preview.view, { id: other, currentRev: oldest?.id })).toBe(4616);
    await dossier.admin.call(content.restoreRevision, { id, currentRev: oldest?.id ?? '' });
    expect((await readText(dossier.admin, { id })).text).toBe('first');
    expect(await dossier.admin.call(content.revisions, { id })).toHaveLength(3);
  });

  it('are refused while another user holds the lock', async () => {
    const place = await makeFolder(dossier.admin, cabinet);
    await grantTo(place, level.modify);
    const id = await document('l.txt', 'x', place);
    expect(await reader.client.refused(content.unlock, { id })).toBe(4620);
    await reader.client.call(content.lock, { id });
    expect(await dossier.admin.refused(content.lock, { id })).toBe(4619);
    expect(await dossier.admin.refused(content.preCheckIn, { id, size: 1 })).toBe(4619);
    await dossier.admin.call(content.unlock, { id });
    await dossier.admin.call(content.lock, { id });
    expect(await reader.client.refused(content.unlock, { id })).toBe(4619);
  });
});
