import { gzipSync } from 'node:zlib';
import { permissions } from '@dossier/contract/access/permissions';
import { archiveContents } from '@dossier/contract/preview/archive-contents';
import { pagesByToken } from '@dossier/contract/preview/pages';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { workbooks } from '@dossier/contract/preview/workbooks';
import { search } from '@dossier/contract/search/search';
import { CFB } from '@e965/xlsx';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFile } from '../../../../../demo/files/make-file.ts';
import { randomFrom } from '../../../../../demo/files/random.ts';
import { dxf, dxfLine } from '../../../../test/dxf.ts';
import { endedState } from '../../../../test/ended-state.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { sevenZipOf } from '../../../../test/seven-zip-of.ts';
import { tarOf } from '../../../../test/tar-of.ts';
import { zipOf } from '../../../../test/zip-of.ts';

/** Cases of each kind, and the seed that selects them. */
const [each, seed] = [4, 7];

let dossier: TestServer;
let cabinet: string;
let reader: Awaited<ReturnType<typeof makeSignedIn>>;
beforeAll(async () => {
  // the built-in readers only: converters have tests of their own
  dossier = await openTestServer({ searchPath: '' });
  cabinet = await makeCabinet(dossier.admin);
  reader = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 3 });
});
afterAll(() => dossier.close());

const made = async (kind: 'docx' | 'xlsx' | 'pdf' | 'odt'): Promise<Buffer> =>
  (await makeFile(kind, { title: 'Minutes', lang: 'en', seed })).bytes;

function message(): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, text] of [
    ['__substg1.0_0037001F', 'Minutes'],
    ['__substg1.0_1000001F', 'the body of the message'],
  ] as const)
    CFB.utils.cfb_add(file, `/${name}`, Buffer.from(text, 'utf16le'));
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

const text = { name: 'a.txt', bytes: 'words in a file '.repeat(20) };
const whole: Record<string, () => Promise<Buffer> | Buffer> = {
  zip: () => zipOf([text, { name: 'b.png', bytes: 'no picture' }]),
  docx: () => made('docx'),
  xlsx: () => made('xlsx'),
  odt: () => made('odt'),
  pdf: () => made('pdf'),
  tif: () =>
    sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } })
      .tiff({ compression: 'lzw' })
      .toBuffer(),
  dxf: () => Buffer.from(dxf({ entities: Array.from({ length: 20 }, (_, n) => dxfLine('0', [n, 0], [0, n])).flat() })),
  msg: message,
  '7z': () => sevenZipOf(text.name, text.bytes),
  tgz: () => gzipSync(tarOf([text])),
};

/** Bytes with up to twenty changed, removed or repeated; most faults are in the headers. */
function spoilt(bytes: Buffer, at: number): Buffer {
  const random = randomFrom(seed * 1000 + at);
  const changed = Buffer.from(bytes);
  for (let n = random.int(1, 20); n > 0; n--) {
    const reach = random.pick([64, 600, changed.length]);
    const place = random.int(0, Math.min(reach, changed.length) - 1);
    changed[random.pick([place, changed.length - 1 - place])] = random.int(0, 255);
  }
  const cut = random.int(1, changed.length);
  return random.pick([changed, changed, changed, changed.subarray(0, cut), Buffer.concat([changed, changed.subarray(cut)])]);
}

/** Calls every preview endpoint on a file; returns unexpected answers. */
async function opened(name: string, bytes: Buffer): Promise<string[]> {
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes });
  const odd: string[] = [];
  for (const client of [dossier.admin, reader.client]) {
    const { look: previewToken, streamUrl } = await client.call(preview.view, { id });
    const { state, reason } = await endedState(dossier.nobody, previewByToken.state, { look: previewToken });
    if (state === 'making' || reason === 'timeout' || reason === 'busy') odd.push(`${name}: ${state} ${reason}`);
    const urls = [
      [archiveContents.entries, {}],
      [archiveContents.open, { place: 0 }],
      [archiveContents.mail, {}],
      [workbooks.book, {}],
      [pagesByToken.pages, {}],
      [pagesByToken.words, { page: 1 }],
    ] as const;
    const statuses = [(await dossier.server.app.inject({ method: 'GET', url: streamUrl })).statusCode];
    for (const [route, more] of urls) statuses.push((await dossier.nobody.raw(route, { look: previewToken, ...more })).status);
    if (statuses.some((status) => status >= 500)) odd.push(`${name}: ${statuses.join(' ')}`);
  }
  return odd;
}

it('a damaged file is shown or refused with a reason, and the server keeps running', async () => {
  const odd: string[] = [];
  await Promise.all(
    Object.entries(whole).map(async ([ext, make], kind) => {
      const bytes = await make();
      for (let n = 0; n < each; n++) odd.push(...(await opened(`${n}.${ext}`, spoilt(bytes, kind * 100 + n))));
    }),
  );
  await dossier.drain();
  expect(odd).toEqual([]);
  expect(dossier.log.filter((line) => Number(/"level":(\d+)/.exec(line)?.[1]) >= 50)).toEqual([]);
  const { list } = await dossier.admin.call(search.search, { keyword: '0', in: 'name' });
  expect(list.length).toBeGreaterThan(0);
});
