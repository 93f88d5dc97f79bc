import { permissions } from '@dossier/contract/access/permissions';
import type { Permission } from '@dossier/contract/core/administrative-permissions';
import { level } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { builtInRoles, people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet } from '../../../../test/make-items.ts';
import { findRole, makeDepartment, makeRole, makeSignedIn, makeUser } from '../../../../test/make.ts';
import { invite, makeOrganisation } from '../../../../test/other-organisation.ts';
import { hasAnyPermission } from '../memberships.queries.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

const headOf = (id: string, ...userIds: string[]) => dossier.admin.call(people.setHeads, { id, userIds });

it('a head gains no user by adding them to their department', async () => {
  const [own, other] = [await makeDepartment(dossier), await makeDepartment(dossier)];
  const head = await makeSignedIn(dossier);
  await headOf(own, head.id);
  const [nobodys, others] = [await makeUser(dossier), await makeUser(dossier, { departmentIds: [other] })];
  for (const { id } of [nobodys, others]) {
    expect(await head.client.refused(people.addToDepartment, { id: own, userIds: [id] })).toBe(1001);
    // added by another administrator; a user with a main department elsewhere stays out of scope
    await dossier.admin.call(people.addToDepartment, { id: own, userIds: [id] });
  }
  expect(await head.client.refused(people.updateUser, { id: others.id, enabled: false })).toBe(1001);
  await head.client.call(people.updateUser, { id: nobodys.id, fullName: 'Ours now' });
});

it('a head has authority over users with fewer permissions, not over heads of more', async () => {
  const [part, large] = [await makeDepartment(dossier), await makeDepartment(dossier)];
  const [head, boss] = [await makeSignedIn(dossier), await makeUser(dossier, { departmentIds: [part] })];
  await headOf(part, head.id);
  await headOf(large, boss.id);
  expect(await head.client.refused(people.updateUser, { id: boss.id, enabled: false })).toBe(1001);
  const desk = await makeSignedIn(dossier, { roleIds: [await makeRole(dossier, { deeds: ['people.see', 'people.secrets'] })] });
  expect(await desk.client.refused(people.resetPassword, { id: boss.id, newPwd: 'taken-over-1' })).toBe(1001);
  await headOf(large);
  await head.client.call(people.updateUser, { id: boss.id, fullName: 'Boss no more' });
  await desk.client.call(people.resetPassword, { id: boss.id, newPwd: 'not-an-office-1' });
});

it('a main department is per organisation, and unaffected by another one', async () => {
  const [first, main] = [await makeDepartment(dossier, { name: 'AAA' }), await makeDepartment(dossier, { name: 'ZZZ' })];
  const person = await makeUser(dossier, { departmentIds: [main, first] });
  const head = await makeSignedIn(dossier);
  await headOf(first, head.id);
  const other = await makeOrganisation(dossier);
  await invite(other.admin, person.loginName);
  await other.admin.call(people.updateUser, { id: person.id, departmentIds: [] });
  expect(await head.client.refused(people.updateUser, { id: person.id, enabled: false })).toBe(1001);
});

it('the head of a deleted department loses the permissions with the next request', async () => {
  const cabinet = await makeCabinet(dossier.admin);
  const id = await makeDepartment(dossier);
  const head = await makeSignedIn(dossier);
  const heads = { granteeType: 'role' as const, granteeId: await findRole(dossier.admin, builtInRoles.heads) };
  await dossier.admin.call(permissions.grant, { objId: [cabinet], ...heads, level: level.view });
  await headOf(id, head.id);
  await head.client.call(library.items, { parentId: cabinet });
  await dossier.admin.call(people.deleteDepartment, { id });
  expect(await head.client.refused(library.items, { parentId: cabinet })).toBe(1002);
});

it('nobody gains departments by moving them below their own', async () => {
  const [own, other] = [await makeDepartment(dossier), await makeDepartment(dossier)];
  const mover = await makeSignedIn(dossier, { roleIds: [await makeRole(dossier, { deeds: ['departments.edit'] })] });
  await headOf(own, mover.id);
  expect(await mover.client.refused(people.updateDepartment, { id: other, parentId: own })).toBe(2027);
  await dossier.admin.call(people.updateDepartment, { id: other, parentId: own });
});

