import { codes } from '@dossier/contract/codes';
import type { listings } from '@dossier/contract/listings';
import { right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { PublicCtx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { lookTicket, openLook, shownName } from '../content/file-ticket.ts';
import { needDownloadAddress } from '../guard/address-guard.ts';

/** Where to fetch a file out of an archive or a mail; the log notes it as a download of the whole, with the name of the file. */
export async function takeEntry(
  { house, address }: PublicCtx,
  input: ParsedOf<typeof listings.take>,
): Promise<OutputOf<typeof listings.take>> {
  const { ctx, held, use } = await openLook(house, input.look, address);
  if (held.entry === undefined || use !== 'view') throw new Refusal(codes.ticketInvalid);
  // what visitors fetch is counted by their link, which knows whole documents
  if (ctx.visit !== undefined || (held.bits & right.download) === 0) throw new Refusal(codes.noRightToDownload);
  await needDownloadAddress(ctx);
  const { item, revision } = held;
  const { name } = shownName(held);
  await inTransaction(ctx, (writing) =>
    writing.say('document.downloaded', { objId: item.id, objName: `${item.name} / ${name}`, revisionId: revision.id }),
  );
  return { downloadUrl: `/look/entry/${lookTicket(ctx, held, 'download')}/${encodeURIComponent(name)}`, fileName: name };
}
