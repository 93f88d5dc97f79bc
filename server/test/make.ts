import { administrativePermissions, sitePermissions } from '@dossier/contract/core/administrative-permissions';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { people } from '@dossier/contract/identity/users';
import type { Client } from './client.ts';
import type { TestServer } from './test-server.ts';

/** All administrative permissions except those of the site. */
export const allPermissions = administrativePermissions.filter((permission) => !sitePermissions.has(permission));

let count = 0;
const next = (): number => ++count;

/** A created user with the credentials. */
export interface Made {
  id: string;
  loginName: string;
  password: string;
  fullName: string;
}

/** A user of the administrator's organisation; staff unless roles are given. */
export async function makeUser({ admin }: TestServer, given: Partial<InputOf<typeof people.createUser>> = {}): Promise<Made> {
  const n = next();
  const person = { loginName: `person${n}`, fullName: `Person ${n}`, password: `pass-word-${n}`, lang: 'en' as const, ...given };
  const { id } = await admin.call(people.createUser, person);
  return { id, loginName: person.loginName, password: person.password, fullName: person.fullName };
}

/** A signed-in user. */
export async function makeSignedIn(
  dossier: TestServer,
  given: Partial<InputOf<typeof people.createUser>> = {},
): Promise<Made & { client: Client }> {
  const made = await makeUser(dossier, given);
  return { ...made, client: await dossier.as(made) };
}

/** A signed-in user who may change a cabinet or folder and all in it. */
export async function makeWriter(dossier: TestServer, objId: string): Promise<Made & { client: Client }> {
  const person = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: person.id, level: level.modify, reach: 'all' });
  return person;
}

export async function makeDepartment({ admin }: TestServer, given: Partial<InputOf<typeof people.createDepartment>> = {}): Promise<string> {
  return (await admin.call(people.createDepartment, { name: `Department ${next()}`, ...given })).id;
}

/** A group with these members. */
export async function makeGroup({ admin }: TestServer, userIds: string[] = [], name = `Group ${next()}`): Promise<string> {
  const { id } = await admin.call(people.createGroup, { name });
  if (userIds.length > 0) await admin.call(people.addToGroup, { id, userIds });
  return id;
}

/** The id of a role by its name. */
export const findRole = async (admin: Client, name: string): Promise<string> =>
  (await admin.call(people.roles, { keyword: name })).list.find((role) => role.name === name)?.id ?? '';

/** A role with these members. */
export async function makeRole(
  { admin }: TestServer,
  { userIds = [], ...given }: Partial<InputOf<typeof people.createRole>> & { userIds?: string[] } = {},
): Promise<string> {
  const { id } = await admin.call(people.createRole, { name: `Role ${next()}`, ...given });
  if (userIds.length > 0) await admin.call(people.addToRole, { id, userIds });
  return id;
}
