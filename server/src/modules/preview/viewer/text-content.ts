import { open } from 'node:fs/promises';
import { codes } from '@dossier/contract/core/codes';
import { renditionOf } from '@dossier/contract/core/file-types';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { previewByToken } from '@dossier/contract/preview/preview-token';
import { looksBinary } from '@dossier/formats/text/decode';
import type { Context, PublicContext, Services } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readTextPage } from '../../../platform/text/text-pages.ts';
import type { AuthorisedItem } from '../../access/require-items.ts';
import { type AuthorisedRevision, openPreviewTicket, previewTicket, requireContentUse, shownName } from '../../documents/file-tickets.ts';
import { documentsAtPath } from '../../documents/walk-tree.ts';
import { isRasterizedImage } from '../pages/page-renderers.ts';
import { sourceOf } from '../renderer.ts';
import { withSourceFile } from '../rendition-cache.ts';
import { contentUrl, recordView, viewStrategy } from '../views.ts';

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

/** Formats that refer to images: only through them a neighbouring image is reached. */
const mayNameImages: ReadonlySet<string> = new Set(['md', 'markdown']);

/** Images that a text refers to, beside or below it: each with a URL, for users who may read the image as well. */
export async function imagesBeside(
  { services, address }: PublicContext,
  { look: previewToken, paths }: ParsedOf<typeof previewByToken.pictures>,
): Promise<OutputOf<typeof previewByToken.pictures>> {
  const { ctx, authorised, use, revalidate: still } = await openPreviewTicket(services, previewToken, address);
  if (use !== 'view') throw new Refusal(codes.ticketInvalid);
  // a file in an archive has no sibling documents
  if (authorised.entry !== undefined || !mayNameImages.has(shownName(authorised).ext)) return { pictures: [] };
  const beside = await documentsAtPath(ctx, authorised.item.parent_id, paths);
  const images: OutputOf<typeof previewByToken.pictures>['pictures'] = [];
  for (const [path, found] of beside) {
    const url = await imageUrl(ctx, found);
    if (url !== undefined) images.push({ path, url });
  }
  await still();
  return { pictures: images };
}

async function imageUrl(ctx: Context, { item, bits }: AuthorisedItem): Promise<string | undefined> {
  if ((bits & right.read) === 0 || !isRasterizedImage(item.ext)) return undefined;
  const authorised = await requireContentUse(ctx, 'view', { id: String(item.id) });
  const strategy = await viewStrategy(ctx, authorised);
  if (strategy.shown !== 'image') return undefined;
  await recordView(ctx, authorised);
  return contentUrl(ctx, authorised, strategy, { previewToken: previewTicket(ctx, authorised, 'view'), use: 'view' });
}
