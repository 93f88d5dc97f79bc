import type { content } from '@dossier/contract/content';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { needDownloadAddress } from '../guard/address-guard.ts';
import { fileUrl, needUse, shownName } from './file-ticket.ts';

/** Where to fetch a document as it is. */
export async function downloadDocument(ctx: Ctx, input: ParsedOf<typeof content.download>) {
  const held = await needUse(ctx, 'download', input);
  await needDownloadAddress(ctx);
  await ctx.say('document.downloaded', { objId: held.item.id, objName: held.item.name, revisionId: held.revision.id });
  const { name, ext } = shownName(held);
  return { downloadUrl: fileUrl(ctx, held, 'download'), fileName: name, ext };
}
