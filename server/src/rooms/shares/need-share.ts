import { codes } from '@dossier/contract/codes';
import type { ShareState } from '@dossier/contract/share-shapes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type ShareRow, shareById } from './queries.ts';

/** A share of the caller's own, in the space that they work in; 5001 for any other. */
export async function needOwnShare(ctx: Ctx, id: string): Promise<ShareRow> {
  const share = await needShareHere(ctx, id);
  if (share.person_id !== ctx.user.id) throw new Refusal(codes.shareMissing);
  return share;
}

/** Any share of the organisation. */
export async function needShareHere(ctx: Ctx, id: string): Promise<ShareRow> {
  const [share] = await shareById(ctx.db, { id: Number(id) });
  if (share === undefined || share.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.shareMissing);
  return share;
}

/** How a share stands at a time. */
export const stateOf = (share: Pick<ShareRow, 'closed_at' | 'deadline'>, now: number): ShareState => {
  if (share.closed_at > 0) return 'closed';
  return share.deadline !== null && share.deadline <= now ? 'expired' : 'enabled';
};
