import { codes } from '@dossier/contract/core/codes';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/dialect.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { mailKey } from '../../../platform/text/mail-address.ts';
import { userUpdated } from '../events.ts';
import { findPerson, findPersonByMail, updatePerson } from './users.queries.ts';

// what mail servers take without quotes; whether anybody reads it there, only a letter tells
const pattern = /^[^\s\p{C}@<>"(),:;[\]\\]+@[^\s\p{C}@<>"(),:;[\]\\]+\.[^\s\p{C}@<>"(),:;[\]\\]+$/u;

/** Whether a text reads as a mail address. */
export const isMail = (text: string): boolean => pattern.test(text.trim());

/** A mail address without its surrounding spaces; empty stays empty, anything else that is none is refused with 2036. */
export function requireMailAddress(given: string): string {
  const mail = given.trim();
  if (mail !== '' && (mail.length > 254 || !pattern.test(mail))) throw new Refusal(codes.mailIllegal);
  return mail;
}

/** An address that another system tells, if it is one. */
export function externalMail(given: string | undefined): string | undefined {
  const mail = (given ?? '').trim();
  return mail.length <= 254 && pattern.test(mail) ? mail : undefined;
}

/** The columns of somebody without a mail address: no code is sent to them either. */
const noMail = { mail: null, mail_key: null, mail_step: 0, mail_proven: 0 };

/**
 * Gives a person a mail address, or takes it away; one that somebody else has is refused with 2037. It is `proven` by a code that came
 * back from it: what an administrator writes down is believed in their organisation, and nowhere else.
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

/** Notes that a person reads what is sent to an address, if it is still theirs. */
export async function confirmMail(db: Db, id: number, mail: string | undefined): Promise<void> {
  const person = await findPerson(db, id);
  if (mail !== undefined && person?.mail === mail && person.mail_proven === 0) await updatePerson(db, id, { mail_proven: 1 });
}

/**
 * Gives the caller the address that a code came back from. Who had it without ever showing that they read there has none now: writing an
 * address down must not keep its reader from it. One that somebody else proved is refused with 2037.
 */
export async function claimMail(ctx: Context, mail: string): Promise<void> {
  const holder = await findPersonByMail(ctx.db, mailKey(mail));
  if (holder !== undefined && holder.id !== ctx.user.id && holder.mail_proven === 0) {
    await updatePerson(ctx.db, holder.id, noMail);
    await emitMailLoss(ctx, holder);
  }
  await storeMail(ctx.db, ctx.user.id, { proven: mail });
}

/** Stands in the log of the holder's organisation; whose address it really is, another organisation does not learn. */
async function emitMailLoss(ctx: Context, holder: NonNullable<Awaited<ReturnType<typeof findPersonByMail>>>): Promise<void> {
  const spaceId = holder.organisation_id;
  const facts = { changed: ['mail'], before: { mail: holder.mail }, after: { mail: '' } };
  const data = { objId: holder.id, objName: holder.full_name, spaceId, ...facts };
  const caller = await findPerson(ctx.db, ctx.user.id);
  if (caller?.organisation_id === spaceId) return ctx.emit(userUpdated, data);
  await ctx.services.outbox.emit(ctx.db, { name: '', address: '' }, { event: userUpdated, data, at: ctx.now });
}
