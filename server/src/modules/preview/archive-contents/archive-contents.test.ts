import { gunzipSync, gzipSync } from 'node:zlib';
import { permissions } from '@dossier/contract/access/permissions';
import { archiveContents } from '@dossier/contract/preview/archive-contents';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endedState } from '../../../../test/ended-state.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { sevenZipOf } from '../../../../test/seven-zip-of.ts';
import { tarOf } from '../../../../test/tar-of.ts';
import { zipOf } from '../../../../test/zip-of.ts';

let dossier: TestServer;
let cabinet: string;
/** A user with the right to read, without the right to download. */
let reader: Awaited<ReturnType<typeof makeSignedIn>>;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  reader = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 3 });
});
afterAll(() => dossier.close());

async function seen(name: string, bytes: Buffer | string, client = dossier.admin) {
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes, onSameName: 'rename' });
  return client.call(preview.view, { id });
}
const ended = (previewToken: string) => endedState(dossier.nobody, previewByToken.state, { look: previewToken });
const namesIn = async (previewToken: string) =>
  (await dossier.nobody.call(archiveContents.entries, { look: previewToken })).entries.map(({ path, kind }) => `${kind} ${path}`);
const opened = (previewToken: string, place: number) => dossier.nobody.call(archiveContents.open, { look: previewToken, place });
const fetched = (url: string) => dossier.server.app.inject({ method: 'GET', url });

describe('an archive', () => {
  it.each([
    ['a.7z', async () => sevenZipOf('a/合同.txt', 'seven'), 'seven'],
    ['a.tar', async () => tarOf([{ name: 'a/合同.txt', bytes: 'tar' }]), 'tar'],
    ['a.tgz', async () => gzipSync(tarOf([{ name: 'a/合同.txt', bytes: 'packed' }])), 'packed'],
    // GBK, as archives were commonly packed in China
    [
      'gbk.tar',
      async () => tarOf([{ name: Buffer.from([0x61, 0x2f, 0xba, 0xcf, 0xcd, 0xac, 0x2e, 0x74, 0x78, 0x74]), bytes: 'gbk' }]),
      'gbk',
    ],
    ['named.zip', async () => sevenZipOf('a/合同.txt', 'wrong name'), 'wrong name'],
  ])('%s is a list of files that can be opened', async (name, make, text) => {
    const { look: previewToken, rendition, detailUrl } = await seen(name, await make());
    expect([rendition, detailUrl.split('?')[0]]).toEqual(['archive', '/docpreview']);
    expect(await ended(previewToken)).toEqual({ state: 'ready', done: 1 });
    const { entries } = await dossier.nobody.call(archiveContents.entries, { look: previewToken });
    const place = entries.findIndex(({ kind }) => kind === 'file');
    expect(entries[place]).toMatchObject({ path: 'a/合同.txt', size: text.length, locked: false });
    const view = await opened(previewToken, place);
    expect([view.name, view.rendition, view.size]).toEqual(['合同.txt', 'text', text.length]);
    expect((await dossier.nobody.call(previewByToken.text, { look: view.look, page: 1 })).text).toBe(text);
    expect((await fetched(view.streamUrl)).payload).toBe(text);
  });

  it('shows modification times, and unpacks a single file', async () => {
    const tar = await seen('times.tar', tarOf([{ name: 'x.txt', bytes: 'x' }]));
    expect((await dossier.nobody.call(archiveContents.entries, { look: tar.look })).entries[0]?.time).toBe(1_700_000_000_000);
    const one = await seen('words.txt.gz', gzipSync('some words'));
    expect(await namesIn(one.look)).toEqual(['file words.txt']);
    expect((await fetched((await opened(one.look, 0)).streamUrl)).payload).toBe('some words');
  });

  it('sends its list compressed, however long', async () => {
    const files = Array.from({ length: 20_000 }, (_, n) => ({ name: `${n} ${'合同'.repeat(20)}.txt`, bytes: '' }));
    const { look: previewToken } = await seen('long.tar', tarOf(files));
    expect(await ended(previewToken)).toEqual({ state: 'ready', done: 1 });
    const url = `/look/entries?look=${previewToken}`;
    const ask = (headers: Record<string, string>) => dossier.server.app.inject({ method: 'GET', url, headers });
    const packed = await ask({ 'accept-encoding': 'br, gzip' });
    expect([packed.headers['content-encoding'], packed.headers['cache-control']]).toEqual(['gzip', 'no-store']);
    const plain = await ask({ 'accept-encoding': 'gzip;q=0' });
    expect([plain.headers['content-encoding'], gunzipSync(packed.rawPayload).equals(plain.rawPayload)]).toEqual([undefined, true]);
    expect(plain.json().data.entries.length).toBe(20_000);
    const writes = vi.spyOn(JSON, 'stringify');
    const reads = vi.spyOn(JSON, 'parse');
    await ask({ 'accept-encoding': 'gzip' });
    const lengths = [...writes.mock.results.map(({ value }) => value), ...reads.mock.calls.map(([text]) => text)].map(
      (text) => String(text).length,
    );
    vi.restoreAllMocks();
    expect(Math.max(0, ...lengths)).toBeLessThan(10_000);
  });

  it('is opened inside an archive, and no deeper', async () => {
    const inmost = await zipOf([{ name: 'deep.txt', bytes: 'deep' }]);
    const inner = await zipOf([{ name: 'inmost.zip', bytes: inmost }]);
    const { look: previewToken } = await seen('outer.zip', await zipOf([{ name: 'inner.zip', bytes: inner }]));
    const first = await opened(previewToken, 0);
    expect([first.rendition, await ended(first.look)]).toEqual(['archive', { state: 'ready', done: 1 }]);
    const second = await opened(first.look, 0);
    expect([second.name, second.rendition]).toEqual(['inmost.zip', 'none']);
    expect(await dossier.nobody.refused(archiveContents.open, { look: second.look, place: 0 })).toBe(4623);
    expect((await fetched(second.streamUrl)).rawPayload).toEqual(inmost);
  });
});

