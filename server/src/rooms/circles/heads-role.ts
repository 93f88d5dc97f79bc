import type { Ctx } from '../../ground/ctx.ts';
import { everyHead, holdersOf } from './head-queries.ts';
import { addMembers, removeMembers } from './membership-queries.ts';
import { roleOfKind } from './role-queries.ts';

/** Who heads a department holds the role for it as long as they head one: so both are to be seen, and rights can be given to all of them. */
export async function keepHeadsRole(ctx: Ctx): Promise<void> {
  const { id } = await roleOfKind(ctx.db, ctx.user.organisationId, 'heads');
  const heads = new Set(await everyHead(ctx.db, ctx.user.organisationId));
  const holders = new Set(await holdersOf(ctx.db, id));
  await addMembers(ctx.db, 'role', { id, people: [...heads.difference(holders)] });
  await removeMembers(ctx.db, 'role', { id, people: [...holders.difference(heads)] });
}
