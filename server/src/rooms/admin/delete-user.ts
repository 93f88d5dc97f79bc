import type { admin } from '@dossier/contract/admin';
import { codes } from '@dossier/contract/codes';
import type { ParsedOf } from '@dossier/contract/route';
import type { Lang } from '@dossier/contract/shapes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { dropPasskeysOf } from '../account/drop-passkeys.ts';
import { forgetDiskOf } from '../disk/drop-devices.ts';
import { forgetZipsOf } from '../archives/zip-files.ts';
import { untiePerson } from '../doors/untie-person.ts';
import { forgetTagsOf } from '../labels/release-tags.ts';
import { forgetFavoritesOf } from '../labels/mark-favorites.ts';
import { closeSharesOfPerson } from '../shares/share-facts.ts';
import { handOverItems, releaseHolds } from '../library/hand-over.ts';
import { forgetMessagesOf } from '../messages/forget-reader.ts';
import { retirePerson, stewardOf } from '../people/former-people.ts';
import { findPerson } from '../people/people.ts';
import { forgetGrantees } from '../permissions/grants.ts';
import { forgetReader } from '../reports/forget-reader.ts';
import { forgetPerson } from '../session/forget-person.ts';
import { needRemovable, ownedBy } from './show-estate.ts';
import { texts } from './words.ts';

/** An enabled person of the same organisation, not the one who goes. */
async function needHeir({ db, user }: Ctx, heirId: number, leavingId: number) {
  const heir = await findPerson(db, heirId);
  if (heir === undefined || heir.enabled === 0 || heir.organisation_id !== user.organisationId || heir.id === leavingId)
    throw new Refusal(codes.userMissing);
  return heir;
}

/**
 * Removes a person in one transaction: what they own goes to the heir, what they hold is let go, and their row is gone. What they own in
 * another organisation is not for theirs to give away: it goes to the administrator there who is there longest, and the log there says so.
 */
export async function deleteUser(ctx: Ctx, input: ParsedOf<typeof admin.deleteUser>) {
  const person = await needRemovable(ctx, Number(input.id));
  const heir = input.heirId === undefined ? undefined : await needHeir(ctx, Number(input.heirId), person.id);
  const owned = await ownedBy(ctx.db, person.id);
  if (heir === undefined && owned.organisations.includes(person.organisation_id)) throw new Refusal(codes.heirNeeded);
  for (const organisationId of owned.organisations) {
    const taker = organisationId === person.organisation_id ? heir : await findPerson(ctx.db, await stewardOf(ctx.db, organisationId));
    if (taker === undefined) throw new Refusal(codes.heirNeeded);
    await handOverItems(ctx, { from: person.id, to: taker.id, organisationId, suffix: texts[taker.lang as Lang].handedOver });
    if (organisationId !== person.organisation_id) await sayElsewhere(ctx, { person, taker, organisationId, owned });
  }
  await letGo(ctx, person);
  await retirePerson(ctx, person, heir?.id ?? 0);
  const left = leftIn(owned, person.organisation_id);
  await ctx.say('user.deleted', {
    objId: person.id,
    objName: person.full_name,
    loginName: person.login_name,
    after: heir === undefined ? left : { heir: heir.full_name, ...left },
  });
  return {};
}

type Owned = Awaited<ReturnType<typeof ownedBy>>;

/** How much is left behind in one organisation: what there is in another one is that one's business. */
const leftIn = (owned: Owned, organisationId: number) => ({
  cabinets: owned.cabinets.filter((cabinet) => cabinet.organisation_id === organisationId).length,
  documents: owned.documents.get(organisationId)?.n ?? 0,
});

interface Elsewhere {
  person: { id: number; full_name: string };
  taker: { full_name: string };
  organisationId: number;
  owned: Owned;
}

/** Tells another organisation, in one line about the person, not about items that its readers may not see, whose things became whose. */
const sayElsewhere = (ctx: Ctx, { person, taker, organisationId, owned }: Elsewhere): Promise<void> =>
  ctx.say('user.deleted', {
    objId: person.id,
    objName: person.full_name,
    spaceId: organisationId,
    after: { heir: taker.full_name, ...leftIn(owned, organisationId), places: owned.places.get(organisationId) ?? 0 },
  });

/** Every room lets go of what is the person's alone. */
async function letGo({ db, now }: Ctx, person: { id: number; login_name: string }): Promise<void> {
  const { id } = person;
  await releaseHolds(db, id);
  await forgetGrantees(db, 'user', [id]);
  await forgetPerson(db, person);
  await untiePerson(db, id);
  await dropPasskeysOf(db, id);
  await forgetMessagesOf(db, id);
  await forgetZipsOf(db, id);
  await forgetFavoritesOf(db, id);
  await forgetTagsOf(db, id);
  await closeSharesOfPerson(db, { personId: id, now });
  await forgetReader(db, id);
  await forgetDiskOf(db, id);
}
