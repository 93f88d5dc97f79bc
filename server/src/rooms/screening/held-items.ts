import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { heldAmong } from './find-queries.ts';

/** What of a shared place is kept from links, for the rooms in which links live. */
export { heldAmong, heldIn } from './find-queries.ts';

/** Refuses to share by link what holds words that block, as long as nobody found them harmless (2601). */
export async function needUnheld(ctx: Pick<Ctx, 'db'>, itemIds: readonly number[]): Promise<void> {
  if ((await heldAmong(ctx.db, itemIds)).size > 0) throw new Refusal(codes.sensitiveWordFound);
}
