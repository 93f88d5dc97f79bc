import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import type { Before } from '../permissions/gain.ts';
import { type GranteeRef, holdsOfGrantee } from '../permissions/grantee-bits.ts';
import { excess } from '../permissions/hand.ts';
import { levelsOn } from '../permissions/grants.ts';
import { ringsFrom, ringsOfRoot } from '../permissions/roots.ts';
import type { ItemRow } from './item-queries.ts';

/** Of others' rights nobody changes more than they have there themselves and may hand on, whether it is given or taken. */
export function needOwn(before: Before, acl: number, changed: number): void {
  const refusal = excess(before.access.hold(acl), changed);
  if (refusal !== undefined) throw new Refusal(refusal);
}

/** Runs what gives to a grantee or takes from it, and refuses where that changed for it, or for others through it, what the caller has not. */
export async function withinOwn<T>(
  ctx: Ctx,
  before: Before,
  { item, grantee, reach, work }: { item: ItemRow; grantee: GranteeRef; reach: number; work: () => Promise<T> },
): Promise<T> {
  const lists = (await ringsFrom(ctx.db, item.acl_id)).slice(0, reach + 1);
  const was = await holdsOfGrantee(ctx, lists, grantee);
  const levelsBefore = await allLevels(ctx, lists);
  const done = await work();
  const now = (await ringsOfRoot(ctx.db, item.id)).slice(0, reach + 1);
  const is = await holdsOfGrantee(ctx, now, grantee);
  const levelsAfter = await allLevels(ctx, now);
  for (const [ring, acl] of lists.entries()) {
    needOwn(before, acl, (was[ring] ?? 0) ^ (is[ring] ?? 0));
    // a grant that others of the same person's outweigh for now is still theirs
    needOwn(before, acl, levelOf(levelsBefore[ring], grantee) ^ levelOf(levelsAfter[ring], grantee));
    needOwn(before, acl, throughRefusal(levelsBefore[ring], levelsAfter[ring], grantee));
  }
  return done;
}

type Levels = ReadonlyMap<string, number>;

const allLevels = async (ctx: Ctx, lists: readonly number[]): Promise<Levels[]> => {
  const all: Levels[] = [];
  for (const id of lists) all.push(await levelsOn(ctx, id));
  return all;
};

const levelOf = (levels: Levels | undefined, { granteeType, granteeId }: GranteeRef): number =>
  levels?.get(`${granteeType} ${granteeId}`) ?? 0;

/** A refusal to a group, a department, an organisation or a role takes from its people what comes through any other of those. */
function throughRefusal(before: Levels | undefined, after: Levels | undefined, { granteeType, granteeId }: GranteeRef): number {
  if (granteeType === 'user') return 0;
  const name = `${granteeType} ${granteeId}`;
  if ((before?.get(name) === 0) === (after?.get(name) === 0)) return 0;
  const others = [...(after ?? [])].filter(([grantee]) => grantee !== name && !grantee.startsWith('user '));
  return others.reduce((all, [, weight]) => all | weight, 0);
}

/** Runs what cancels or renews the inheritance of an item, by the same rule for everybody whom rights are given to around it. */
export async function inheritingWithinOwn(ctx: Ctx, before: Before, { item, work }: { item: ItemRow; work: () => Promise<void> }) {
  const lists = await ringsFrom(ctx.db, item.acl_id);
  const levelsBefore = await allLevels(ctx, lists);
  await work();
  const levelsAfter = await allLevels(ctx, await ringsOfRoot(ctx.db, item.id));
  for (const [ring, acl] of lists.entries()) {
    const [was, is]: (Levels | undefined)[] = [levelsBefore[ring], levelsAfter[ring]];
    for (const grantee of new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]))
      if (grantee !== `user ${ctx.user.id}`) needOwn(before, acl, (was?.get(grantee) ?? 0) ^ (is?.get(grantee) ?? 0));
  }
}
