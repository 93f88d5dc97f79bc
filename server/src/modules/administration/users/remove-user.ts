import { codes } from '@dossier/contract/core/codes';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import type { OwnedResources, admin } from '@dossier/contract/identity/user-administration';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { deleteGrantsToPrincipals } from '../../access/grants.ts';
import { countOwnedRights } from '../../access/ownership.ts';
import { forgetFollowsOf } from '../../activity/following.ts';
import { forgetCustomFoldersOf } from '../../classification/custom-folders.ts';
import { forgetFavouritesOf } from '../../classification/favourites.ts';
import { forgetNotesOf } from '../../classification/notes.ts';
import { forgetTagsOf } from '../../classification/subscribers.ts';
import { handOverItems, ownedItems, releaseLocksAndClipboard } from '../../documents/handover.ts';
import { forgetListViewsOf } from '../../documents/list-views.ts';
import { openUploadCount } from '../../documents/open-uploads.ts';
import { forgetZipsOf } from '../../documents/zip-files.ts';
import { forgetOfficeUser } from '../../editing/office-server.ts';
import { userDeleted } from '../../identity/events.ts';
import { unlinkAllAccounts } from '../../identity/linked-accounts.ts';
import { removePasskeysOf } from '../../identity/passkeys.ts';
import { countSessionsOf, deleteSignInData } from '../../identity/session-lifecycle.ts';
import { fallbackHeirOf, mayInheritFrom, membershipSummary, requireChangeableUser, retireUser } from '../../identity/user-accounts.ts';
import { tableWords } from '../../identity/user-table.ts';
import { findPerson } from '../../identity/users.ts';
import { deleteMessagesOfUser } from '../../notifications/messages.ts';
import { forgetUsageOfUser } from '../../reporting/usage.ts';
import { forgetSearchesOf } from '../../search/saved-searches.ts';
import { closeSharesOfUser } from '../../sharing/share-removal.ts';
import { forgetWebdavOf } from '../../webdav/devices.ts';

const mostNames = 20;

/** A user of the organisation whom the caller may remove; not the caller. */
async function requireRemovable(ctx: Context, id: number) {
  const person = await requireChangeableUser(ctx, id, 'people.remove');
  if (id === ctx.user.id) throw new Refusal(codes.cannotChangeSelf);
  return person;
}

/** What a user owns by organisation: ACL roots, which include cabinets, and documents. */
async function ownedResources(db: Db, personId: number) {
  const rights = await countOwnedRights(db, personId);
  const items = await ownedItems(db, personId);
  const documents = new Map(items.documents.map((row) => [row.organisation_id, row]));
  const organisations = new Set([...rights.places.keys(), ...documents.keys(), ...items.cabinets.map((row) => row.organisation_id)]);
  return { ...rights, ...items, documents, organisations: [...organisations] };
}

/** The summary to read before a user is removed. */
export async function showOwnedResources(ctx: Context, input: { id: string }): Promise<OwnedResources> {
  const { full_name, id, organisation_id: home } = await requireRemovable(ctx, Number(input.id));
  const { long } = ctx.services.database;
  const owned = await ownedResources(long, id);
  const memberships = await membershipSummary(long, { id, organisation_id: home });
  const cabinets = owned.cabinets.filter((cabinet) => cabinet.organisation_id === home && cabinet.bin_id === 0);
  const roots = Math.max(0, (owned.places.get(home) ?? 0) - owned.cabinets.filter((one) => one.organisation_id === home).length);
  const documents = owned.documents.get(home);
  return {
    fullName: full_name,
    cabinets: cabinets.length,
    cabinetNames: cabinets.slice(0, mostNames).map((cabinet) => cabinet.name),
    places: roots,
    documents: documents?.n ?? 0,
    bytes: documents?.bytes ?? 0,
    locks: owned.locks,
    uploads: await openUploadCount(ctx.services, id),
    grants: owned.grants,
    heads: memberships.heads,
    headless: memberships.headless,
    groups: memberships.groups,
    sessions: await countSessionsOf(long, id),
    guestIn: memberships.guestIn,
    needsHeir: owned.organisations.includes(home),
    heirIsOther: owned.cabinets.some((cabinet) => cabinet.organisation_id === home) && !(await mayInheritFrom(ctx, id)),
  };
}

