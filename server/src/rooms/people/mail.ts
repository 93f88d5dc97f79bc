import { codes } from '@dossier/contract/codes';
import type { Db } from '../../ground/db/database.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { Refusal } from '../../ground/refusal.ts';
import { mailKey } from '../../ground/text/mail-key.ts';
import { findPerson, updatePerson } from './queries.ts';

// what mail servers take without quotes; whether anybody reads it there, only a letter tells
const pattern = /^[^\s\p{C}@<>"(),:;[\]\\]+@[^\s\p{C}@<>"(),:;[\]\\]+\.[^\s\p{C}@<>"(),:;[\]\\]+$/u;

/** Whether a text reads as a mail address. */
export const isMail = (text: string): boolean => pattern.test(text.trim());

/** A mail address without its surrounding spaces; empty stays empty, anything else that is none is refused with 2036. */
export function soundMail(given: string): string {
  const mail = given.trim();
  if (mail !== '' && (mail.length > 254 || !pattern.test(mail))) throw new Refusal(codes.mailIllegal);
  return mail;
}

/** An address that another system tells, if it is one. */
export function outsideMail(given: string | undefined): string | undefined {
  const mail = (given ?? '').trim();
  return mail.length <= 254 && pattern.test(mail) ? mail : undefined;
}

/** The columns of somebody without a mail address: no code is sent to them either. */
export const noMail = { mail: null, mail_key: null, mail_step: 0, mail_proven: 0 };

/**
 * Gives a person a mail address, or takes it away; one that somebody else has is refused with 2037. It is `proven` by a code that came
 * back from it: what an administrator writes down is believed in their organisation, and nowhere else.
 */
export async function keepMail(db: Db, id: number, given: string | { proven: string }): Promise<void> {
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
export async function proveMail(db: Db, id: number, mail: string | undefined): Promise<void> {
  const person = await findPerson(db, id);
  if (mail !== undefined && person?.mail === mail && person.mail_proven === 0) await updatePerson(db, id, { mail_proven: 1 });
}
