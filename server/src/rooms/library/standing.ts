import type { Ctx } from '../../ground/ctx.ts';
import { itemsByIds } from './item-queries.ts';

/** Which of some items are still there, in the caller's organisation and not in the bin; tells nothing else of them. */
export async function standing(ctx: Pick<Ctx, 'db'> & { user: { organisationId: number } }, ids: readonly number[]): Promise<Set<number>> {
  const rows = await itemsByIds(ctx.db, { ids: JSON.stringify(ids) });
  return new Set(rows.filter((row) => row.bin_id === 0 && row.organisation_id === ctx.user.organisationId).map((row) => row.id));
}
