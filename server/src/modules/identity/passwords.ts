import { codes } from '@dossier/contract/core/codes';
import { hash, verify } from '@node-rs/argon2';
import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { deleteFormerPasswords, formerPasswords, insertFormerPassword, updatePerson } from './users/users.queries.ts';

// OWASP's second recommendation for argon2id: 19 MiB, two passes
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A dummy hash, checked for unknown accounts, so that they take as long as known ones. */
const dummyHash = hash('nobody has this password', options);

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u];

/** Refuses passwords that fail the basic rules, or the site's rules on length and kinds of characters. */
export async function requireStrongPassword(db: Db, password: string): Promise<void> {
  requireBasicPassword(password);
  const { length, classes } = await settingsOf(db, 'password');
  if (password.length < length) throw new Refusal(codes.passwordTooShort, { least: length });
  if (kinds.filter((kind) => kind.test(password)).length < classes) throw new Refusal(codes.passwordTooSimple, { classes });
}

/** Refuses passwords that are too short, longer than 128 characters, or nothing but one repeated character. */
export function requireBasicPassword(password: string): void {
  if (password.length < 6) throw new Refusal(codes.passwordTooShort);
  if (password.length > 128) throw new Refusal(codes.passwordTooLong);
  if (/^(.)\1*$/u.test(password)) throw new Refusal(codes.passwordTooSimple);
}

export const hashPassword = (password: string): Promise<string> => hash(password, options);

/** Instead of a hash: the user has no local password, only external accounts. */
export const noPassword = '';

/** Whether the password matches the hash; takes the same time without a hash. */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  const matches = await verify(stored || (await dummyHash), password.slice(0, 1024));
  return matches && Boolean(stored);
}

const dayMs = 24 * 3_600_000;

interface PasswordHolder {
  id: number;
  password_hash: string;
}

/** Refuses the present password and as many former ones as the site compares. Slow, as each is hashed. */
export async function requireUnusedPassword(db: Db, person: PasswordHolder, password: string): Promise<void> {
  if (await passwordMatches(password, person.password_hash)) throw new Refusal(codes.passwordUnchanged);
  const { history } = await settingsOf(db, 'password');
  for (const former of await formerPasswords(db, person.id, history))
    if (await passwordMatches(password, former.hash)) throw new Refusal(codes.passwordRepeated, { history });
}

/** Sets a password, and keeps as many former ones as the site compares; `due`: another person knows it, so it must be changed first. */
export async function storePassword(db: Db, person: PasswordHolder, set: { hash: string; now: number; due: boolean }): Promise<void> {
  await updatePerson(db, person.id, { password_hash: set.hash, password_at: set.now, password_due: set.due ? 1 : 0 });
  const { history } = await settingsOf(db, 'password');
  if (history > 0 && person.password_hash !== noPassword)
    await insertFormerPassword(db, { id: newId(), person_id: person.id, hash: person.password_hash });
  const kept = await formerPasswords(db, person.id, history);
  await deleteFormerPasswords(
    db,
    person.id,
    kept.map(({ id }) => id),
  );
}

/** Whether a password must be changed after sign-in: an administrator demands it, or it is too old. */
export async function passwordIsDue(db: Db, person: { password_at: number; password_due: number }, now: number): Promise<boolean> {
  if (person.password_due === 1) return true;
  const { days } = await settingsOf(db, 'password');
  return days > 0 && person.password_at + days * dayMs <= now;
}
