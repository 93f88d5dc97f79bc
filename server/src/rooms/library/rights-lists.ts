import type { Grant, permissions } from '@dossier/contract/permissions';
import { type GranteeType, reaches, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { granteeNames } from '../people/grantees.ts';
import { findColleague } from '../people/people.ts';
import { personNames } from '../people/person-names.ts';
import { standingOf } from '../people/principals.ts';
import { accessOf } from '../permissions/access.ts';
import { type Chained, explain, grantsAround } from '../permissions/grants.ts';
import { itemsByIds, type ItemRow } from './item-queries.ts';
import { needItem } from './need-items.ts';

async function showGrants(ctx: Ctx, item: ItemRow, grants: readonly Chained[]): Promise<Grant[]> {
  const access = await accessOf(ctx);
  const roots = await itemsByIds(ctx.db, { ids: JSON.stringify([...new Set(grants.map((one) => one.grant.rootId))]) });
  const rootName = new Map(roots.filter((row) => access.isVisible(row.acl_id)).map((row) => [row.id, row.name]));
  const nameOf = await granteeNames(
    ctx,
    grants.map(({ grant }) => ({ type: grant.granteeType as GranteeType, id: grant.granteeId })),
  );
  return grants.map(({ grant }) => ({
    id: String(grant.id),
    objId: rootName.has(grant.rootId) ? String(grant.rootId) : undefined,
    objName: grant.rootId === item.id ? undefined : rootName.get(grant.rootId),
    inherited: grant.rootId !== item.id,
    granteeType: grant.granteeType as GranteeType,
    granteeId: String(grant.granteeId),
    granteeName: nameOf(grant.granteeType as GranteeType, grant.granteeId),
    level: grant.level,
    reach: reaches[grant.reach] ?? 'all',
    deadline: grant.deadline === null ? undefined : new Date(grant.deadline).toISOString(),
    expired: grant.deadline !== null && grant.deadline <= ctx.now,
  }));
}

/** Who has rights on an item, own grants first; for people who may manage it. Others learn only their own bits. */
export async function listRights(ctx: Ctx, input: ParsedOf<typeof permissions.list>): Promise<OutputOf<typeof permissions.list>> {
  const { item, bits } = await needItem(ctx, right.visible, input.objId);
  const nameOf = await personNames(ctx, [item.owner_id]);
  const around = await grantsAround(ctx, item);
  const mayManage = (bits & right.manage) !== 0;
  return {
    inherit: around.inherits,
    canInherit: item.parent_id !== 0,
    ownerId: String(item.owner_id),
    ownerName: nameOf(item.owner_id),
    rights: bits,
    list: mayManage ? await showGrants(ctx, item, around.grants) : [],
  };
}

/** The rights of one person on an item and every grant they come from. Asked of oneself by anyone, of others by who may manage. */
export async function explainRights(ctx: Ctx, input: ParsedOf<typeof permissions.explain>): Promise<OutputOf<typeof permissions.explain>> {
  const other = Number(input.userId) !== ctx.user.id;
  const { item } = await needItem(ctx, right.visible | (other ? right.manage : 0), input.objId);
  const person = await findColleague(ctx, Number(input.userId));
  if (person === undefined) throw new Refusal(codes.userMissing);
  const asked = { personId: person.id, spaceId: ctx.user.organisationId, versions: await readVersions(ctx.db) };
  const standing = await standingOf(ctx.house, asked);
  const found = await explain(ctx, item, standing.principals);
  const shown = await showGrants(ctx, item, found.sources);
  return {
    level: found.bits,
    owner: found.owner,
    sources: shown.map((grant, place) => ({
      ...grant,
      via: grant.granteeType === 'user' ? undefined : grant.granteeName,
      decides: found.sources[place]?.decides ?? false,
    })),
  };
}
