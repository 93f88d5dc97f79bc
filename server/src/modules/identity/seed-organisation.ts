import { randomInt } from 'node:crypto';
import { textOf } from '../../platform/text/texts.ts';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { fullNameColumns } from '../../platform/text/names.ts';
import { roleOfKind } from './groups-roles/groups-roles.queries.ts';
import { seedMissingRoles, seedRoles } from './groups-roles/role-permissions.ts';
import { addRoleMember } from './memberships.queries.ts';
import { firstOrganisation, insertOrganisation } from './organisations.queries.ts';
import { hashPassword } from './passwords.ts';
import { addUserAccount } from './user-accounts.ts';

/** The name of the first account until its first sign-in shows a language. */
const seededName = 'Administrator';

/** The seeded name in the language of the first sign-in; nothing for a user with another name. */
export function seededNameIn(lang: Lang, fullName: string): Partial<ReturnType<typeof fullNameColumns>> {
  return fullName === seededName ? fullNameColumns(textOf(lang, 'identity.seed')('administrator')) : {};
}

// without similar letters and digits
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password of 16 characters, about 93 bits. */
export const randomPassword = (): string => Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Creates an organisation with its built-in roles; the administrators of the first one have the site too. */
export async function insertOrganisationWithRoles(
  db: Db,
  columns: Omit<Parameters<typeof insertOrganisation>[1], 'id'>,
  { site }: { site: boolean },
): Promise<{ id: number; administrators: number }> {
  const id = newId();
  await insertOrganisation(db, { ...columns, id });
  await seedRoles(db, { organisationId: id, site });
  return { id, administrators: (await roleOfKind(db, id, 'administrators')).id };
}

/** At the first start: the organisation, its built-in roles and the account `admin`; at later ones new built-in roles. Answers the password if it generated one. */
export async function seedOrganisation(services: Services): Promise<{ password: string } | undefined> {
  if ((await firstOrganisation(services.database.read)) !== undefined) {
    await services.database.write(seedMissingRoles);
    return undefined;
  }
  const given = services.config.adminPassword;
  const password = given ?? randomPassword();
  const passwordHash = await hashPassword(password);
  const made = await services.database.write(async (db) => {
    if ((await firstOrganisation(db)) !== undefined) return false;
    const first = { name: 'Dossier', name_key: 'dossier', created_at: services.now() };
    const { id, administrators } = await insertOrganisationWithRoles(db, first, { site: true });
    const admin = await addUserAccount(db, {
      organisationId: id,
      loginName: 'admin',
      fullName: seededName,
      passwordHash,
      lang: 'cn',
      now: services.now(),
    });
    await addRoleMember(db, administrators, admin);
    return true;
  });
  return made && given === undefined ? { password } : undefined;
}
