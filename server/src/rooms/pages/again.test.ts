import { createHash } from 'node:crypto';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { looks } from '@dossier/contract/looks';
import { preview } from '@dossier/contract/preview';
import { afterEach, expect, it, vi } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { withPatience } from '../../ground/patience.ts';
import type { Source } from '../renditions/maker.ts';
import { officePdf } from '../renditions/office-pdf.ts';
import { render } from '../renditions/render.ts';
import { keyOf, putOnShelf, shelfOf } from '../renditions/shelf.ts';
import { pageFacts, pagePicture } from './makers.ts';

let house: TestHouse;
afterEach(() => house.close());

async function documentOf(name: string, bytes: string): Promise<{ id: string; source: Source }> {
  const id = await makeDocument(house, house.admin, { parentId: await makeCabinet(house.admin), name, bytes });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { id, source: { sha256, size: bytes.length, ext: name.split('.').at(-1) ?? '', name } };
}

it('a page that failed is tried again with the document', async () => {
  house = await openHouse({ searchPath: '' });
  const { id, source } = await documentOf('d.txt', 'words of it');
  const key = keyOf(pagePicture, source, '1-900');
  await putOnShelf(house.house, source.sha256, key, { ok: false, reason: 'broken' });
  const { look } = await house.admin.call(preview.view, { id });
  const page = () => house.server.app.inject({ method: 'GET', url: `/look/page/${look}/1?width=900` });
  expect((await page()).statusCode).toBe(422);
  await house.nobody.call(looks.again, { look });
  const first = await page();
  expect(first.statusCode).toBe(200);
  // once it is made anew nobody goes on with it in the middle
  await rm(join(shelfOf(house.house, source.sha256), key));
  expect((await page()).headers['etag']).not.toBe(first.headers['etag']);
});

it('a picture of pages that nobody has time for now is not taken for one that only the office engine knows', async () => {
  house = await openHouse();
  const office = join(house.house.config.data, 'soffice');
  await writeFile(office, '#!/bin/sh\n');
  await chmod(office, 0o755);
  Object.assign(house.house.config, { searchPath: house.house.config.data });
  const { source } = await documentOf('d.tif', 'scanned');
  const make = vi.spyOn(officePdf, 'make');
  const found = await withPatience(0, () => render(house.house, source, { maker: pageFacts }));
  expect([found, make.mock.calls]).toEqual([{ ok: false, reason: 'busy' }, []]);
  make.mockRestore();
});