describe('a user without the right to download an archive', () => {
  it('sees its names and pages of its files, and no bytes', async () => {
    const { look: previewToken, rendition } = await seen(
      'pay.zip',
      await zipOf([
        { name: 'pay.txt', bytes: 'much' },
        { name: 'a.bin', bytes: '1' },
      ]),
      reader.client,
    );
    expect([rendition, await namesIn(previewToken)]).toEqual(['archive', ['file pay.txt', 'file a.bin']]);
    const view = await opened(previewToken, 0);
    expect([view.rendition, await ended(view.look)]).toEqual(['pages', { state: 'ready', done: 1 }]);
    expect((await fetched(view.streamUrl)).headers['content-type']).toBe('image/jpeg');
    expect((await fetched(`/look/entry/${view.look}/pay.txt`)).json().code).toBe(4611);
    expect(await dossier.nobody.refused(previewByToken.text, { look: view.look, page: 1 })).toBe(4611);
    expect(await dossier.nobody.refused(archiveContents.take, { look: view.look })).toBe(4611);
    expect((await fetched((await opened(previewToken, 1)).streamUrl)).json().code).toBe(4611);
  });

  it('gets nothing of it once the right to see it is revoked', async () => {
    const id = await makeDocument(dossier, dossier.admin, {
      parentId: cabinet,
      name: 'gone.zip',
      bytes: await zipOf([{ name: 'a.txt', bytes: 'a' }]),
    });
    const other = await makeSignedIn(dossier);
    const given = { objId: id, granteeType: 'user', granteeId: other.id } as const;
    await dossier.admin.call(permissions.grant, { ...given, level: 27 });
    const { look: previewToken } = await other.client.call(preview.view, { id });
    const view = await opened(previewToken, 0);
    expect((await fetched(view.streamUrl)).payload).toBe('a');
    await dossier.admin.call(permissions.revoke, given);
    expect((await fetched(view.streamUrl)).statusCode).toBe(404);
    expect(await dossier.nobody.refused(archiveContents.entries, { look: previewToken })).toBe(1002);
  });
});

describe('a file out of an archive', () => {
  it('is downloaded and printed by itself, with its name in the log', async () => {
    const { look: previewToken } = await seen('take.zip', await zipOf([{ name: 'a/合同.txt', bytes: 'mine' }]));
    const view = await opened(previewToken, 0);
    const { downloadUrl, fileName } = await dossier.nobody.call(archiveContents.take, { look: view.look });
    const answer = await fetched(downloadUrl);
    expect([fileName, answer.payload, answer.headers['content-disposition']?.toString().split(';')[0]]).toEqual([
      '合同.txt',
      'mine',
      'attachment',
    ]);
    const printed = await dossier.nobody.call(archiveContents.print, { look: view.look });
    expect((await fetched(printed.streamUrl)).payload).toBe('mine');
    // the preview token of the archive does not open a file in it
    expect(await dossier.nobody.refused(archiveContents.take, { look: previewToken })).toBe(1010);
    expect((await fetched(`/look/entry/${previewToken}/x`)).json().code).toBe(1010);
  });

  it('is sent with safe headers, whatever it is', async () => {
    const { look: previewToken } = await seen(
      'page.zip',
      await zipOf([
        { name: 'a.html', bytes: '<script>1</script>' },
        { name: 'b.svg', bytes: '<svg/>' },
      ]),
    );
    for (const place of [0, 1]) {
      const { headers } = await fetched((await opened(previewToken, place)).streamUrl);
      expect(String(headers['content-security-policy'])).toContain("sandbox; default-src 'none'");
    }
  });
});

