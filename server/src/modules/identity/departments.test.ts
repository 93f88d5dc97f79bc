import { codes } from '@dossier/contract/core/codes';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeDepartment, makeSignedIn, makeUser } from '../../../test/make.ts';
import { enter, makeGuest } from '../../../test/other-organisation.ts';
import { readVersions } from '../../platform/db/versions.ts';

let dossier: TestServer;
let admin: Client;
beforeAll(async () => {
  dossier = await openTestServer();
  admin = dossier.admin;
});
afterAll(() => dossier.close());

const below = (parentId?: string) => admin.call(people.departments, { parentId });

describe('the department tree', () => {
  it('lists a level in order, with children and members', async () => {
    const top = await makeDepartment(dossier, { name: 'Tree' });
    const late = await makeDepartment(dossier, { name: 'Alpha', parentId: top, sortNumber: 500 });
    const early = await makeDepartment(dossier, { name: '市场部', parentId: top, sortNumber: 1 });
    const middle = await makeDepartment(dossier, { name: '办公室', parentId: top });
    await makeDepartment(dossier, { parentId: early });
    await makeUser(dossier, { departmentIds: [late] });
    expect(await below(top)).toEqual([
      {
        id: early,
        parentId: top,
        name: '市场部',
        sortNumber: 1,
        hasChildren: true,
        memberCount: 0,
        wholeCount: 0,
        belowCount: 1,
        heads: [],
      },
      {
        id: middle,
        parentId: top,
        name: '办公室',
        sortNumber: 99,
        hasChildren: false,
        memberCount: 0,
        wholeCount: 0,
        belowCount: 0,
        heads: [],
      },
      {
        id: late,
        parentId: top,
        name: 'Alpha',
        sortNumber: 500,
        hasChildren: false,
        memberCount: 1,
        wholeCount: 1,
        belowCount: 0,
        heads: [],
      },
    ]);
    expect((await below()).find(({ id }) => id === top)).toEqual({
      id: top,
      name: 'Tree',
      sortNumber: 99,
      hasChildren: true,
      memberCount: 0,
      wholeCount: 1,
      belowCount: 4,
      heads: [],
    });
    const staff = await makeSignedIn(dossier);
    expect(await staff.client.call(people.departments, { parentId: top })).toHaveLength(3);
  });

  it('counts all users below once, and lists them if asked', async () => {
    const top = await makeDepartment(dossier, { name: 'Counted' });
    const middle = await makeDepartment(dossier, { parentId: top });
    const low = await makeDepartment(dossier, { parentId: middle });
    const both = await makeUser(dossier, { departmentIds: [top, low] });
    const deep = await makeUser(dossier, { departmentIds: [low] });
    const find = async (id: string, parentId?: string) => (await below(parentId)).find((row) => row.id === id);
    expect(await find(top)).toMatchObject({ memberCount: 1, wholeCount: 2, belowCount: 2 });
    expect(await find(middle, top)).toMatchObject({ memberCount: 0, wholeCount: 2, belowCount: 1 });
    const list = async (departmentId: string, whole: boolean) =>
      (await admin.call(people.users, { departmentId, below: whole })).list.map(({ id }) => id).toSorted();
    expect(await list(top, false)).toEqual([both.id]);
    expect(await list(top, true)).toEqual([both.id, deep.id].toSorted());
    expect(await list(middle, false)).toEqual([]);
  });

  it('is searched by name and pinyin, with the path to each result', async () => {
    const top = { id: await makeDepartment(dossier, { name: 'Wayfarers' }), name: 'Wayfarers' };
    const middle = { id: await makeDepartment(dossier, { name: '质检部', parentId: top.id }), name: '质检部' };
    const low = { id: await makeDepartment(dossier, { name: 'Wayside', parentId: middle.id }), name: 'Wayside' };
    expect(await admin.call(people.findDepartments, { keyword: 'WAY' })).toEqual([
      { ...top, way: [] },
      { ...low, way: [top, middle] },
    ]);
    expect(await admin.call(people.findDepartments, { keyword: 'zhijian' })).toEqual([{ ...middle, way: [top] }]);
    const { client, other } = await makeGuest(dossier);
    await other.admin.call(people.createDepartment, { name: 'Wayland' });
    await enter(client, other.id);
    expect(await client.call(people.findDepartments, { keyword: 'way' })).toEqual([]);
  });

  it('holds a name once per level, without regard to case', async () => {
    const top = await makeDepartment(dossier, { name: 'Names' });
    await makeDepartment(dossier, { name: 'Sales', parentId: top });
    const other = await makeDepartment(dossier, { name: 'Other', parentId: top });
    expect(await admin.refused(people.createDepartment, { name: 'SALES', parentId: top })).toBe(2104);
    expect(await admin.refused(people.updateDepartment, { id: other, name: 'sales' })).toBe(2104);
    await admin.call(people.createDepartment, { name: 'Sales', parentId: other });
    await admin.call(people.updateDepartment, { id: other, name: 'OTHER' });
  });

  it('refuses invisible names', async () => {
    expect(await admin.refused(people.createDepartment, { name: 'a\u0000b' })).toBe(1005);
    expect(await admin.refused(people.createDepartment, { name: '  ' })).toBe(400);
    expect(await admin.refused(people.createDepartment, { name: 'x'.repeat(101) })).toBe(400);
    expect(await admin.refused(people.createDepartment, { name: 'Sorted', sortNumber: 1000 })).toBe(400);
  });

  it('refuses missing departments', async () => {
    const id = await makeDepartment(dossier);
    expect(await admin.refused(people.departments, { parentId: '77' })).toBe(2103);
    expect(await admin.refused(people.createDepartment, { name: 'Lost', parentId: '77' })).toBe(2103);
    expect(await admin.refused(people.updateDepartment, { id: '77', name: 'Lost' })).toBe(2103);
    expect(await admin.refused(people.updateDepartment, { id, parentId: '77' })).toBe(2103);
    expect(await admin.refused(people.updateDepartment, { id, sortNumber: -1 })).toBe(400);
    expect(await admin.refused(people.deleteDepartment, { id: '77' })).toBe(2103);
    expect(await admin.refused(people.addToDepartment, { id: '77', userIds: '1' })).toBe(2103);
  });
});

