import { codes } from '@dossier/contract/codes';
import type { Db } from '../../ground/db/database.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { settingsOf } from '../site/settings.ts';
import { noPassword, passwordMatches } from './password.ts';
import { deleteFormerPasswords, formerPasswords, insertFormerPassword } from './password-queries.ts';
import { updatePerson } from './queries.ts';

const dayMs = 24 * 3_600_000;

interface Held {
  id: number;
  password_hash: string;
}

/** Refuses a password that is the person's own now, or one of as many before it as the site wants. It takes long, for each is hashed. */
export async function needNewPassword(db: Db, person: Held, password: string): Promise<void> {
  if (await passwordMatches(password, person.password_hash)) throw new Refusal(codes.passwordUnchanged);
  const { history } = await settingsOf(db, 'password');
  for (const { hash } of await formerPasswords(db, person.id, history))
    if (await passwordMatches(password, hash)) throw new Refusal(codes.passwordRepeated, { history });
}

/** Sets a password, and keeps as many of those before it as the site wants compared; `due`: somebody else knows it, so it is to be changed first of all. */
export async function keepPassword(db: Db, person: Held, set: { hash: string; now: number; due: boolean }): Promise<void> {
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

/** Whether a password that signs somebody in must be changed first: an administrator wants it, or it is too old. */
export async function passwordIsDue(db: Db, person: { password_at: number; password_due: number }, now: number): Promise<boolean> {
  if (person.password_due === 1) return true;
  const { days } = await settingsOf(db, 'password');
  return days > 0 && person.password_at + days * dayMs <= now;
}
