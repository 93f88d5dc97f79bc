import { codes } from '@dossier/contract/codes';
import type { looks } from '@dossier/contract/looks';
import { right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx, PublicCtx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { lookTicket, needUse, openLook, shownName } from '../content/file-ticket.ts';
import { documentsAlong } from '../library/documents-along.ts';
import type { Held } from '../library/need-items.ts';
import { isDrawnPicture } from '../pages/page-source.ts';
import { noteView } from './note-view.ts';
import { shownAt } from './view-document.ts';
import { wayOf } from './way.ts';

/** Texts that name pictures: by no other does anybody come to what lies beside it. */
const namesPictures: ReadonlySet<string> = new Set(['md', 'markdown']);

/** Pictures that a text names and that lie beside it or below: each with an address of its own, for who may look at it as well. */
export async function picturesBeside(
  { house, address }: PublicCtx,
  { look, paths }: ParsedOf<typeof looks.pictures>,
): Promise<OutputOf<typeof looks.pictures>> {
  const { ctx, held, use, still } = await openLook(house, look, address);
  if (use !== 'view') throw new Refusal(codes.ticketInvalid);
  // what lies in an archive has no neighbours in the folder
  if (held.entry !== undefined || !namesPictures.has(shownName(held).ext)) return { pictures: [] };
  const beside = await documentsAlong(ctx, held.item.parent_id, paths);
  const pictures: OutputOf<typeof looks.pictures>['pictures'] = [];
  for (const [path, found] of beside) {
    const url = await addressOf(ctx, found);
    if (url !== undefined) pictures.push({ path, url });
  }
  await still();
  return { pictures };
}

async function addressOf(ctx: Ctx, { item, bits }: Held): Promise<string | undefined> {
  if ((bits & right.read) === 0 || !isDrawnPicture(item.ext)) return undefined;
  const held = await needUse(ctx, 'view', { id: String(item.id) });
  const way = await wayOf(ctx, held);
  if (way.shown !== 'image') return undefined;
  await noteView(ctx, held);
  return shownAt(ctx, held, way, { look: lookTicket(ctx, held, 'view'), use: 'view' });
}
