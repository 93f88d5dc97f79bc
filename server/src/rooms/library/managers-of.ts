import { right } from '@dossier/contract/rights';
import { type AskingWho, reachersOf } from '../permissions/reach.ts';
import { itemsByIds } from './item-queries.ts';

/** Those who manage every one of some items; nobody where one of them is gone. */
export async function managersOf(ctx: AskingWho, ids: readonly number[]): Promise<number[]> {
  const rows = (await itemsByIds(ctx.db, { ids: JSON.stringify(ids) })).filter(
    (row) => row.bin_id === 0 && row.organisation_id === ctx.user.organisationId,
  );
  if (rows.length < new Set(ids).size || rows.length === 0) return [];
  let found: number[] | undefined;
  for (const aclId of new Set(rows.map((row) => row.acl_id))) {
    const reachers = await reachersOf(ctx, aclId);
    const manage = new Set(reachers.ids.filter((id) => (reachers.bits(id) & right.manage) !== 0));
    found = found === undefined ? [...manage] : found.filter((id) => manage.has(id));
  }
  return found ?? [];
}
