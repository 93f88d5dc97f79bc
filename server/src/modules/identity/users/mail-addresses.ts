import { codes } from '@dossier/contract/core/codes';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/dialect.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { mailKey } from '../../../platform/text/mail-address.ts';
import { userUpdated } from '../events.ts';
import { findPerson, findPersonByMail, updatePerson } from './users.queries.ts';

// what mail servers accept without quotes; only a mail shows whether it is read
const pattern = /^[^\s\p{C}@<>"(),:;[\]\\]+@[^\s\p{C}@<>"(),:;[\]\\]+\.[^\s\p{C}@<>"(),:;[\]\\]+$/u;

/** Whether a text is a valid mail address. */
export const isMail = (text: string): boolean => pattern.test(text.trim());

/** A mail address without surrounding spaces; empty stays empty, an invalid one is refused with 2036. */
export function requireMailAddress(given: string): string {
  const mail = given.trim();
  if (mail !== '' && (mail.length > 254 || !pattern.test(mail))) throw new Refusal(codes.mailIllegal);
  return mail;
}

/** A mail address from an external system, if it is valid. */
export function externalMail(given: string | undefined): string | undefined {
  const mail = (given ?? '').trim();
  return mail.length <= 254 && pattern.test(mail) ? mail : undefined;
}

/** The columns of a user without a mail address, which also switch off codes by mail. */
const noMail = { mail: null, mail_key: null, mail_step: 0, mail_proven: 0 };

/**
 * Sets or removes a user's mail address; one of another user is refused with 2037. It is `proven` by a code sent to it: one entered by an
 * administrator counts in their organisation only.
 */
export async function storeMail(db: Db, id: number, given: string | { proven: string }): Promise<void> {
  const mail = typeof given === 'string' ? given : given.proven;
  const key = mailKey(mail);
  const before = await findPerson(db, id);
  const isProven = typeof given !== 'string' || (before?.mail_key === key && before.mail_proven === 1);
  try {
    await updatePerson(db, id, mail === '' ? noMail : { mail, mail_key: key, mail_proven: isProven ? 1 : 0 });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes.mailTaken);
    throw error;
  }
}

/** Marks a user's mail address as verified, if it has not changed. */
export async function confirmMail(db: Db, id: number, mail: string | undefined): Promise<void> {
  const person = await findPerson(db, id);
  if (mail !== undefined && person?.mail === mail && person.mail_proven === 0) await updatePerson(db, id, { mail_proven: 1 });
}

/**
 * Gives the caller a verified address. Another user who never verified it loses it: entering an address must not keep it from its owner.
 * One verified by another user is refused with 2037.
 */
export async function claimMail(ctx: Context, mail: string): Promise<void> {
  const holder = await findPersonByMail(ctx.db, mailKey(mail));
  if (holder !== undefined && holder.id !== ctx.user.id && holder.mail_proven === 0) {
    await updatePerson(ctx.db, holder.id, noMail);
    await emitMailLoss(ctx, holder);
  }
  await storeMail(ctx.db, ctx.user.id, { proven: mail });
}

/** Logs the loss in the holder's organisation; the new owner is named only if they belong to it too. */
async function emitMailLoss(ctx: Context, holder: NonNullable<Awaited<ReturnType<typeof findPersonByMail>>>): Promise<void> {
  const spaceId = holder.organisation_id;
  const facts = { changed: ['mail'], before: { mail: holder.mail }, after: { mail: '' } };
  const data = { objId: holder.id, objName: holder.full_name, spaceId, ...facts };
  const caller = await findPerson(ctx.db, ctx.user.id);
  if (caller?.organisation_id === spaceId) return ctx.emit(userUpdated, data);
  await ctx.services.outbox.emit(ctx.db, { name: '', address: '' }, { event: userUpdated, data, at: ctx.now });
}
