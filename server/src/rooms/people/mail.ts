import { codes } from '@dossier/contract/codes';
import type { Db } from '../../ground/db/database.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameKey } from '../../ground/text/names.ts';
import { updatePerson } from './queries.ts';

// what mail servers take without quotes; whether anybody reads it there, only a letter tells
const pattern = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+\.[^\s@<>"(),:;[\]\\]+$/u;

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

/** Gives a person a mail address, or takes it away; one that somebody else has is refused with 2037. */
export async function keepMail(db: Db, id: number, mail: string): Promise<void> {
  try {
    await updatePerson(db, id, mail === '' ? { mail: null, mail_key: null, mail_step: 0 } : { mail, mail_key: nameKey(mail) });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes.mailTaken);
    throw error;
  }
}
