import { randomInt } from 'node:crypto';
import { builtInRoles } from '@dossier/contract/people';
import { module, roleType } from '@dossier/contract/rights';
import type { House } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { addPerson } from './create-user.ts';
import { addRoleMember } from './membership-queries.ts';
import { nameColumns } from './named.ts';
import { hashPassword } from './password.ts';
import { firstOrganisation, insertOrganisation } from './queries.ts';
import { insertRole } from './role-queries.ts';
import { seededName } from './seeded-name.ts';

// without letters and digits that look alike
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password of 16 characters, about 93 bits. */
export const randomPassword = (): string => Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');

const staffModules = [module.home, module.enterprise, module.my, module.system];

/** At the first start: the organisation, its built-in roles and the account `admin`. Answers the password when it made one up. */
export async function seedOrganisation(house: House): Promise<{ password: string } | undefined> {
  if ((await firstOrganisation(house.database.read)) !== undefined) return undefined;
  const given = house.config.adminPassword;
  const password = given ?? randomPassword();
  const passwordHash = await hashPassword(password);
  const made = await house.database.write(async (db) => {
    if ((await firstOrganisation(db)) !== undefined) return false;
    const organisationId = newId();
    await insertOrganisation(db, { id: organisationId, name: 'Dossier', name_key: 'dossier', created_at: house.now() });
    const role = async (name: string, bits: number, modules: number[]) => {
      const id = newId();
      const row = {
        id,
        organisation_id: organisationId,
        ...nameColumns(name),
        role_type: bits,
        module_types: JSON.stringify(modules),
        built_in: 1,
      };
      await insertRole(db, row);
      return id;
    };
    const administrators = await role(builtInRoles.administrators, roleType.site | roleType.admin, [
      ...staffModules,
      module.admin,
      module.site,
    ]);
    await role(builtInRoles.staff, 0, staffModules);
    const admin = await addPerson(db, {
      organisationId,
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
