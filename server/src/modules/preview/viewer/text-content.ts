import { open } from 'node:fs/promises';
import { codes } from '@dossier/contract/core/codes';
import { renditionOf } from '@dossier/contract/core/file-types';
import { right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { previewByToken } from '@dossier/contract/preview/preview-token';
import { looksBinary } from '@dossier/formats/text/decode';
import type { PublicContext, Services } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readTextPage } from '../../../platform/text/text-pages.ts';
import { type AuthorisedRevision, openPreviewTicket, shownName } from '../../documents/file-tickets.ts';
import { sourceOf } from '../renderer.ts';
import { withSourceFile } from '../rendition-cache.ts';

/** A page of a text document, decoded, by the look of a view, which has been noted: for visitors of links too. */
export async function readTextByToken(
  { services, address }: PublicContext,
  { look: previewToken, page }: ParsedOf<typeof previewByToken.text>,
) {
  const { authorised, revalidate: still } = await openPreviewTicket(services, previewToken, address);
  const text = await textPage(services, authorised, page);
  await still();
  return text;
}

async function textPage(services: Services, authorised: AuthorisedRevision, number: number) {
  const { ext } = shownName(authorised);
  // without the right to download, users see the pages
  if ((authorised.bits & right.download) === 0) throw new Refusal(codes.noRightToDownload);
  const { sha256 } = authorised.revision;
  if (!['text', 'html'].includes(renditionOf(ext)) && ext !== 'svg') throw new Refusal(codes.textNotAvailable);
  if (!(await services.storage.has(sha256))) throw new Refusal(codes.bytesMissing);
  const page = await withSourceFile(services, sourceOf(authorised), async (path) => {
    if (await isBinary(path)) throw new Refusal(codes.textNotAvailable);
    return readTextPage(path, number);
  });
  if (page === undefined) throw new Refusal(codes.pageOutOfRange);
  return page;
}

async function isBinary(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8192), 0, 8192, 0);
    return looksBinary(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
