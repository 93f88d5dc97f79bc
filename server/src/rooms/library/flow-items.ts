import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { copyInherited, ownGrants, removeGrants, setInheritance } from '../permissions/grants.ts';
import { type ItemRow, itemById } from './item-queries.ts';
import { ensureRoot } from './rights-deeds.ts';

/** What a flow that was passed works on, whatever the rights of whoever said the last word: its template answers for it. In the organisation, and not in the bin. */
export async function itemForFlow(ctx: Ctx, id: number): Promise<ItemRow | undefined> {
  const [item] = await itemById(ctx.db, { id });
  return item !== undefined && item.bin_id === 0 && item.organisation_id === ctx.user.organisationId ? item : undefined;
}

/** Whether an item is a publishing cabinet, or lies in one that is named. */
export const isPublishing = (item: ItemRow): boolean => item.kind === objType.cabinet && item.publishing === 1;

/** Takes a document out of the sight of everybody but those who manage it: nothing of it or of its rights elsewhere is lost. */
export async function withdrawFromReaders(ctx: Ctx, item: ItemRow): Promise<void> {
  await ensureRoot(ctx, item);
  await copyInherited(ctx, item.id);
  const readers = (await ownGrants(ctx, item.id)).filter((grant) => grant.level !== 0 && (grant.level & right.manage) === 0);
  if (readers.length > 0)
    await removeGrants(
      ctx,
      readers.map((grant) => grant.id),
    );
  await setInheritance(ctx, item.id, false);
  await ctx.say('permission.inherit', { objId: item.id, objName: item.name, after: { inherit: false } });
}
