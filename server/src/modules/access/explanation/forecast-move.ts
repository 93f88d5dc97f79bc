import type { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { pageOfUsersAmong } from '../../identity/principals.ts';
import { type AclsByDepth, aclRootsOf, aclsByDepth, childAcl } from '../acl-roots.ts';
import type { ItemRow } from '../items.queries.ts';
import { requireContainer, requireItems } from '../require-items.ts';
import { usersWithAccess, usersWithAccessIf } from '../users-with-access.ts';

const nameLimit = 20;
/** A client moves many items in batches, but asks for one forecast of all of them. */
const itemLimit = 1000;

/** Each pair of lists costs a look-up of everybody on both, so one forecast is limited. */
const pairLimit = 300;

interface AclPair {
  was: number;
  is: number;
  /** Access lists that would get another parent. */
  parents: ReadonlyMap<number, number>;
}

/** The changes of a move: for each inheritance depth of each item, its list before and after, each pair once. */
async function changedAclPairs(ctx: Context, items: readonly ItemRow[], to: AclsByDepth): Promise<AclPair[]> {
  const known = new Map<number, { from: AclsByDepth; rootId: number | undefined }>();
  const pairs = new Map<string, AclPair>();
  for (const { id, kind, acl_id: aclId } of items) {
    let lists = known.get(aclId);
    if (lists === undefined) {
      lists = { from: await aclsByDepth(ctx.db, aclId), rootId: (await aclRootsOf(ctx.db, [aclId]))[0] };
      known.set(aclId, lists);
    }
    const own = lists.rootId === id;
    const parents = own ? new Map(lists.from.map((list, depth) => [list, to[depth] ?? 0])) : new Map<number, number>();
    for (const [depth, was] of (kind === objType.document ? lists.from.slice(0, 1) : lists.from).entries()) {
      const is = own ? was : (to[depth] ?? was);
      if (was !== is || own) pairs.set(`${was} ${is}`, { was, is, parents });
    }
    if (pairs.size > pairLimit) throw new Refusal(codes.tooManyItems);
  }
  return [...pairs.values()];
}

/** Who would gain and who would lose rights by a move. Includes the items inside that inherit, at every inheritance depth. */
export async function forecastMove(
  ctx: Context,
  input: ParsedOf<typeof permissions.forecast>,
): Promise<OutputOf<typeof permissions.forecast>> {
  const objIds = [...new Set(input.objIds)];
  if (objIds.length > itemLimit) throw new Refusal(codes.tooManyItems);
  const target = await requireContainer(ctx, right.visible | right.upload, input.parentId);
  const authorised = await requireItems(ctx, right.visible | right.modify, objIds);
  const to = await aclsByDepth(ctx.db, await childAcl(ctx.db, target.item.acl_id));
  const gaining = new Set<number>();
  const losing = new Set<number>();
  const items = authorised.map(({ item }) => item);
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
  const manages = [target, ...authorised].every(({ bits }) => (bits & right.manage) !== 0);
  return {
    widens: gain.total > 0,
    narrows: loss.total > 0,
    people: manages ? { gaining: gain.names, gainers: gain.total, losing: loss.names, losers: loss.total } : undefined,
  };
}

async function namesOf(ctx: Context, ids: ReadonlySet<number>): Promise<{ names: string[]; total: number }> {
  const query = { ids: [...ids], organisationId: ctx.user.organisationId };
  const { rows, total } = await pageOfUsersAmong(ctx.db, query, { limit: nameLimit, offset: 0 });
  return { names: rows.map((row) => row.full_name), total };
}
