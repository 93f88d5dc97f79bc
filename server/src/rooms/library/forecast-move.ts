import type { permissions } from '@dossier/contract/permissions';
import { objType, right } from '@dossier/contract/rights';
import { codes } from '@dossier/contract/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { pageOfPeopleAmong } from '../people/grantee-members.ts';
import { reachersIf, reachersOf } from '../permissions/reach.ts';
import { childAcl, isRoot, ringsFrom } from '../permissions/roots.ts';
import type { ItemRow } from './item-queries.ts';
import { needItems, needPlace } from './need-items.ts';

const mostNames = 20;
/** A client moves many items in batches, but asks once about all of them. */
const mostAsked = 1000;

/** What a move would change: for each distance from the item, the list it stands under and the one that it would. */
async function listsOf(ctx: Ctx, item: ItemRow, to: readonly number[]) {
  const from = await ringsFrom(ctx.db, item.acl_id);
  const own = await isRoot(ctx.db, item);
  const parents = own ? new Map(from.map((id, ring) => [id, to[ring] ?? 0])) : new Map<number, number>();
  const pairs = from.map((was, ring) => ({ was, is: own ? was : (to[ring] ?? was) }));
  return { parents, pairs: item.kind === objType.document ? pairs.slice(0, 1) : pairs };
}

/** Who would gain and who would lose something by a move; inside, what inherits is looked at, at every distance. */
export async function forecastMove(ctx: Ctx, input: ParsedOf<typeof permissions.forecast>): Promise<OutputOf<typeof permissions.forecast>> {
  const objIds = [...new Set(input.objIds)];
  if (objIds.length > mostAsked) throw new Refusal(codes.tooManyItems);
  const place = await needPlace(ctx, right.visible | right.upload, input.parentId);
  const held = await needItems(ctx, right.visible | right.modify, objIds);
  const to = await ringsFrom(ctx.db, await childAcl(ctx.db, place.item.acl_id));
  const gaining = new Set<number>();
  const losing = new Set<number>();
  const seen = new Set<string>();
  for (const { item } of held) {
    const { parents, pairs } = await listsOf(ctx, item, to);
    for (const { was, is } of pairs) {
      if ((was === is && parents.size === 0) || seen.has(`${was} ${is}`)) continue;
      seen.add(`${was} ${is}`);
      const before = await reachersOf(ctx, was);
      const after = await reachersIf(ctx, is, parents);
      for (const id of new Set([...before.ids, ...after.ids])) {
        const [had, has] = [before.bits(id), after.bits(id)];
        if ((has & ~had) !== 0) gaining.add(id);
        if ((had & ~has) !== 0) losing.add(id);
      }
    }
  }
  const gain = await namesOf(ctx, gaining);
  const loss = await namesOf(ctx, losing);
  const manages = [place, ...held].every(({ bits }) => (bits & right.manage) !== 0);
  return {
    widens: gain.total > 0,
    narrows: loss.total > 0,
    people: manages ? { gaining: gain.names, gainers: gain.total, losing: loss.names, losers: loss.total } : undefined,
  };
}

async function namesOf(ctx: Ctx, ids: ReadonlySet<number>): Promise<{ names: string[]; total: number }> {
  const asked = { ids: [...ids], organisationId: ctx.user.organisationId };
  const { rows, total } = await pageOfPeopleAmong(ctx.db, asked, { limit: mostNames, offset: 0 });
  return { names: rows.map((row) => row.full_name), total };
}
