import { module } from '@dossier/contract/rights';
import { newId } from '../src/ground/ids.ts';
import { addPerson } from '../src/rooms/people/create-user.ts';
import { addRoleMember } from '../src/rooms/people/membership-queries.ts';
import { nameColumns } from '../src/rooms/people/named.ts';
import { hashPassword } from '../src/rooms/people/password.ts';
import { insertOrganisation } from '../src/rooms/people/queries.ts';
import { insertRole } from '../src/rooms/people/role-queries.ts';
import type { Client } from './client.ts';
import type { TestHouse } from './house.ts';

/** An administrator of a second organisation, signed in. */
export async function makeStranger(house: TestHouse): Promise<Client> {
  const passwordHash = await hashPassword('stranger-1');
  const now = house.clock.now();
  await house.house.database.write(async (db) => {
    const organisationId = newId();
    await insertOrganisation(db, { id: organisationId, name: 'Elsewhere', name_key: 'elsewhere', created_at: now });
    const roles: number[] = [];
    for (const [name, bits] of [
      ['Staff', 0],
      ['Administrators', 3],
    ] as const) {
      const id = newId();
      const module_types = JSON.stringify([module.home]);
      await insertRole(db, { id, organisation_id: organisationId, ...nameColumns(name), role_type: bits, module_types, built_in: 1 });
      roles.push(id);
    }
    const person = { organisationId, loginName: 'stranger', fullName: 'Stranger', passwordHash, lang: 'en' as const, now };
    await addRoleMember(db, roles[1] ?? 0, await addPerson(db, person));
  });
  return house.as({ loginName: 'stranger', password: 'stranger-1' });
}
