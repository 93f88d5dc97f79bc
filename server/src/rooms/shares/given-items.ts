import { right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { contextOfPerson } from '../content/person-context.ts';
import { findVisible, type Held } from '../library/need-items.ts';
import { itemsOfShares, type ShareRow } from './queries.ts';

/** What each of some shares still gives: of its items those that its giver may read at this moment, in their order. */
export async function givenItems(ctx: Ctx, shares: readonly ShareRow[]): Promise<Map<number, Held['item'][]>> {
  const rows = await itemsOfShares(ctx.db, { ids: JSON.stringify(shares.map((share) => share.id)) });
  const given = new Map<number, Held['item'][]>();
  for (const [giver, own] of Map.groupBy(shares, (share) => share.person_id)) {
    const ids = new Set(own.map((share) => share.id));
    const theirs = rows.filter((row) => ids.has(row.share_id));
    const items = await readableBy(ctx, giver, [...new Set(theirs.map((row) => row.item_id))]);
    for (const share of own)
      given.set(
        share.id,
        theirs.flatMap((row) => (row.share_id === share.id ? (items.get(row.item_id) ?? []) : [])),
      );
  }
  return given;
}

/** Some items as somebody else of the same space may read them; none for whoever is no longer there. */
async function readableBy(ctx: Ctx, personId: number, ids: number[]): Promise<Map<number, Held['item']>> {
  const { house, db, address, user } = ctx;
  try {
    const giver = await contextOfPerson(house, db, { personId, spaceId: user.organisationId, address });
    const held = (await findVisible(giver, ids)).filter(({ bits }) => (bits & right.read) !== 0);
    // what the giver may do by the day is told no longer than that
    ctx.holds.until = Math.min(ctx.holds.until, giver.holds.until, giver.user.until);
    return new Map(held.map(({ item }) => [item.id, item]));
  } catch (error) {
    if (error instanceof Refusal) return new Map();
    throw error;
  }
}
