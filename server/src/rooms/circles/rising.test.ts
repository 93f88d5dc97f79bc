import { library } from '@dossier/contract/library';
import { builtInRoles, people } from '@dossier/contract/people';
import { permissions } from '@dossier/contract/permissions';
import { level } from '@dossier/contract/rights';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeCabinet } from '../../../test/make-items.ts';
import { findRole, makeDepartment, makeRole, makeSignedIn, makeUser } from '../../../test/make.ts';
import { invite, makeOrganisation } from '../../../test/other-organisation.ts';
import { holdsOffice } from './belongings.ts';

let house: TestHouse;
beforeAll(async () => void (house = await openHouse()));
afterAll(() => house.close());

const headOf = (id: string, ...userIds: string[]) => house.admin.call(people.setHeads, { id, userIds });

it('a head draws nobody into their department to have them', async () => {
  const [own, other] = [await makeDepartment(house), await makeDepartment(house)];
  const head = await makeSignedIn(house);
  await headOf(own, head.id);
  const [nobodys, others] = [await makeUser(house), await makeUser(house, { departmentIds: [other] })];
  for (const { id } of [nobodys, others]) {
    expect(await head.client.refused(people.addToDepartment, { id: own, userIds: [id] })).toBe(1001);
    // put there by somebody else, whose main department is another stays another's
    await house.admin.call(people.addToDepartment, { id: own, userIds: [id] });
  }
  expect(await head.client.refused(people.updateUser, { id: others.id, enabled: false })).toBe(1001);
  await head.client.call(people.updateUser, { id: nobodys.id, fullName: 'Ours now' });
});

it('a head is above whoever may do less, and below whoever heads more', async () => {
  const [part, large] = [await makeDepartment(house), await makeDepartment(house)];
  const [head, boss] = [await makeSignedIn(house), await makeUser(house, { departmentIds: [part] })];
  await headOf(part, head.id);
  await headOf(large, boss.id);
  expect(await head.client.refused(people.updateUser, { id: boss.id, enabled: false })).toBe(1001);
  const desk = await makeSignedIn(house, { roleIds: [await makeRole(house, { deeds: ['people.see', 'people.secrets'] })] });
  expect(await desk.client.refused(people.resetPassword, { id: boss.id, newPwd: 'taken-over-1' })).toBe(1001);
  await headOf(large);
  await head.client.call(people.updateUser, { id: boss.id, fullName: 'Boss no more' });
  await desk.client.call(people.resetPassword, { id: boss.id, newPwd: 'not-an-office-1' });
});

it('a main department is of one organisation, and another one leaves it alone', async () => {
  const [first, main] = [await makeDepartment(house, { name: 'AAA' }), await makeDepartment(house, { name: 'ZZZ' })];
  const person = await makeUser(house, { departmentIds: [main, first] });
  const head = await makeSignedIn(house);
  await headOf(first, head.id);
  const other = await makeOrganisation(house);
  await invite(other.admin, person.loginName);
  await other.admin.call(people.updateUser, { id: person.id, departmentIds: [] });
  expect(await head.client.refused(people.updateUser, { id: person.id, enabled: false })).toBe(1001);
});

it('who headed a department that is deleted has no more of it with the next request', async () => {
  const cabinet = await makeCabinet(house.admin);
  const id = await makeDepartment(house);
  const head = await makeSignedIn(house);
  const heads = { granteeType: 'role' as const, granteeId: await findRole(house.admin, builtInRoles.heads) };
  await house.admin.call(permissions.grant, { objId: [cabinet], ...heads, level: level.view });
  await headOf(id, head.id);
  await head.client.call(library.items, { parentId: cabinet });
  await house.admin.call(people.deleteDepartment, { id });
  expect(await head.client.refused(library.items, { parentId: cabinet })).toBe(1002);
});

it('nobody makes departments their own by moving them below one', async () => {
  const [own, other] = [await makeDepartment(house), await makeDepartment(house)];
  const mover = await makeSignedIn(house, { roleIds: [await makeRole(house, { deeds: ['departments.edit'] })] });
  await headOf(own, mover.id);
  expect(await mover.client.refused(people.updateDepartment, { id: other, parentId: own })).toBe(2027);
  await house.admin.call(people.updateDepartment, { id: other, parentId: own });
});

it('a head holds an office, so that nobody becomes them by being called so elsewhere', async () => {
  const [head, plain] = [await makeUser(house), await makeUser(house)];
  await headOf(await makeDepartment(house), head.id);
  const { read } = house.house.database;
  expect([await holdsOffice(read, Number(head.id)), await holdsOffice(read, Number(plain.id))]).toEqual([true, false]);
});
