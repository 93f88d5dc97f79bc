import { people } from '@dossier/contract/identity/users';
import { randomPassword } from '../server/src/modules/identity/seed-organisation.ts';
import { type Caller, inLanes } from './caller.ts';
import type { Clock } from './clock.ts';
import { type Company, need, signedIn } from './company.ts';
import { departments, employees, groups, roles } from './company/people.ts';

/** Creates the departments, users, groups and roles. */
export async function fillPeople(base: string, admin: Caller, clock: Clock): Promise<Company> {
  const password = randomPassword();
  const departmentIds = await makeDepartments(admin);
  const staff = await inLanes(employees, 2, ({ login, name, department, lang }) =>
    admin.call(people.createUser, {
      loginName: login,
      fullName: name,
      password,
      lang,
      ...(department === undefined ? {} : { departmentIds: [need(departmentIds, department)] }),
    }),
  );
  const users = new Map(employees.map(({ login }, at) => [login, staff[at]?.id ?? '']));
  const idsOf = (logins: string[]): string[] => logins.map((login) => need(users, login));
  const [groupIds, roleIds] = [new Map<string, string>(), new Map<string, string>()];
  for (const [name, members] of Object.entries(groups)) {
    const { id } = await admin.call(people.createGroup, { name });
    await admin.call(people.addToGroup, { id, userIds: idsOf(members) });
    groupIds.set(name, id);
  }
  for (const [name, members] of Object.entries(roles)) {
    const { id } = await admin.call(people.createRole, { name });
    await admin.call(people.addToRole, { id, userIds: idsOf(members) });
    roleIds.set(name, id);
  }
  const [organisation] = await admin.call(people.grantees, { type: 'organisation' });
  return {
    admin,
    password,
    users,
    departments: departmentIds,
    groups: groupIds,
    roles: roleIds,
    organisationId: organisation?.id ?? '',
    as: signedIn(base, password, clock),
    clock,
  };
}

async function makeDepartments(admin: Caller): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const above: string[] = [];
  for (const [at, line] of departments.trim().split('\n').entries()) {
    const name = line.trim();
    const depth = (line.length - line.trimStart().length) / 2;
    const parentId = depth === 0 ? undefined : above[depth - 1];
    const { id } = await admin.call(people.createDepartment, { name, sortNumber: at + 1, ...(parentId === undefined ? {} : { parentId }) });
    above.splice(depth, above.length, id);
    ids.set(name, id);
  }
  return ids;
}
