import { codes } from '@dossier/contract/codes';
import type { listings } from '@dossier/contract/listings';
import { right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { PublicCtx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { lookTicket, openLook, shownName } from '../content/file-ticket.ts';
import { openEntry } from '../listings/open-entry.ts';
import { shownAt, viewOf } from './view-document.ts';
import { wayOf } from './way.ts';

/** What visitors may do to a part: prints and downloads are counted by their link, for whole documents. */
const ofVisitors = right.visible | right.read;

/** Shows a file out of what somebody looks at, like a document of its own. */
export async function viewEntry(
  { house, address }: PublicCtx,
  input: ParsedOf<typeof listings.open>,
): Promise<OutputOf<typeof listings.open>> {
  const { ctx, held, use, still } = await openLook(house, input.look, address);
  if (use !== 'view') throw new Refusal(codes.ticketInvalid);
  const view = await viewOf(ctx, await openEntry(ctx, held, input.place));
  await still();
  return ctx.visit === undefined ? view : { ...view, rights: view.rights & ofVisitors };
}

/** Notes the print of a file out of a document and says where to get what is printed. */
export async function printEntry(
  { house, address }: PublicCtx,
  input: ParsedOf<typeof listings.print>,
): Promise<OutputOf<typeof listings.print>> {
  const { ctx, held } = await openLook(house, input.look, address);
  if (held.entry === undefined) throw new Refusal(codes.ticketInvalid);
  if (ctx.visit !== undefined || (held.bits & right.print) === 0) throw new Refusal(codes.noRightToPrint);
  const { item, revision } = held;
  const objName = `${item.name} / ${shownName(held).name}`;
  await inTransaction(ctx, (writing) => writing.say('document.printed', { objId: item.id, objName, revisionId: revision.id }));
  const look = lookTicket(ctx, held, 'print');
  return { streamUrl: shownAt(ctx, held, await wayOf(ctx, held), { look, use: 'print' }), look };
}
