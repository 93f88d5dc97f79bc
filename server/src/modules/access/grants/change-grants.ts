import { mostAtOnce, type OwnGrant, type permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { type GranteeType, objType, reaches, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { findPrincipal, principalNames } from '../../identity/principals.ts';
import { requirePermission } from '../../identity/require-permission.ts';
import { personNames } from '../../identity/users.ts';
import { ownerOfAclRoot } from '../acl-roots.ts';
import { accessOf } from '../effective-rights.ts';
import { showGrants } from '../explanation/explain-rights.ts';
import { grantOn, revokeGrants } from '../grant-rights.ts';
import { emitGranted, emitRevoked, ownGrants, removeGrants, requireGrants } from '../grants.ts';
import { itemById, type ItemRow } from '../items.queries.ts';
import { findVisibleItems, requireItem } from '../require-items.ts';
import { completeLevel, type GrantFact, storedGrantable } from '../rights-rules.ts';
import { visiblePaths } from '../visible-items.ts';
import { requireSubtreeBudget } from '../write-budget.ts';
import { countAllEnding, countEnding, type EndingGrantsFilter, pageOfEnding } from './ending-grants.queries.ts';
import { requireNoGain, rightsBefore, withinOwnRights } from './grant-limits.ts';

type GrantTerms = Omit<GrantFact, 'id' | 'rootId'>;

/** Each change is checked by itself, so one call makes only so many. */
const changeLimit = 50;

const keyOf = (grant: GrantTerms): string => `${grant.granteeType} ${grant.granteeId} ${grant.reach}`;
const isSame = (one: GrantTerms, other: GrantTerms): boolean =>
  one.level === other.level && one.deadline === other.deadline && one.handOn === other.handOn;
const isInForce = (ctx: Context, { deadline }: GrantTerms): boolean => deadline === null || deadline > ctx.now;

/** The grants to add and to revoke so that an item has the wanted own rights. Grants to its owner, who has full control anyway, are left out. */
async function changesTo(ctx: Context, item: ItemRow, wanted: readonly GrantTerms[]) {
  const owner = await ownerOfAclRoot(ctx.db, item.id);
  const counts = (grant: GrantTerms): boolean => grant.granteeType !== 'user' || grant.granteeId !== owner;
  const own = await ownGrants(ctx, item.id);
  const known = new Map(own.map((grant) => [keyOf(grant), grant]));
  const fitting = new Map<string, GrantTerms>();
  // on a document only the narrowest scope for each principal counts
  for (const grant of wanted.toSorted((a, b) => a.reach - b.reach)) {
    const fit = item.kind === objType.document ? { ...grant, reach: 0 } : grant;
    if (counts(fit) && isInForce(ctx, fit) && !fitting.has(keyOf(fit))) fitting.set(keyOf(fit), fit);
  }
  const given = [...fitting].flatMap(([key, grant]) => {
    const here = known.get(key);
    return here !== undefined && isSame(here, grant) ? [] : [grant];
  });
  const taken = own.filter((grant) => counts(grant) && !fitting.has(keyOf(grant)));
  return { own, given, taken, kept: fitting.size - given.length };
}

/** Grants first, then revokes, each within the caller's own rights; one refusal rolls everything back. */
async function replaceOwnGrants(ctx: Context, item: ItemRow, wanted: readonly GrantTerms[]): Promise<OutputOf<typeof permissions.copy>> {
  const { own, given, taken } = await changesTo(ctx, item, wanted);
  if (given.length + taken.length > changeLimit) throw new Refusal(codes.tooManyItems);
  if (given.length > 0) await requireSubtreeBudget(ctx, [{ item }]);
  for (const grant of given) {
    const grantee = await findPrincipal(ctx, grant.granteeType as GranteeType, grant.granteeId);
    if (grantee === undefined) throw new Refusal(codes.granteeMissing);
    // the first grant may have made the item an ACL root
    await grantOn(ctx, await reloadItem(ctx, item), grant);
    await emitGranted(ctx, item, { ...grant, name: grantee.name });
  }
  const before = await rightsBefore(ctx);
  for (const grant of taken)
    await withinOwnRights(ctx, before, { item, grantee: grant, reach: grant.reach, work: () => removeGrants(ctx, [grant.id]) });
  if (taken.length > 0) await requireNoGain(ctx, before, { formerly: new Map(), rootId: item.id });
  for (const grant of taken) await emitRevoked(ctx, item, grant);
  return { before: inForce(ctx, own).map(ownGrantOf), after: inForce(ctx, await ownGrants(ctx, item.id)).map(ownGrantOf) };
}

const inForce = <G extends GrantTerms>(ctx: Context, grants: readonly G[]): G[] => grants.filter((grant) => isInForce(ctx, grant));

/** Refuses where the own grants of an item are not those that the caller saw. Those that have ended meanwhile count on neither side. */
async function requireSeen(ctx: Context, item: ItemRow, seen: readonly GrantTerms[]): Promise<void> {
  const own = inForce(ctx, await ownGrants(ctx, item.id));
  const known = new Map(inForce(ctx, seen).map((grant) => [keyOf(grant), grant]));
  const isSeen = (grant: GrantTerms): boolean => {
    const one = known.get(keyOf(grant));
    return one !== undefined && isSame(one, grant);
  };
  if (own.length !== known.size || !own.every(isSeen)) throw new Refusal(codes.changedMeanwhile);
}

/** The row of an item after a change in this transaction. */
export async function reloadItem(ctx: Context, item: ItemRow): Promise<ItemRow> {
  const [row] = await itemById(ctx.db, { id: item.id });
  return row ?? item;
}

/** A grant in the form in which it can be given again. */
const ownGrantOf = (grant: GrantFact): OwnGrant => ({
  granteeType: grant.granteeType as GranteeType,
  granteeId: String(grant.granteeId),
  level: grant.level,
  reach: reaches[grant.reach] ?? 'all',
  ...(grant.handOn === null ? {} : { handOn: grant.handOn }),
  ...(grant.deadline === null ? {} : { deadline: isoTime(grant.deadline) }),
});

const termsOf = (grant: OwnGrant): GrantTerms => ({
  granteeType: grant.granteeType,
  granteeId: Number(grant.granteeId),
  level: completeLevel(grant.level),
  handOn: storedGrantable(completeLevel(grant.level), grant.handOn),
  reach: reaches.indexOf(grant.reach),
  deadline: grant.deadline === undefined ? null : Date.parse(grant.deadline),
});

async function requireSourceAndTarget(ctx: Context, { objId, fromId }: { objId: string; fromId: string }) {
  const { item } = await requireItem(ctx, right.visible | right.manage, objId);
  const { item: from } = await requireItem(ctx, right.visible | right.manage, fromId);
  return { item, wanted: await ownGrants(ctx, from.id) };
}

/** What copying the own rights of another item would grant and revoke. */
export async function previewCopy(
  ctx: Context,
  input: ParsedOf<typeof permissions.copyPreview>,
): Promise<OutputOf<typeof permissions.copyPreview>> {
  const { item, wanted } = await requireSourceAndTarget(ctx, input);
  const { given, taken, kept } = await changesTo(ctx, item, wanted);
  const ids = new Map(wanted.map((grant) => [`${grant.granteeType} ${grant.granteeId}`, grant.id]));
  const coming = given.map((grant) => {
    const id = ids.get(`${grant.granteeType} ${grant.granteeId}`) ?? 0;
    return { grant: { ...grant, id, rootId: item.id }, decides: true };
  });
  const going = taken.map((grant) => ({ grant, decides: true }));
  const show = await showGrants(ctx, [...coming, ...going]);
  return { given: show(item.id, coming), taken: show(item.id, going), kept };
}

/** Replaces the own rights of an item by those of another. */
export async function copyRights(ctx: Context, input: ParsedOf<typeof permissions.copy>): Promise<OutputOf<typeof permissions.copy>> {
  const { item, wanted } = await requireSourceAndTarget(ctx, input);
  return replaceOwnGrants(ctx, item, wanted);
}

/** Replaces the own rights of an item by those named, for example to undo a copy, unless others have changed them since. */
export async function replaceRights(
  ctx: Context,
  input: ParsedOf<typeof permissions.replace>,
): Promise<OutputOf<typeof permissions.replace>> {
  const { item } = await requireItem(ctx, right.visible | right.manage, input.objId);
  await requireSeen(ctx, item, input.seen.map(termsOf));
  return replaceOwnGrants(ctx, item, input.grants.map(termsOf));
}

/** Grants with their items, which the caller must manage; a grant on a hidden item is refused like a missing one. */
async function requireManagedGrants(ctx: Context, ids: readonly string[]): Promise<{ grant: GrantFact; item: ItemRow }[]> {
  if (ids.length > mostAtOnce) throw new Refusal(codes.tooManyItems);
  const grants = await requireGrants(ctx, ids);
  const authorised = await findVisibleItems(ctx, [...new Set(grants.map((grant) => grant.rootId))]);
  const byId = new Map(authorised.map((one) => [one.item.id, one]));
  return grants.map((grant) => {
    const one = byId.get(grant.rootId);
    if (one === undefined) throw new Refusal(codes.grantMissing);
    if ((one.bits & right.manage) === 0) throw new Refusal(codes.noRightToManage);
    return { grant, item: one.item };
  });
}

/** Sets when grants end. The caller must be able to give each grant anew with the new deadline. */
export async function extendRights(ctx: Context, input: ParsedOf<typeof permissions.extend>): Promise<OutputOf<typeof permissions.extend>> {
  const ends = new Map(input.grants.map(({ id, deadline }) => [Number(id), deadline === undefined ? null : Date.parse(deadline)]));
  const found = await requireManagedGrants(
    ctx,
    input.grants.map(({ id }) => id),
  );
  for (const { grant, item } of found) {
    const deadline = ends.get(grant.id) ?? null;
    if (deadline !== null && deadline <= ctx.now) throw new Refusal(codes.deadlinePassed);
    const grantee = await findPrincipal(ctx, grant.granteeType as GranteeType, grant.granteeId);
    if (grantee === undefined) throw new Refusal(codes.granteeMissing);
    const { id: _, rootId: __, ...terms } = grant;
    await grantOn(ctx, await reloadItem(ctx, item), { ...terms, deadline });
    await emitGranted(ctx, item, { ...terms, deadline, name: grantee.name, replaced: grant });
  }
  return {
    before: found.map(({ grant }) => ({
      id: String(grant.id),
      ...(grant.deadline === null ? {} : { deadline: isoTime(grant.deadline) }),
    })),
  };
}

/** Ends grants now. */
export async function endRights(ctx: Context, input: ParsedOf<typeof permissions.end>): Promise<OutputOf<typeof permissions.end>> {
  const found = await requireManagedGrants(ctx, input.ids);
  for (const { grant, item } of found) await revokeGrants(ctx, await reloadItem(ctx, item), [grant]);
  return { before: found.map(({ grant }) => ({ ...ownGrantOf(grant), objId: String(grant.rootId) })) };
}

const day = 24 * 3600_000;

/** Grants that end within some days, on items that the caller sees. Hidden ones are only counted, for auditors. */
export async function listEnding(ctx: Context, input: ParsedOf<typeof permissions.ending>): Promise<OutputOf<typeof permissions.ending>> {
  const { scope, days, pageNo, pageSize } = input;
  const { organisationId, principals } = ctx.user;
  if (scope === 'all') await requirePermission(ctx, 'rights.see');
  const access = await accessOf(ctx);
  const filter: EndingGrantsFilter = {
    organisationId,
    after: ctx.now,
    until: ctx.now + days * day,
    acls: scope === 'managed' ? JSON.stringify(access.idsWith(right.manage)) : access.visible,
    to: scope === 'mine' ? principals : undefined,
  };
  const totalNumber = await countEnding(ctx.db, filter);
  const rows = await pageOfEnding(ctx.db, filter, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const hidden = scope === 'all' ? (await countAllEnding(ctx.db, filter)) - totalNumber : undefined;
  return { list: await shownGrants(ctx, rows), pageNo, pageSize, totalNumber, hidden };
}

async function shownGrants(
  ctx: Context,
  rows: Awaited<ReturnType<typeof pageOfEnding>>,
): Promise<OutputOf<typeof permissions.ending>['list']> {
  const items = await findVisibleItems(ctx, [...new Set(rows.map((row) => row.root_id))]);
  const byId = new Map(items.map((authorised) => [authorised.item.id, authorised]));
  const paths = await visiblePaths(ctx, items);
  const giverOf = await personNames(
    ctx,
    rows.map((row) => row.creator_id),
  );
  const granteeOf = await principalNames(
    ctx,
    rows.map((row) => ({ type: row.principal_type as GranteeType, id: row.principal_id })),
  );
  return rows.flatMap((row) => {
    const authorised = byId.get(row.root_id);
    if (authorised === undefined) return [];
    const { item, bits } = authorised;
    const granteeType = row.principal_type as GranteeType;
    return {
      id: String(row.id),
      objId: String(item.id),
      objName: item.name,
      objType: item.kind,
      moduleType: item.area,
      ext: item.kind === objType.document ? item.ext : undefined,
      path: (paths.get(item.id) ?? []).join('/'),
      granteeType,
      granteeId: String(row.principal_id),
      granteeName: granteeOf(granteeType, row.principal_id),
      level: row.level,
      handOn: row.grantable_permissions ?? undefined,
      reach: reaches[row.inheritance_scope] ?? 'all',
      deadline: isoTime(row.deadline ?? 0),
      givenBy: giverOf(row.creator_id),
      givenAt: isoTime(row.created_at),
      manages: (bits & right.manage) !== 0,
    };
  });
}
