import { people } from '@dossier/contract/people';
import type { InputOf } from '@dossier/contract/route';
import type { Client } from './client.ts';
import type { TestHouse } from './house.ts';

let count = 0;
const next = (): number => ++count;

/** A person that a test made, with what it takes to sign in. */
export interface Made {
  id: string;
  loginName: string;
  password: string;
  fullName: string;
}

/** A person of the administrator's organisation; staff unless roles are given. */
export async function makeUser({ admin }: TestHouse, given: Partial<InputOf<typeof people.createUser>> = {}): Promise<Made> {
  const n = next();
  const person = { loginName: `person${n}`, fullName: `Person ${n}`, password: `pass-word-${n}`, lang: 'en' as const, ...given };
  const { id } = await admin.call(people.createUser, person);
  return { id, loginName: person.loginName, password: person.password, fullName: person.fullName };
}

/** A person, signed in. */
export async function makeSignedIn(
  house: TestHouse,
  given: Partial<InputOf<typeof people.createUser>> = {},
): Promise<Made & { client: Client }> {
  const made = await makeUser(house, given);
  return { ...made, client: await house.as(made) };
}

export async function makeDepartment({ admin }: TestHouse, given: Partial<InputOf<typeof people.createDepartment>> = {}): Promise<string> {
  return (await admin.call(people.createDepartment, { name: `Department ${next()}`, ...given })).id;
}

/** A group with these members. */
export async function makeGroup({ admin }: TestHouse, userIds: string[] = [], name = `Group ${next()}`): Promise<string> {
  const { id } = await admin.call(people.createGroup, { name });
  if (userIds.length > 0) await admin.call(people.addToGroup, { id, userIds });
  return id;
}

/** A role with these members. */
export async function makeRole(
  { admin }: TestHouse,
  given: { name?: string; moduleTypes?: number[]; userIds?: string[] } = {},
): Promise<string> {
  const { id } = await admin.call(people.createRole, { name: given.name ?? `Role ${next()}`, moduleTypes: given.moduleTypes });
  if (given.userIds !== undefined && given.userIds.length > 0) await admin.call(people.addToRole, { id, userIds: given.userIds });
  return id;
}
