import { people } from '@dossier/contract/people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeDepartment, makeSignedIn, makeUser } from '../../../test/make.ts';
import { readVersions } from '../../ground/db/versions.ts';

let house: TestHouse;
let admin: Client;
beforeAll(async () => {
  house = await openHouse();
  admin = house.admin;
});
afterAll(() => house.close());

const below = (parentId?: string) => admin.call(people.departments, { parentId });

describe('the tree of departments', () => {
  it('lists a level in its order, with children and members', async () => {
    const top = await makeDepartment(house, { name: 'Tree' });
    const late = await makeDepartment(house, { name: 'Alpha', parentId: top, sortNumber: 500 });
    const early = await makeDepartment(house, { name: '市场部', parentId: top, sortNumber: 1 });
    const middle = await makeDepartment(house, { name: '办公室', parentId: top });
    await makeDepartment(house, { parentId: early });
    await makeUser(house, { departmentIds: [late] });
    expect(await below(top)).toEqual([
      { id: early, parentId: top, name: '市场部', sortNumber: 1, hasChildren: true, memberCount: 0, heads: [] },
      { id: middle, parentId: top, name: '办公室', sortNumber: 99, hasChildren: false, memberCount: 0, heads: [] },
      { id: late, parentId: top, name: 'Alpha', sortNumber: 500, hasChildren: false, memberCount: 1, heads: [] },
    ]);
    expect((await below()).find(({ id }) => id === top)).toEqual({
      id: top,
      name: 'Tree',
      sortNumber: 99,
      hasChildren: true,
      memberCount: 0,
      heads: [],
    });
    const staff = await makeSignedIn(house);
    expect(await staff.client.call(people.departments, { parentId: top })).toHaveLength(3);
  });

  it('holds a name once a level, without regard to case', async () => {
    const top = await makeDepartment(house, { name: 'Names' });
    await makeDepartment(house, { name: 'Sales', parentId: top });
    const other = await makeDepartment(house, { name: 'Other', parentId: top });
    expect(await admin.refused(people.createDepartment, { name: 'SALES', parentId: top })).toBe(2104);
    expect(await admin.refused(people.updateDepartment, { id: other, name: 'sales' })).toBe(2104);
    await admin.call(people.createDepartment, { name: 'Sales', parentId: other });
    await admin.call(people.updateDepartment, { id: other, name: 'OTHER' });
  });

  it('refuses names that cannot be seen', async () => {
    expect(await admin.refused(people.createDepartment, { name: 'a\u0000b' })).toBe(1005);
    expect(await admin.refused(people.createDepartment, { name: '  ' })).toBe(400);
    expect(await admin.refused(people.createDepartment, { name: 'x'.repeat(101) })).toBe(400);
    expect(await admin.refused(people.createDepartment, { name: 'Sorted', sortNumber: 1000 })).toBe(400);
  });

  it('knows only departments that exist', async () => {
    const id = await makeDepartment(house);
    expect(await admin.refused(people.departments, { parentId: '77' })).toBe(2103);
    expect(await admin.refused(people.createDepartment, { name: 'Lost', parentId: '77' })).toBe(2103);
    expect(await admin.refused(people.updateDepartment, { id: '77', name: 'Lost' })).toBe(2103);
    expect(await admin.refused(people.updateDepartment, { id, parentId: '77' })).toBe(2103);
    expect(await admin.refused(people.updateDepartment, { id, sortNumber: -1 })).toBe(400);
    expect(await admin.refused(people.deleteDepartment, { id: '77' })).toBe(2103);
    expect(await admin.refused(people.addToDepartment, { id: '77', userIds: '1' })).toBe(2103);
  });
});

describe('moving a department', () => {
  it('never goes below itself (2106)', async () => {
    const a = await makeDepartment(house);
    const b = await makeDepartment(house, { parentId: a });
    const c = await makeDepartment(house, { parentId: b });
    for (const parentId of [a, b, c]) expect(await admin.refused(people.updateDepartment, { id: a, parentId })).toBe(2106);
    await admin.call(people.updateDepartment, { id: c, parentId: '0' });
    await admin.call(people.updateDepartment, { id: a, parentId: c });
    expect(await below(c)).toMatchObject([{ id: a }]);
  });

  it('makes no loop of two moves at once', async () => {
    const [a, b] = [await makeDepartment(house), await makeDepartment(house)];
    const move = (id: string, parentId: string) =>
      admin.call(people.updateDepartment, { id, parentId }).then(
        () => 200,
        (error) => error.code,
      );
    const answers = await Promise.all([move(a, b), move(b, a)]);
    expect(answers.toSorted()).toEqual([200, 2106]);
  });

  it('tells the caches of rights', async () => {
    const [a, b] = [await makeDepartment(house), await makeDepartment(house)];
    const before = await readVersions(house.house.database.read);
    await admin.call(people.updateDepartment, { id: b, parentId: a });
    expect((await readVersions(house.house.database.read)).people).toBeGreaterThan(before.people);
  });
});

describe('deleting a department', () => {
  it('is done only when it is empty (2105)', async () => {
    const top = await makeDepartment(house);
    const child = await makeDepartment(house, { parentId: top });
    const { id } = await makeUser(house, { departmentIds: [child] });
    expect(await admin.refused(people.deleteDepartment, { id: top })).toBe(2105);
    expect(await admin.refused(people.deleteDepartment, { id: child })).toBe(2105);
    await admin.call(people.removeFromDepartment, { id: child, userIds: id });
    await admin.call(people.deleteDepartment, { id: child });
    await admin.call(people.deleteDepartment, { id: top });
    expect((await below()).some((row) => row.id === top)).toBe(false);
  });
});
