import type { permissions } from '@dossier/contract/permissions';
import { level, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { departmentWays } from '../grantees/department-ways.ts';
import { findColleague } from '../people/people.ts';
import { personNames } from '../people/person-names.ts';
import { standingOf } from '../circles/principals.ts';
import { explain, grantsAround } from '../permissions/grants.ts';
import { accessOf } from '../permissions/access.ts';
import { handOnOf, maskOf } from '../permissions/hand.ts';
import { withoutOwning } from '../permissions/without-owning.ts';
import { needItem } from './need-items.ts';
import { needShared } from './office-gate.ts';
import { needLook } from './office-look.ts';
import { showGrants, showSources, withWays } from './show-grants.ts';

/** Who has rights on an item, own grants first; for people who may manage it. Others learn only their own bits. */
export async function listRights(ctx: Ctx, input: ParsedOf<typeof permissions.list>): Promise<OutputOf<typeof permissions.list>> {
  const { item, bits } = await needItem(ctx, right.visible, input.objId);
  const nameOf = await personNames(ctx, [item.owner_id]);
  const around = await grantsAround(ctx, item);
  const hold = (await accessOf(ctx)).hold(item.acl_id);
  const mayManage = (bits & right.manage) !== 0;
  return {
    inherit: around.inherits,
    canInherit: item.parent_id !== 0,
    ownerId: String(item.owner_id),
    ownerName: nameOf(item.owner_id),
    rights: bits,
    mayGive: maskOf(hold) & level.full,
    capped: mayManage && hold >> 8 !== level.full,
    list: mayManage ? (await showGrants(ctx, around.grants))(item.id, around.grants) : [],
  };
}

/** The rights of one person on an item and every grant they come from. Asked of oneself by anyone, of others by who may manage, or by office. */
export async function explainRights(ctx: Ctx, input: ParsedOf<typeof permissions.explain>): Promise<OutputOf<typeof permissions.explain>> {
  const byOffice = input.look !== undefined;
  if (input.look !== undefined) await needLook(ctx, input.look, input);
  const other = Number(input.userId) !== ctx.user.id;
  const need = right.visible | (other ? right.manage : 0);
  const item = byOffice ? await needShared(ctx, input.objId) : (await needItem(ctx, need, input.objId)).item;
  const person = await findColleague(ctx, Number(input.userId));
  if (person === undefined) throw new Refusal(codes.userMissing);
  const asked = { personId: person.id, spaceId: ctx.user.organisationId, versions: await readVersions(ctx.db) };
  const standing = await standingOf(ctx.house, asked);
  const found = await explain(ctx, item, standing.principals);
  const ways = await departmentWays(ctx, [person.id]);
  const sources = (await showSources(ctx, found.sources, byOffice))(item.id, found.sources);
  return {
    level: found.bits,
    handOn: handOnOf(found),
    owner: found.owner,
    besides: found.owner ? await withoutOwning(ctx, item, standing.principals) : undefined,
    sources: withWays(sources, (department) => ways(person.id, department)),
  };
}
