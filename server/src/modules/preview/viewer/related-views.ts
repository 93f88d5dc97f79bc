import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { sortFields } from '@dossier/contract/documents/library';
import type { archiveContents } from '@dossier/contract/preview/archive-contents';
import type { preview } from '@dossier/contract/preview/preview';
import type { previewByToken } from '@dossier/contract/preview/preview-token';
import type { Context, PublicContext } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { yieldToEventLoop } from '../../../platform/jobs/yield-to-event-loop.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type AuthorisedItem, requireItem } from '../../access/require-items.ts';
import { openPreviewTicket, previewTicket, requireContentUse, shownName } from '../../documents/file-tickets.ts';
import { documentsAtPath, documentsInOrder } from '../../documents/walk-tree.ts';
import { openEntry } from '../archive-entries.ts';
import { documentPrinted } from '../events.ts';
import { isRasterizedImage } from '../pages/page-renderers.ts';
import { contentUrl, recordView, viewOf, viewStrategy } from '../views.ts';

const pageSize = 1000;

const isImage = ({ item, bits }: AuthorisedItem): boolean => extensions.picture.has(item.ext) && (bits & right.read) !== 0;

/** A handler that finds the previous or next image in the order of the list; undefined at the ends. */
export const findNeighbour =
  (step: -1 | 1) =>
  async (ctx: Context, input: ParsedOf<typeof preview.viewNext>): Promise<OutputOf<typeof preview.viewNext>> => {
    const { item } = await requireItem(ctx, right.visible | right.read, input.id, objType.document);
    const sortField = sortFields.find((field) => field === input.sortField) ?? 'sortNumber';
    // the previous image is the next one in reverse order
    const forward = (input.sortDirection ?? 'asc') === 'asc';
    const sortDirection = forward === (step === 1) ? 'asc' : 'desc';
    let passed = false;
    const yieldIfDue = yieldToEventLoop();
    for (let offset = 0; ; offset += pageSize) {
      await yieldIfDue();
      const documents = await documentsInOrder(ctx, item.parent_id, { sortField, sortDirection, limit: pageSize, offset });
      for (const one of documents) {
        if (passed && isImage(one)) {
          const authorised = await requireContentUse(ctx, 'view', { id: String(one.item.id) });
          await recordView(ctx, authorised);
          return { found: true, ...(await viewOf(ctx, authorised)) };
        }
        if (one.item.id === item.id) passed = true;
      }
      if (documents.length < pageSize) return { found: false };
    }
  };

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

/** Rights of visitors on a nested file: their prints and downloads are counted by the share link, for whole documents. */
const visitorRights = right.visible | right.read;

/** Previews a nested file like a document. */
export async function viewEntry(
  { services, address }: PublicContext,
  input: ParsedOf<typeof archiveContents.open>,
): Promise<OutputOf<typeof archiveContents.open>> {
  const { ctx, authorised, use, revalidate: still } = await openPreviewTicket(services, input.look, address);
  if (use !== 'view') throw new Refusal(codes.ticketInvalid);
  const view = await viewOf(ctx, await openEntry(ctx, authorised, input.place));
  await still();
  return ctx.shareSession === undefined ? view : { ...view, rights: view.rights & visitorRights };
}

/** Logs the print of a nested file, and answers the URL of the printable form. */
export async function printEntry(
  { services, address }: PublicContext,
  input: ParsedOf<typeof archiveContents.print>,
): Promise<OutputOf<typeof archiveContents.print>> {
  const { ctx, authorised } = await openPreviewTicket(services, input.look, address);
  if (authorised.entry === undefined) throw new Refusal(codes.ticketInvalid);
  if (ctx.shareSession !== undefined || (authorised.bits & right.print) === 0) throw new Refusal(codes.noRightToPrint);
  const { item, revision } = authorised;
  const objName = `${item.name} / ${shownName(authorised).name}`;
  await inTransaction(ctx, (writing) => writing.emit(documentPrinted, { objId: item.id, objName, revisionId: revision.id }));
  const previewToken = previewTicket(ctx, authorised, 'print');
  return {
    streamUrl: contentUrl(ctx, authorised, await viewStrategy(ctx, authorised), { previewToken, use: 'print' }),
    look: previewToken,
  };
}