/** An enabled user of the same organisation, not the one being removed. */
async function requireHeir({ db, user }: Context, heirId: number, leavingId: number) {
  const heir = await findPerson(db, heirId);
  if (heir === undefined || heir.enabled === 0 || heir.organisation_id !== user.organisationId || heir.id === leavingId)
    throw new Refusal(codes.userMissing);
  return heir;
}

/**
 * Removes a user in one transaction: owned resources go to the heir, holdings are released, the row is deleted. Resources in another
 * organisation are not theirs to give away: they go to its longest-serving administrator, and its log says so.
 */
export async function deleteUser(ctx: Context, input: ParsedOf<typeof admin.deleteUser>) {
  const person = await requireRemovable(ctx, Number(input.id));
  const heir = input.heirId === undefined ? undefined : await requireHeir(ctx, Number(input.heirId), person.id);
  const owned = await ownedResources(ctx.db, person.id);
  const isPrivate = owned.cabinets.some((cabinet) => cabinet.organisation_id === person.organisation_id);
  if (heir?.id === ctx.user.id && isPrivate && !(await mayInheritFrom(ctx, person.id))) throw new Refusal(codes.heirIsSelf);
  if (heir === undefined && owned.organisations.includes(person.organisation_id)) throw new Refusal(codes.heirNeeded);
  for (const organisationId of owned.organisations) {
    const successor =
      organisationId === person.organisation_id ? heir : await findPerson(ctx.db, await fallbackHeirOf(ctx.db, organisationId));
    if (successor === undefined) throw new Refusal(codes.heirNeeded);
    await handOverItems(ctx, {
      from: person.id,
      to: successor.id,
      organisationId,
      suffix: tableWords(successor.lang as Lang)('handedOver'),
    });
    if (organisationId !== person.organisation_id) await emitElsewhere(ctx, { person, taker: successor, organisationId, owned });
  }
  await releaseAll(ctx, person);
  await retireUser(ctx, person, heir?.id ?? 0);
  const left = leftIn(owned, person.organisation_id);
  await ctx.emit(userDeleted, {
    objId: person.id,
    objName: person.full_name,
    loginName: person.login_name,
    after: heir === undefined ? left : { heir: heir.full_name, ...left },
  });
  return {};
}

type Resources = Awaited<ReturnType<typeof ownedResources>>;

/** The resources left in one organisation: those of others are not disclosed. */
const leftIn = (owned: Resources, organisationId: number) => ({
  cabinets: owned.cabinets.filter((cabinet) => cabinet.organisation_id === organisationId).length,
  documents: owned.documents.get(organisationId)?.n ?? 0,
});

interface Elsewhere {
  person: { id: number; full_name: string };
  taker: { full_name: string };
  organisationId: number;
  owned: Resources;
}

/** Emits one event about the user to another organisation: who took over, not which items, which its readers may not see. */
const emitElsewhere = (ctx: Context, { person, taker: successor, organisationId, owned }: Elsewhere): Promise<void> =>
  ctx.emit(userDeleted, {
    objId: person.id,
    objName: person.full_name,
    spaceId: organisationId,
    after: { heir: successor.full_name, ...leftIn(owned, organisationId), places: owned.places.get(organisationId) ?? 0 },
  });

/** Every module releases what belongs to the user alone. */
async function releaseAll({ db, now }: Context, person: { id: number; login_name: string }): Promise<void> {
  const { id } = person;
  await releaseLocksAndClipboard(db, id);
  await deleteGrantsToPrincipals(db, 'user', [id]);
  await deleteSignInData(db, person);
  await unlinkAllAccounts(db, id);
  await removePasskeysOf(db, id);
  await deleteMessagesOfUser(db, id);
  await forgetFollowsOf(db, id);
  await forgetZipsOf(db, id);
  await forgetFavouritesOf(db, id);
  await forgetCustomFoldersOf(db, id);
  await forgetNotesOf(db, id);
  await forgetTagsOf(db, id);
  await closeSharesOfUser(db, { personId: id, now });
  await forgetUsageOfUser(db, id);
  await forgetSearchesOf(db, id);
  await forgetListViewsOf(db, id);
  await forgetWebdavOf(db, id);
  await forgetOfficeUser(db, id);
}