it('a head holds administrative permissions, so that no external account is linked to them by name', async () => {
  const [head, plain] = [await makeUser(dossier), await makeUser(dossier)];
  await headOf(await makeDepartment(dossier), head.id);
  const { read } = dossier.services.database;
  expect([await hasAnyPermission(read, Number(head.id)), await hasAnyPermission(read, Number(plain.id))]).toEqual([true, false]);
});

describe('a user with more permissions within their scope', () => {
  const secretly = async (...throughout: Permission[]) => {
    const [own, theirs] = [await makeDepartment(dossier), await makeDepartment(dossier)];
    const head = await makeSignedIn(dossier);
    const everywhere = await makeRole(dossier, { deeds: ['people.see', ...throughout], userIds: [head.id] });
    const scopedRole = await makeRole(dossier, { deeds: ['people.secrets'], branch: true, userIds: [head.id] });
    await headOf(own, head.id);
    const victim = await makeUser(dossier, { departmentIds: [theirs] });
    const takeOver = () => head.client.refused(people.resetPassword, { id: victim.id, newPwd: 'taken-over-1' });
    expect(await takeOver()).toBe(1001);
    return { own, theirs, head, victim, takeOver, everywhere, branch: scopedRole };
  };

  it('gains nobody by changing memberships', async () => {
    const { own, theirs, head, victim, takeOver } = await secretly('people.edit');
    const { id } = victim;
    expect(await head.client.refused(people.updateUser, { id, departmentIds: [own] })).toBe(2027);
    expect(await head.client.refused(people.updateUser, { id, departmentIds: [own, theirs] })).toBe(2027);
    await head.client.call(people.updateUser, { id, departmentIds: [theirs, own] });
    expect(await head.client.refused(people.updateUser, { id, departmentIds: [own] })).toBe(2027);
    const nobodys = await makeUser(dossier);
    expect(await head.client.refused(people.updateUser, { id: nobodys.id, departmentIds: [own] })).toBe(2027);
    expect(await takeOver()).toBe(1001);
    // users created there are in scope, and so are those that others add
    await head.client.call(people.createUser, { loginName: `n${own}`, fullName: 'New', password: 'pass-word-n', departmentIds: [own] });
    await dossier.admin.call(people.updateUser, { id, departmentIds: [own] });
    await head.client.call(people.updateUser, { id, departmentIds: [own, theirs] });
    await head.client.call(people.resetPassword, { id, newPwd: 'not-taken-over-1' });
  });

  it('gains nobody by adding and removing elsewhere', async () => {
    const { own, theirs, head, victim, takeOver } = await secretly('departments.edit');
    await head.client.call(people.addToDepartment, { id: own, userIds: [victim.id] });
    expect(await head.client.refused(people.removeFromDepartment, { id: theirs, userIds: [victim.id] })).toBe(2027);
    const nobodys = await makeUser(dossier);
    expect(await head.client.refused(people.addToDepartment, { id: own, userIds: [nobodys.id] })).toBe(2027);
    expect(await head.client.refused(people.updateDepartment, { id: theirs, parentId: own })).toBe(2027);
    expect(await takeOver()).toBe(1001);
    await head.client.call(people.removeFromDepartment, { id: own, userIds: [victim.id] });
  });

  it('gains nobody by heading more departments, in whatever role of the session', async () => {
    const { own, theirs, head, takeOver, everywhere } = await secretly('people.edit', 'departments.edit', 'departments.heads');
    expect(await head.client.refused(people.setHeads, { id: theirs, userIds: [head.id] })).toBe(2027);
    expect(await takeOver()).toBe(1001);
    const { sessionId } = await head.client.call(session.changeRole, { roleId: everywhere });
    const narrow = clientOf(dossier.server, sessionId);
    expect((await narrow.call(session.current)).branchDeeds).toEqual([]);
    expect(await narrow.refused(people.setHeads, { id: theirs, userIds: [head.id] })).toBe(2027);
    expect(await narrow.refused(people.updateDepartment, { id: theirs, parentId: own })).toBe(2027);
    const other = await makeUser(dossier);
    await narrow.call(people.setHeads, { id: theirs, userIds: [other.id] });
    // who heads nothing has none of the scoped permissions of a role, and gets them as a head
    await headOf(own);
    expect(await narrow.refused(people.setHeads, { id: theirs, userIds: [other.id, head.id] })).toBe(2027);
  });
});