describe('a hostile archive', () => {
  it('shows absolute paths, parent paths, links and disguised names safely, and opens no link', async () => {
    const tar = tarOf([
      { name: '/etc/cron.d/job', bytes: 'x' },
      { name: '../../up.txt', bytes: 'up' },
      { name: 'link', type: 2 },
      { name: 'C:\\windows\\a.txt', bytes: 'y' },
      { name: 'bill\u202efdp.exe', bytes: 'z' },
    ]);
    const { look: previewToken } = await seen('ways.tar', tar);
    expect(await namesIn(previewToken)).toEqual([
      'file etc/cron.d/job',
      'file ../../up.txt',
      'link link',
      'file C:/windows/a.txt',
      'file bill_fdp.exe',
    ]);
    expect((await fetched((await opened(previewToken, 1)).streamUrl)).payload).toBe('up');
    expect(await dossier.nobody.refused(archiveContents.open, { look: previewToken, place: 2 })).toBe(4646);
    expect(await dossier.nobody.refused(archiveContents.open, { look: previewToken, place: 99 })).toBe(4646);
  });

  it('refuses encrypted files and zip bombs', async () => {
    const locked = await zipOf([{ name: 'a.txt', bytes: 'a' }], (zip) => {
      zip[6] = (zip[6] ?? 0) | 1;
      const at = zip.indexOf('PK\x01\x02', 0, 'latin1');
      zip[at + 8] = (zip[at + 8] ?? 0) | 1;
    });
    const { look: previewToken } = await seen('locked.zip', locked);
    expect((await dossier.nobody.call(archiveContents.entries, { look: previewToken })).entries[0]).toMatchObject({
      path: 'a.txt',
      locked: true,
    });
    expect(await dossier.nobody.refused(archiveContents.open, { look: previewToken, place: 0 })).toBe(4643);

    const bomb = await seen('bomb.zip', await zipOf([{ name: 'zeros.txt', bytes: Buffer.alloc(64 << 20) }]));
    expect(await namesIn(bomb.look)).toEqual(['file zeros.txt']);
    expect(await dossier.nobody.refused(archiveContents.open, { look: bomb.look, place: 0 })).toBe(4644);
    const packed = await seen('bomb.gz', gzipSync(Buffer.alloc(64 << 20)));
    expect(await dossier.nobody.refused(archiveContents.open, { look: packed.look, place: 0 })).toBe(4644);
    const endless = await seen('endless.tar', tarOf([{ name: 'a', bytes: 'x', size: 8_589_934_591 }]));
    expect((await dossier.nobody.call(archiveContents.entries, { look: endless.look })).damaged).toBe(true);
    expect(await dossier.nobody.refused(archiveContents.open, { look: endless.look, place: 0 })).toBe(4644);
  });

  it('refuses a damaged file, and opens the others', async () => {
    const parts = [
      { name: 'good.txt', bytes: 'good words' },
      { name: 'bad.txt', bytes: 'some words' },
    ];
    // a kind of block that deflate does not have, behind the local header
    const zip = await zipOf(parts, (bytes) => {
      const name = bytes.indexOf('bad.txt');
      bytes[name + 'bad.txt'.length + bytes.readUInt16LE(name - 2)] = 0xff;
    });
    const { look: previewToken } = await seen('half.zip', zip);
    expect(await namesIn(previewToken)).toEqual(['file good.txt', 'file bad.txt']);
    expect(await dossier.nobody.refused(archiveContents.open, { look: previewToken, place: 1 })).toBe(4645);
    expect((await fetched((await opened(previewToken, 0)).streamUrl)).payload).toBe('good words');
  });

  it('reports why it cannot be listed', async () => {
    const reasonOf = async (name: string, bytes: Buffer | string) => (await ended((await seen(name, bytes)).look)).reason;
    const seven = sevenZipOf('a.txt', 'a'.repeat(5000));
    expect(await reasonOf('cut.7z', seven.subarray(0, seven.length >> 1))).toBe('broken');
    expect(await reasonOf('cut.zip', (await zipOf([{ name: 'a', bytes: 'a' }])).subarray(0, 20))).toBe('broken');
    expect(await reasonOf('no.rar', 'nothing of the kind')).toBe('unsupported');
    expect(await reasonOf('none.zip', '')).toBe('broken');
  });
});
