import { codes } from '@dossier/contract/codes';
import { hash, verify } from '@node-rs/argon2';
import type { Db } from '../../ground/db/database.ts';
import { Refusal } from '../../ground/refusal.ts';
import { settingsOf } from '../site/settings.ts';

// OWASP's second recommendation for argon2id: 19 MiB, two passes
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of nobody's password: checked for unknown accounts, so that they take as long as known ones. */
const nobody = hash('nobody has this password', options);

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u];

/** Refuses passwords that are not what every password is, and those that the site wants longer or of more kinds of characters. */
export async function needSoundPassword(db: Db, password: string): Promise<void> {
  checkPasswordRules(password);
  const { length, classes } = await settingsOf(db, 'password');
  if (password.length < length) throw new Refusal(codes.passwordTooShort, { least: length });
  if (kinds.filter((kind) => kind.test(password)).length < classes) throw new Refusal(codes.passwordTooSimple, { classes });
}

/** Refuses passwords that are too short, longer than 128 characters, or nothing but one repeated character. */
export function checkPasswordRules(password: string): void {
  if (password.length < 6) throw new Refusal(codes.passwordTooShort);
  if (password.length > 128) throw new Refusal(codes.passwordTooLong);
  if (/^(.)\1*$/u.test(password)) throw new Refusal(codes.passwordTooSimple);
}

export const hashPassword = (password: string): Promise<string> => hash(password, options);

/** Stands where a hash would: the person has no password here, only elsewhere. */
export const noPassword = '';

/** Whether the password is the one that was hashed; takes the same time when there is no hash. */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  const matches = await verify(stored || (await nobody), password.slice(0, 1024));
  return matches && Boolean(stored);
}
