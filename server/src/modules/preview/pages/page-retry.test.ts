import { createHash } from 'node:crypto';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { afterEach, expect, it, vi } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { officePdf } from '../office-pdf.ts';
import type { Source } from '../renderer.ts';
import { renditionFolder, renditionKey, storeRendition } from '../rendition-cache.ts';
import { render } from '../renditions.ts';
import { pageFacts, pageImage } from './page-renderers.ts';
import { withDeadline } from '../../../platform/jobs/current-work.ts';

let dossier: TestServer;
afterEach(() => dossier.close());

async function documentOf(name: string, bytes: string): Promise<{ id: string; source: Source }> {
  const id = await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin), name, bytes });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { id, source: { sha256, size: bytes.length, ext: name.split('.').at(-1) ?? '', name } };
}

it('a failed page is retried with its document', async () => {
  dossier = await openTestServer({ searchPath: '' });
  const { id, source } = await documentOf('d.txt', 'words of it');
  const key = renditionKey(pageImage, source, '1-900');
  await storeRendition(dossier.services, source.sha256, key, { ok: false, reason: 'broken' });
  const { look: previewToken } = await dossier.admin.call(preview.view, { id });
  const page = () => dossier.server.app.inject({ method: 'GET', url: `/look/page/${previewToken}/1?width=900` });
  expect((await page()).statusCode).toBe(422);
  await dossier.nobody.call(previewByToken.again, { look: previewToken });
  const first = await page();
  expect(first.statusCode).toBe(200);
  // a new rendition has a new ETag, so that no range request continues in another one
  await rm(join(renditionFolder(dossier.services, source.sha256), key));
  expect((await page()).headers['etag']).not.toBe(first.headers['etag']);
});

it('a multi-page image refused for lack of capacity is not passed to the office engine', async () => {
  dossier = await openTestServer();
  const office = join(dossier.services.config.data, 'soffice');
  await writeFile(office, '#!/bin/sh\n');
  await chmod(office, 0o755);
  Object.assign(dossier.services.config, { searchPath: dossier.services.config.data });
  const { source } = await documentOf('d.tif', 'scanned');
  const make = vi.spyOn(officePdf, 'render');
  const found = await withDeadline(0, () => render(dossier.services, source, { renderer: pageFacts }));
  expect([found, make.mock.calls]).toEqual([{ ok: false, reason: 'busy' }, []]);
  make.mockRestore();
});
