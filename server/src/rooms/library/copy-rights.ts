import { codes } from '@dossier/contract/codes';
import type { OwnGrant, permissions } from '@dossier/contract/permissions';
import { type GranteeType, objType, reaches, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { findGrantee } from '../grantees/grantees.ts';
import { beforehand, needNoGain } from '../permissions/gain.ts';
import { ceilingOf } from '../permissions/hand.ts';
import { ownGrants, removeGrants } from '../permissions/grants.ts';
import { ownerOfRoot } from '../permissions/roots.ts';
import { type GrantFact, wholeLevel } from '../permissions/rules.ts';
import { itemById, type ItemRow } from './item-queries.ts';
import { needBranchRoom } from './need-branch-room.ts';
import { needItem } from './need-items.ts';
import { giveOn } from './rights-deeds.ts';
import { sayGiven, sayTaken } from './say-rights.ts';
import { showGrants } from './show-grants.ts';
import { withinOwn } from './within-own.ts';

type Terms = Omit<GrantFact, 'id' | 'rootId'>;

/** Each change is judged apart, so one deed makes only so many. */
const mostChanges = 50;

const keyOf = (grant: Terms): string => `${grant.granteeType} ${grant.granteeId} ${grant.reach}`;
const isSame = (one: Terms, other: Terms): boolean =>
  one.level === other.level && one.deadline === other.deadline && one.handOn === other.handOn;
const stands = (ctx: Ctx, { deadline }: Terms): boolean => deadline === null || deadline > ctx.now;

/** What has to be given and taken so that an item has these rights of its own; what names its owner, who has all anyway, stays as it is. */
async function changesTo(ctx: Ctx, item: ItemRow, wanted: readonly Terms[]) {
  const owner = await ownerOfRoot(ctx.db, item.id);
  const counts = (grant: Terms): boolean => grant.granteeType !== 'user' || grant.granteeId !== owner;
  const own = await ownGrants(ctx, item.id);
  const known = new Map(own.map((grant) => [keyOf(grant), grant]));
  const fitting = new Map<string, Terms>();
  // on a document only the narrowest reach to each grantee counts
  for (const grant of wanted.toSorted((a, b) => a.reach - b.reach)) {
    const fit = item.kind === objType.document ? { ...grant, reach: 0 } : grant;
    if (counts(fit) && stands(ctx, fit) && !fitting.has(keyOf(fit))) fitting.set(keyOf(fit), fit);
  }
  const given = [...fitting].flatMap(([key, grant]) => {
    const here = known.get(key);
    return here !== undefined && isSame(here, grant) ? [] : [grant];
  });
  const taken = own.filter((grant) => counts(grant) && !fitting.has(keyOf(grant)));
  return { own, given, taken, kept: fitting.size - given.length };
}

/** Gives first and takes then, each within what the caller has themselves; one refusal leaves everything as it was. */
async function replaceOwn(ctx: Ctx, item: ItemRow, wanted: readonly Terms[]): Promise<{ before: OwnGrant[] }> {
  const { own, given, taken } = await changesTo(ctx, item, wanted);
  if (given.length + taken.length > mostChanges) throw new Refusal(codes.tooManyItems);
  if (given.length > 0) await needBranchRoom(ctx, [{ item }]);
  for (const grant of given) {
    const grantee = await findGrantee(ctx, grant.granteeType as GranteeType, grant.granteeId);
    if (grantee === undefined) throw new Refusal(codes.granteeMissing);
    // the first one may have given the item lists of its own
    await giveOn(ctx, await again(ctx, item), grant);
    await sayGiven(ctx, item, { ...grant, name: grantee.name });
  }
  const before = await beforehand(ctx);
  for (const grant of taken)
    await withinOwn(ctx, before, { item, grantee: grant, reach: grant.reach, work: () => removeGrants(ctx, [grant.id]) });
  if (taken.length > 0) await needNoGain(ctx, before, { formerly: new Map(), rootId: item.id });
  for (const grant of taken) await sayTaken(ctx, item, grant);
  return { before: own.filter((grant) => stands(ctx, grant)).map(wireOf) };
}

/** An item as it stands after what was just done to it. */
export async function again(ctx: Ctx, item: ItemRow): Promise<ItemRow> {
  const [row] = await itemById(ctx.db, { id: item.id });
  return row ?? item;
}

/** A right as it can be given again. */
export const wireOf = (grant: GrantFact): OwnGrant => ({
  granteeType: grant.granteeType as GranteeType,
  granteeId: String(grant.granteeId),
  level: grant.level,
  reach: reaches[grant.reach] ?? 'all',
  ...(grant.handOn === null ? {} : { handOn: grant.handOn }),
  ...(grant.deadline === null ? {} : { deadline: isoTime(grant.deadline) }),
});

const factsOf = (grant: OwnGrant): Terms => ({
  granteeType: grant.granteeType,
  granteeId: Number(grant.granteeId),
  level: wholeLevel(grant.level),
  handOn: ceilingOf(wholeLevel(grant.level), grant.handOn),
  reach: reaches.indexOf(grant.reach),
  deadline: grant.deadline === undefined ? null : Date.parse(grant.deadline),
});

async function needBoth(ctx: Ctx, { objId, fromId }: { objId: string; fromId: string }) {
  const { item } = await needItem(ctx, right.visible | right.manage, objId);
  const { item: from } = await needItem(ctx, right.visible | right.manage, fromId);
  return { item, wanted: await ownGrants(ctx, from.id) };
}

/** What copying the own rights of another item would give and take. */
export async function previewCopy(
  ctx: Ctx,
  input: ParsedOf<typeof permissions.copyPreview>,
): Promise<OutputOf<typeof permissions.copyPreview>> {
  const { item, wanted } = await needBoth(ctx, input);
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
export async function copyRights(ctx: Ctx, input: ParsedOf<typeof permissions.copy>): Promise<OutputOf<typeof permissions.copy>> {
  const { item, wanted } = await needBoth(ctx, input);
  return replaceOwn(ctx, item, wanted);
}

/** Replaces the own rights of an item by those named, as when a copy is undone. */
export async function replaceRights(ctx: Ctx, input: ParsedOf<typeof permissions.replace>): Promise<OutputOf<typeof permissions.replace>> {
  const { item } = await needItem(ctx, right.visible | right.manage, input.objId);
  return replaceOwn(ctx, item, input.grants.map(factsOf));
}
