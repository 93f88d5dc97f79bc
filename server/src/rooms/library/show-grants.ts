import type { Grant, Source } from '@dossier/contract/permissions';
import { type GranteeType, reaches } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { granteeNames } from '../grantees/grantees.ts';
import { accessOf } from '../permissions/access.ts';
import type { Chained } from '../permissions/why.ts';
import { itemsByIds } from './item-queries.ts';
import { isShared } from './office-gate.ts';

type Shower<T> = (itemId: number, grants: readonly Chained[]) => T[];

/** Looks up the names for many grants at once, and shows any of them as they stand to one item; hidden items have no name, but by office those of the shared areas have theirs. */
export async function showGrants(ctx: Ctx, all: readonly Chained[], byOffice = false): Promise<Shower<Grant>> {
  const access = await accessOf(ctx);
  const roots = await itemsByIds(ctx.db, { ids: JSON.stringify([...new Set(all.map((one) => one.grant.rootId))]) });
  const rootName = new Map(
    roots.filter((row) => access.isVisible(row.acl_id) || (byOffice && isShared(row))).map((row) => [row.id, row.name]),
  );
  const named = new Map(all.map(({ grant }) => [`${grant.granteeType} ${grant.granteeId}`, grant]));
  const nameOf = await granteeNames(
    ctx,
    [...named.values()].map((grant) => ({ type: grant.granteeType as GranteeType, id: grant.granteeId })),
  );
  return (itemId, grants) =>
    grants.map(({ grant }) => ({
      id: String(grant.id),
      objId: rootName.has(grant.rootId) ? String(grant.rootId) : undefined,
      objName: grant.rootId === itemId ? undefined : rootName.get(grant.rootId),
      inherited: grant.rootId !== itemId,
      granteeType: grant.granteeType as GranteeType,
      granteeId: String(grant.granteeId),
      granteeName: nameOf(grant.granteeType as GranteeType, grant.granteeId),
      level: grant.level,
      handOn: grant.handOn ?? undefined,
      reach: reaches[grant.reach] ?? 'all',
      deadline: grant.deadline === null ? undefined : isoTime(grant.deadline),
      expired: grant.deadline !== null && grant.deadline <= ctx.now,
    }));
}

/** The same with the ways through departments, for one person. */
export const withWays = (sources: readonly Source[], wayOf: (departmentId: number) => string[] | undefined): Source[] =>
  sources.map((one) => (one.granteeType === 'department' ? { ...one, way: wayOf(Number(one.granteeId)) } : one));

/** The same as reasons: through what each reaches the person, and whether it counts. */
export async function showSources(ctx: Ctx, all: readonly Chained[], byOffice = false): Promise<Shower<Source>> {
  const show = await showGrants(ctx, all, byOffice);
  return (itemId, grants) =>
    show(itemId, grants).map((grant, place) => ({
      ...grant,
      via: grant.granteeType === 'user' ? undefined : grant.granteeName,
      decides: grants[place]?.decides ?? false,
    }));
}
