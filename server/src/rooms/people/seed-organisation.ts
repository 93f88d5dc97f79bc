import { randomInt } from 'node:crypto';
import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { newId } from '../../ground/ids.ts';
import { seedMissingRoles, seedRoles } from '../circles/built-in-roles.ts';
import { addRoleMember } from '../circles/circle-members.ts';
import { roleOfKind } from '../circles/circle-rows.ts';
import { firstOrganisation, insertOrganisation } from '../organisations/organisation-rows.ts';
import { addPerson } from './create-user.ts';
import { hashPassword } from './password.ts';
import { seededName } from './seeded-name.ts';

// without letters and digits that look alike
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password of 16 characters, about 93 bits. */
export const randomPassword = (): string => Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Writes an organisation with its built-in roles; the administrators of the first one have the site too. */
export async function openOrganisation(
  db: Db,
  columns: Omit<Parameters<typeof insertOrganisation>[1], 'id'>,
  { site }: { site: boolean },
): Promise<{ id: number; administrators: number }> {
  const id = newId();
  await insertOrganisation(db, { ...columns, id });
  await seedRoles(db, { organisationId: id, site });
  return { id, administrators: (await roleOfKind(db, id, 'administrators')).id };
}

/** At the first start: the organisation, its built-in roles and the account `admin`; at later ones roles that are new. Answers the password when it made one up. */
export async function seedOrganisation(house: House): Promise<{ password: string } | undefined> {
  if ((await firstOrganisation(house.database.read)) !== undefined) {
    await house.database.write(seedMissingRoles);
    return undefined;
  }
  const given = house.config.adminPassword;
  const password = given ?? randomPassword();
  const passwordHash = await hashPassword(password);
  const made = await house.database.write(async (db) => {
    if ((await firstOrganisation(db)) !== undefined) return false;
    const first = { name: 'Dossier', name_key: 'dossier', created_at: house.now() };
    const { id, administrators } = await openOrganisation(db, first, { site: true });
    const admin = await addPerson(db, {
      organisationId: id,
      loginName: 'admin',
      fullName: seededName,
      passwordHash,
      lang: 'cn',
      now: house.now(),
    });
    await addRoleMember(db, administrators, admin);
    return true;
  });
  return made && given === undefined ? { password } : undefined;
}
