import type { admin } from '@dossier/contract/admin';
import { codes } from '@dossier/contract/codes';
import type { ParsedOf } from '@dossier/contract/route';
import type { Lang } from '@dossier/contract/shapes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { dropPasskeysOf } from '../account/drop-passkeys.ts';
import { forgetZipsOf } from '../archives/zip-files.ts';
import { untiePerson } from '../doors/untie-person.ts';
import { forgetFavoritesOf } from '../labels/mark-favorites.ts';
import { handOverItems, releaseHolds } from '../library/hand-over.ts';
import { forgetMessagesOf } from '../messages/forget-reader.ts';
import { retirePerson, stewardOf } from '../people/former-people.ts';
import { findPerson, mayWorkIn } from '../people/people.ts';
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
 * another organisation goes to the heir where that one works there too, else to its administrator who is there longest.
 */
export async function deleteUser(ctx: Ctx, input: ParsedOf<typeof admin.deleteUser>) {
  const person = await needRemovable(ctx, Number(input.id));
  const heir = input.heirId === undefined ? undefined : await needHeir(ctx, Number(input.heirId), person.id);
  const owned = await ownedBy(ctx.db, person.id);
  if (heir === undefined && owned.organisations.includes(person.organisation_id)) throw new Refusal(codes.heirNeeded);
  for (const organisationId of owned.organisations) {
    const to = await takerIn(ctx, organisationId, heir?.id);
    const taker = to === 0 ? undefined : await findPerson(ctx.db, to);
    if (taker === undefined) throw new Refusal(codes.heirNeeded);
    await handOverItems(ctx, { from: person.id, to, organisationId, suffix: texts[taker.lang as Lang].handedOver });
  }
  await letGo(ctx, person);
  await retirePerson(ctx, person, heir?.id ?? 0);
  const documents = [...owned.documents.values()].reduce((sum, row) => sum + row.n, 0);
  const left = { cabinets: owned.cabinets.length, documents };
  await ctx.say('user.deleted', {
    objId: person.id,
    objName: person.full_name,
    loginName: person.login_name,
    after: heir === undefined ? left : { heir: heir.full_name, ...left },
  });
  return {};
}

async function takerIn({ db, user }: Ctx, organisationId: number, heirId = 0): Promise<number> {
  if (heirId !== 0 && (organisationId === user.organisationId || (await mayWorkIn(db, { spaceId: organisationId, personId: heirId }))))
    return heirId;
  return stewardOf(db, organisationId);
}

/** Every room lets go of what is the person's alone. */
async function letGo({ db }: Ctx, person: { id: number; login_name: string }): Promise<void> {
  const { id } = person;
  await releaseHolds(db, id);
  await forgetGrantees(db, 'user', [id]);
  await forgetPerson(db, person);
  await untiePerson(db, id);
  await dropPasskeysOf(db, id);
  await forgetMessagesOf(db, id);
  await forgetZipsOf(db, id);
  await forgetFavoritesOf(db, id);
  await forgetReader(db, id);
}