describe('placing a department', () => {
  it('puts it before another of its level or last', async () => {
    const top = await makeDepartment(dossier);
    const make = (name: string) => makeDepartment(dossier, { name, parentId: top });
    const [a, b, c] = [await make('A'), await make('B'), await make('C')];
    const order = async () => (await below(top)).map(({ name }) => name).join('');
    await admin.call(people.placeDepartment, { id: c, before: a });
    expect(await order()).toBe('CAB');
    await admin.call(people.placeDepartment, { id: c });
    expect(await order()).toBe('ABC');
    await admin.call(people.placeDepartment, { id: b, before: a });
    await make('0');
    expect(await order()).toBe('BAC0');
    expect((await below(top)).map(({ sortNumber }) => sortNumber)).toEqual([1, 2, 3, 99]);
  });

  it('refuses departments of other levels', async () => {
    const [id, other] = [await makeDepartment(dossier), await makeDepartment(dossier)];
    const deep = await makeDepartment(dossier, { parentId: other });
    for (const before of [deep, id, '77']) expect(await admin.refused(people.placeDepartment, { id, before })).toBe(2103);
    expect(await admin.refused(people.placeDepartment, { id: '77' })).toBe(2103);
  });

  it('needs the permission to edit departments, which heads have within their scope', async () => {
    const [top, other] = [await makeDepartment(dossier), await makeDepartment(dossier)];
    const [first, second] = [await makeDepartment(dossier, { parentId: top }), await makeDepartment(dossier, { parentId: top })];
    const { client, id } = await makeSignedIn(dossier);
    expect(await client.refused(people.placeDepartment, { id: second, before: first })).toBe(codes.adminOnly.code);
    await admin.call(people.setHeads, { id: top, userIds: [id] });
    await client.call(people.placeDepartment, { id: second, before: first });
    expect((await below(top)).map((row) => row.id)).toEqual([second, first]);
    expect(await client.refused(people.placeDepartment, { id: top, before: other })).toBe(codes.noRightToOperate.code);
    expect((await client.call(people.users, { departmentId: top, below: true })).totalNumber).toBe(0);
    expect(await client.refused(people.users, { departmentId: other, below: true })).toBe(codes.noRightToOperate.code);
  });
});

describe('moving a department', () => {
  it('never goes below itself (2106)', async () => {
    const a = await makeDepartment(dossier);
    const b = await makeDepartment(dossier, { parentId: a });
    const c = await makeDepartment(dossier, { parentId: b });
    for (const parentId of [a, b, c]) expect(await admin.refused(people.updateDepartment, { id: a, parentId })).toBe(2106);
    await admin.call(people.updateDepartment, { id: c, parentId: '0' });
    await admin.call(people.updateDepartment, { id: a, parentId: c });
    expect(await below(c)).toMatchObject([{ id: a }]);
  });

  it('creates no cycle by two concurrent moves', async () => {
    const [a, b] = [await makeDepartment(dossier), await makeDepartment(dossier)];
    const move = (id: string, parentId: string) =>
      admin.call(people.updateDepartment, { id, parentId }).then(
        () => 200,
        (error) => error.code,
      );
    const answers = await Promise.all([move(a, b), move(b, a)]);
    expect(answers.toSorted()).toEqual([200, 2106]);
  });

  it('invalidates the cached rights', async () => {
    const [a, b] = [await makeDepartment(dossier), await makeDepartment(dossier)];
    const before = await readVersions(dossier.services.database.read);
    await admin.call(people.updateDepartment, { id: b, parentId: a });
    expect((await readVersions(dossier.services.database.read)).people).toBeGreaterThan(before.people);
  });
});

describe('deleting a department', () => {
  it('is refused unless it is empty (2105)', async () => {
    const top = await makeDepartment(dossier);
    const child = await makeDepartment(dossier, { parentId: top });
    const { id } = await makeUser(dossier, { departmentIds: [child] });
    expect(await admin.refused(people.deleteDepartment, { id: top })).toBe(2105);
    expect(await admin.refused(people.deleteDepartment, { id: child })).toBe(2105);
    await admin.call(people.removeFromDepartment, { id: child, userIds: id });
    await admin.call(people.deleteDepartment, { id: child });
    await admin.call(people.deleteDepartment, { id: top });
    expect((await below()).some((row) => row.id === top)).toBe(false);
  });
});
