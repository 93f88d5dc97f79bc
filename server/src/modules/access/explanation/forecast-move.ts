import type { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { pageOfUsersAmong } from '../../identity/principals.ts';
import { type AclsByDepth, aclRootsOf, aclsByDepth, childAcl } from '../acl-roots.ts';
import type { ItemRow } from '../item-row.ts';
import { requireContainer, requireItems } from '../require-items.ts';
import { usersWithAccess, usersWithAccessIf } from '../users-with-access.ts';

const nameLimit = 20;
/** A client moves many items in batches, but asks once about all of them. */
const itemLimit = 1000;

/** Each pair of lists costs looking up everybody on both, so one question has only so many. */
const pairLimit = 300;

interface AclPair {
  was: number;
  is: number;
  /** Lists that would hang under others than they do. */
  parents: ReadonlyMap<number, number>;
}

/** What a move would change: for each distance from each item, the list it stands under and the one that it would, each pair once. */
async function changedAclPairs(ctx: Context, items: readonly ItemRow[], to: AclsByDepth): Promise<AclPair[]> {
  const known = new Map<number, { from: AclsByDepth; rootId: number | undefined }>();
  const pairs = new Map<string, AclPair>();
  for (const { id, kind, acl_id: aclId } of items) {
    let around = known.get(aclId);
    if (around === undefined) {
      around = { from: await aclsByDepth(ctx.db, aclId), rootId: (await aclRootsOf(ctx.db, [aclId]))[0] };
      known.set(aclId, around);
    }
    const own = around.rootId === id;
    const parents = own ? new Map(around.from.map((list, ring) => [list, to[ring] ?? 0])) : new Map<number, number>();
    for (const [ring, was] of (kind === objType.document ? around.from.slice(0, 1) : around.from).entries()) {
      const is = own ? was : (to[ring] ?? was);
      if (was !== is || own) pairs.set(`${was} ${is}`, { was, is, parents });
    }
    if (pairs.size > pairLimit) throw new Refusal(codes.tooManyItems);
  }
  return [...pairs.values()];
}

/** Who would gain and who would lose something by a move; inside, what inherits is looked at, at every distance. */
export async function forecastMove(
  ctx: Context,
  input: ParsedOf<typeof permissions.forecast>,
): Promise<OutputOf<typeof permissions.forecast>> {
  const objIds = [...new Set(input.objIds)];
  if (objIds.length > itemLimit) throw new Refusal(codes.tooManyItems);
  const place = await requireContainer(ctx, right.visible | right.upload, input.parentId);
  const held = await requireItems(ctx, right.visible | right.modify, objIds);
  const to = await aclsByDepth(ctx.db, await childAcl(ctx.db, place.item.acl_id));
  const gaining = new Set<number>();
  const losing = new Set<number>();
  const items = held.map(({ item }) => item);
  for (const { was, is, parents } of await changedAclPairs(ctx, items, to)) {
    const before = await usersWithAccess(ctx, was);
    const after = await usersWithAccessIf(ctx, is, parents);
    for (const id of new Set([...before.ids, ...after.ids])) {
      const [had, has] = [before.bits(id), after.bits(id)];
      if ((has & ~had) !== 0) gaining.add(id);
      if ((had & ~has) !== 0) losing.add(id);
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

async function namesOf(ctx: Context, ids: ReadonlySet<number>): Promise<{ names: string[]; total: number }> {
  const asked = { ids: [...ids], organisationId: ctx.user.organisationId };
  const { rows, total } = await pageOfUsersAmong(ctx.db, asked, { limit: nameLimit, offset: 0 });
  return { names: rows.map((row) => row.full_name), total };
}
