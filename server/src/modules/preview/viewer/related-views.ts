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
import { contentUrl, recordView, viewOf } from '../views.ts';
import { viewStrategy } from './view-strategy.ts';

const pageSize = 1000;

const isImage = ({ item, bits }: AuthorisedItem): boolean => extensions.picture.has(item.ext) && (bits & right.read) !== 0;

/** A deed that finds the picture beside one, in the order of the list it is shown in; at the ends there is none. */
export const findNeighbour =
  (step: -1 | 1) =>
  async (ctx: Context, input: ParsedOf<typeof preview.viewNext>): Promise<OutputOf<typeof preview.viewNext>> => {
    const { item } = await requireItem(ctx, right.visible | right.read, input.id, objType.document);
    const sortField = sortFields.find((field) => field === input.sortField) ?? 'sortNumber';
    // going back is going on in the reversed order
    const forward = (input.sortDirection ?? 'asc') === 'asc';
    const sortDirection = forward === (step === 1) ? 'asc' : 'desc';
    let passed = false;
    const breathe = yieldToEventLoop();
    for (let offset = 0; ; offset += pageSize) {
      await breathe();
      const documents = await documentsInOrder(ctx, item.parent_id, { sortField, sortDirection, limit: pageSize, offset });
      for (const one of documents) {
        if (passed && isImage(one)) {
          const held = await requireContentUse(ctx, 'view', { id: String(one.item.id) });
          await recordView(ctx, held);
          return { found: true, ...(await viewOf(ctx, held)) };
        }
        if (one.item.id === item.id) passed = true;
      }
      if (documents.length < pageSize) return { found: false };
    }
  };

/** Texts that name pictures: by no other does anybody come to what lies beside it. */
const mayNameImages: ReadonlySet<string> = new Set(['md', 'markdown']);

/** Pictures that a text names and that lie beside it or below: each with an address of its own, for who may look at it as well. */
export async function imagesBeside(
  { services, address }: PublicContext,
  { look, paths }: ParsedOf<typeof previewByToken.pictures>,
): Promise<OutputOf<typeof previewByToken.pictures>> {
  const { ctx, held, use, revalidate: still } = await openPreviewTicket(services, look, address);
  if (use !== 'view') throw new Refusal(codes.ticketInvalid);
  // what lies in an archive has no neighbours in the folder
  if (held.entry !== undefined || !mayNameImages.has(shownName(held).ext)) return { pictures: [] };
  const beside = await documentsAtPath(ctx, held.item.parent_id, paths);
  const pictures: OutputOf<typeof previewByToken.pictures>['pictures'] = [];
  for (const [path, found] of beside) {
    const url = await imageUrl(ctx, found);
    if (url !== undefined) pictures.push({ path, url });
  }
  await still();
  return { pictures };
}

async function imageUrl(ctx: Context, { item, bits }: AuthorisedItem): Promise<string | undefined> {
  if ((bits & right.read) === 0 || !isRasterizedImage(item.ext)) return undefined;
  const held = await requireContentUse(ctx, 'view', { id: String(item.id) });
  const way = await viewStrategy(ctx, held);
  if (way.shown !== 'image') return undefined;
  await recordView(ctx, held);
  return contentUrl(ctx, held, way, { look: previewTicket(ctx, held, 'view'), use: 'view' });
}

/** What visitors may do to a part: prints and downloads are counted by their link, for whole documents. */
const visitorRights = right.visible | right.read;

/** Shows a file out of what somebody looks at, like a document of its own. */
export async function viewEntry(
  { services, address }: PublicContext,
  input: ParsedOf<typeof archiveContents.open>,
): Promise<OutputOf<typeof archiveContents.open>> {
  const { ctx, held, use, revalidate: still } = await openPreviewTicket(services, input.look, address);
  if (use !== 'view') throw new Refusal(codes.ticketInvalid);
  const view = await viewOf(ctx, await openEntry(ctx, held, input.place));
  await still();
  return ctx.shareSession === undefined ? view : { ...view, rights: view.rights & visitorRights };
}

/** Notes the print of a file out of a document and says where to get what is printed. */
export async function printEntry(
  { services, address }: PublicContext,
  input: ParsedOf<typeof archiveContents.print>,
): Promise<OutputOf<typeof archiveContents.print>> {
  const { ctx, held } = await openPreviewTicket(services, input.look, address);
  if (held.entry === undefined) throw new Refusal(codes.ticketInvalid);
  if (ctx.shareSession !== undefined || (held.bits & right.print) === 0) throw new Refusal(codes.noRightToPrint);
  const { item, revision } = held;
  const objName = `${item.name} / ${shownName(held).name}`;
  await inTransaction(ctx, (writing) => writing.emit(documentPrinted, { objId: item.id, objName, revisionId: revision.id }));
  const look = previewTicket(ctx, held, 'print');
  return { streamUrl: contentUrl(ctx, held, await viewStrategy(ctx, held), { look, use: 'print' }), look };
}
