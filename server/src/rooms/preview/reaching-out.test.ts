import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { looks } from '@dossier/contract/looks';
import { pageLooks } from '@dossier/contract/page-looks';
import { permissions } from '@dossier/contract/permissions';
import { preview } from '@dossier/contract/preview';
import { search } from '@dossier/contract/search';
import { thumbnails } from '@dossier/contract/thumbnails';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { reachingOut } from '../../../test/reaching-out.ts';
import { pdfTexts } from '../../../test/pdf-texts.ts';
import { enginesOf } from '../renditions/engines.ts';

const secret = 'halcyon-of-the-host';
let house: TestHouse;
let cabinet: string;
let folder: string;
let listener: Server;
let out: string;
const asked: string[] = [];
/** May look, and have no original. */
let reader: Awaited<ReturnType<typeof makeSignedIn>>;
beforeAll(async () => {
  house = await openHouse();
  cabinet = await makeCabinet(house.admin);
  reader = await makeSignedIn(house);
  await house.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 7 });
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
  await house.close();
  await rm(folder, { recursive: true });
});

const fetched = (url: string) => house.server.app.inject({ method: 'GET', url });

/** All that is made of a document for a list, for who may have it and for who may not, and for the search; and what of it is text. */
async function allMade(ext: string, bytes: Buffer | string): Promise<{ text: string; id: string }> {
  const id = await makeDocument(house, house.admin, { parentId: cabinet, name: `reaching out.${ext}`, bytes, onSameName: 'rename' });
  const texts: string[] = [];
  for (const client of [house.admin, reader.client]) {
    const { look, streamUrl, rendition } = await client.call(preview.view, { id });
    await house.nobody.call(looks.state, { look, wait: true });
    const { rawPayload, statusCode } = await fetched(streamUrl);
    if (rendition === 'pdf') texts.push((await pdfTexts(rawPayload)).flat().join(' '));
    if (rendition === 'pages' && statusCode === 200)
      texts.push((await house.nobody.call(pageLooks.words, { look, page: 1 })).pieces.map((piece) => piece.text).join(' '));
  }
  while ((await house.admin.call(thumbnails.list, { ids: [id] })).list[0]?.state === 'making')
    await new Promise((go) => setTimeout(go, 50));
  await house.drain();
  return { id, text: texts.join(' ') };
}

describe('a file that wants something from elsewhere', () => {
  it.each(Object.keys(reachingOut))(
    'gets nothing when it is shown, listed and read: %s',
    async (ext) => {
      const bytes = (await reachingOut[ext]?.(out, pathToFileURL(join(folder, 'secret.txt')).href)) ?? '';
      const { id, text } = await allMade(ext, bytes);
      expect([asked, text.includes(secret)]).toEqual([[], false]);
      const found = async (keyword: string) =>
        (await house.admin.call(search.search, { keyword, in: 'content', parentId: cabinet, pageNo: 1, pageSize: 100 })).list.map(
          (one) => one.id,
        );
      expect(await found('halcyon')).toEqual([]);
      // the file was read: it is no file that nothing could be made of
      expect(await found('kingfisher')).toContain(id);
      if (['docx', 'odt'].includes(ext) && (await enginesOf(house.house)).office !== undefined) expect(text).toContain('kingfisher');
    },
    60_000,
  );

  it('would be heard', async () => {
    await fetch(`${out}/heard`);
    expect(asked).toEqual(['/heard']);
  });
});
