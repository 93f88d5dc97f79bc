import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { permissions } from '@dossier/contract/access/permissions';
import { pagesByToken } from '@dossier/contract/preview/pages';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { thumbnails } from '@dossier/contract/preview/thumbnails';
import { search } from '@dossier/contract/search/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endedState } from '../../../../test/ended-state.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { pdfTexts } from '../../../../test/pdf-texts.ts';
import { reachingOut } from '../../../../test/reaching-out.ts';
import { enginesOf } from '../../../platform/engines.ts';

const secret = 'halcyon-of-the-host';
let dossier: TestServer;
let cabinet: string;
let folder: string;
let listener: Server;
let out: string;
const asked: string[] = [];
/** A user with the right to read, without the right to download. */
let reader: Awaited<ReturnType<typeof makeSignedIn>>;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  reader = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 7 });
  folder = await mkdtemp(join(tmpdir(), 'dossier-host-'));
  await writeFile(join(folder, 'secret.txt'), secret);
  listener = createServer((request, answer) => {
    asked.push(request.url ?? '');
    answer.end(secret);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  out = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
afterAll(async () => {
  listener.close();
  await dossier.close();
  await rm(folder, { recursive: true });
});

const fetched = (url: string) => dossier.server.app.inject({ method: 'GET', url });

/** Renders everything for a document: for lists, with and without the right to download, and for the search; answers the text in it. */
async function allMade(ext: string, bytes: Buffer | string): Promise<{ text: string; id: string }> {
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `reaching out.${ext}`, bytes, onSameName: 'rename' });
  const texts: string[] = [];
  for (const client of [dossier.admin, reader.client]) {
    const { look: previewToken, streamUrl, rendition } = await client.call(preview.view, { id });
    await endedState(dossier.nobody, previewByToken.state, { look: previewToken });
    const { rawPayload, statusCode } = await fetched(streamUrl);
    if (rendition === 'pdf') texts.push((await pdfTexts(rawPayload)).flat().join(' '));
    if (rendition === 'pages' && statusCode === 200)
      texts.push(
        (await dossier.nobody.call(pagesByToken.words, { look: previewToken, page: 1 })).pieces.map((piece) => piece.text).join(' '),
      );
  }
  while ((await dossier.admin.call(thumbnails.list, { ids: [id] })).list[0]?.state === 'making')
    await new Promise((go) => setTimeout(go, 50));
  await dossier.drain();
  return { id, text: texts.join(' ') };
}

describe('a file with external references', () => {
  it.each(Object.keys(reachingOut))('gets nothing when it is shown, listed and read: %s', async (ext) => {
    const bytes = (await reachingOut[ext]?.(out, pathToFileURL(join(folder, 'secret.txt')).href)) ?? '';
    const { id, text } = await allMade(ext, bytes);
    expect([asked, text.includes(secret)]).toEqual([[], false]);
    const found = async (keyword: string) =>
      (await dossier.admin.call(search.search, { keyword, in: 'content', parentId: cabinet, pageNo: 1, pageSize: 100 })).list.map(
        (one) => one.id,
      );
    expect(await found('halcyon')).toEqual([]);
    // the file was parsed: its own text is found
    expect(await found('kingfisher')).toContain(id);
    if (['docx', 'odt'].includes(ext) && (await enginesOf(dossier.services)).office !== undefined) expect(text).toContain('kingfisher');
  });

  it('is detected by the test server', async () => {
    await fetch(`${out}/heard`);
    expect(asked).toEqual(['/heard']);
  });
});
