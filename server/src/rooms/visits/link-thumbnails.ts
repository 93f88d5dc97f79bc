import type { thumbnails } from '@dossier/contract/thumbnails';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { VisitCtx } from '../../ground/ctx.ts';
import { listThumbnails } from '../thumbnails/list-thumbnails.ts';
import { needLink } from './link-items.ts';

/** Small pictures of what is shared, as far as the link lets its visitors look. */
export async function listLinkThumbnails(
  ctx: VisitCtx,
  { token, ids }: ParsedOf<typeof thumbnails.byLink>,
): Promise<OutputOf<typeof thumbnails.byLink>> {
  await needLink(ctx, token);
  return listThumbnails(ctx, { ids });
}
