import { permissions } from '@dossier/contract/access/permissions';
import { level, right } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { templates } from '@dossier/contract/documents/folder-templates';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeFolder } from '../../../../test/make-items.ts';
import { findRole, makeGroup, makeSignedIn } from '../../../../test/make.ts';
import { expectWholeTree } from '../../../../test/tree-check.ts';

type Rights = InputOf<typeof templates.setRights>['grants'];
const dayMs = 86_400_000;

let dossier: TestServer;
let creator: Awaited<ReturnType<typeof makeSignedIn>>;
let friend: Awaited<ReturnType<typeof makeSignedIn>>;
let group: string;
let cabinet: string;
let count = 0;
beforeAll(async () => {
  dossier = await openTestServer();
  creator = await makeSignedIn(dossier);
  friend = await makeSignedIn(dossier);
  group = await makeGroup(dossier, [friend.id], 'Auditors');
});
beforeEach(async () => {
  cabinet = await makeCabinet(dossier.admin);
  await grantTo(cabinet, creator.id, { level: level.upload });
});
afterEach(() => expectWholeTree(dossier));
afterAll(() => dossier.close());

const grantTo = (objId: string, granteeId: string, given: Partial<InputOf<typeof permissions.grant>> & { level: number }) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId, ...given });
const makeTemplate = async (given: Partial<InputOf<typeof templates.create>> = {}): Promise<string> =>
  (await dossier.admin.call(templates.create, { name: `Template ${++count}`, enabled: true, ...given })).id;
const addFolder = async (parentId: string, name: string): Promise<string> =>
  (await dossier.admin.call(templates.createFolder, { parentId, name })).id;
const setRights = (id: string, rights: Rights, inherit = true) => dossier.admin.call(templates.setRights, { id, inherit, grants: rights });
const toUser = (granteeId: string, bits: number, more: Partial<Rights[number]> = {}): Rights[number] => ({
  granteeType: 'user',
  granteeId,
  level: bits,
  ...more,
});
const create = (templateId: string, by = creator.client, name = `Made ${++count}`) =>
  by.call(library.createFolder, { parentId: cabinet, name, templateId });
const inside = async (parentId: string) => (await dossier.admin.call(library.items, { parentId })).list;
const rightsOn = async (objId: string) => {
  const { inherit, list } = await dossier.admin.call(permissions.list, { objId });
  return { inherit, list: list.filter((one) => !one.inherited).map((one) => [one.granteeName, one.level]) };
};
const bitsOf = async (userId: string, objId: string) => (await dossier.admin.call(permissions.explain, { objId, userId })).level;

describe('a folder made from a template', () => {
  it('has all its folders and rights, and their validity starts now', async () => {
    const id = await makeTemplate();
    const contracts = await addFolder(id, 'Contracts');
    await addFolder(contracts, 'Signed');
    await addFolder(id, 'Minutes');
    await setRights(id, [toUser(friend.id, level.view, { days: 30 })]);
    await setRights(contracts, [{ granteeType: 'group', granteeId: group, level: level.full }], false);
    const made = await create(id);
    expect(made.notGiven).toBeUndefined();
    const [first, second] = await inside(made.id);
    expect([first?.name, second?.name]).toEqual(['Contracts', 'Minutes']);
    expect((await inside(first?.id ?? '')).map((one) => one.name)).toEqual(['Signed']);
    expect(await rightsOn(made.id)).toEqual({ inherit: true, list: [[friend.fullName, level.view]] });
    expect(await rightsOn(first?.id ?? '')).toEqual({ inherit: false, list: [['Auditors', level.full]] });
    const [grant] = (await dossier.admin.call(permissions.list, { objId: made.id })).list.filter((one) => !one.inherited);
    expect(Math.abs(Date.parse(grant?.deadline ?? '') - dossier.clock.now() - 30 * dayMs)).toBeLessThan(60_000);
    // the creator could not have granted any of these rights, and gets no more in the closed folder than other users
    expect(await bitsOf(creator.id, made.id)).toBe(level.upload);
    expect(await bitsOf(creator.id, first?.id ?? '')).toBe(0);
    expect(await bitsOf(friend.id, second?.id ?? '')).toBe(level.view);
  });

  it('needs the rights for any folder, and an enabled template', async () => {
    const id = await makeTemplate({ enabled: false });
    expect(await creator.client.refused(library.createFolder, { parentId: cabinet, name: 'x', templateId: id })).toBe(5501);
    await dossier.admin.call(templates.update, { id, enabled: true });
    expect(await friend.client.refused(library.createFolder, { parentId: cabinet, name: 'x', templateId: id })).toBe(1002);
    await grantTo(cabinet, friend.id, { level: level.view });
    expect(await friend.client.refused(library.createFolder, { parentId: cabinet, name: 'x', templateId: id })).not.toBe(200);
    await create(id, creator.client, 'Once');
    expect(await creator.client.refused(library.createFolder, { parentId: cabinet, name: 'once', templateId: id })).toBe(4502);
    expect(await creator.client.refused(library.createFolder, { parentId: cabinet, name: 'x', templateId: '987654321' })).toBe(5501);
  });

  it('skips deleted principals and reports them', async () => {
    const gone = await makeGroup(dossier, [], 'Leavers');
    const id = await makeTemplate();
    await setRights(id, [{ granteeType: 'group', granteeId: gone, level: level.view }, toUser(friend.id, level.view)]);
    await dossier.admin.call(people.deleteGroup, { id: gone });
    const { list } = await dossier.admin.call(templates.tree, { id });
    expect(list[0]?.rights.map((one) => [one.granteeName, one.gone])).toEqual([
      ['Leavers', true],
      [friend.fullName, false],
    ]);
    const made = await create(id);
    expect(made.notGiven).toEqual([{ folder: expect.stringContaining('Made'), granteeName: 'Leavers', why: 'gone' }]);
    expect((await rightsOn(made.id)).list).toEqual([[friend.fullName, level.view]]);
    // it may stay where it is, and cannot be named elsewhere
    await setRights(id, [{ granteeType: 'group', granteeId: gone, level: level.print }]);
    expect(
      await dossier.admin.refused(templates.setRights, {
        id: await addFolder(id, 'Other'),
        inherit: true,
        grants: [{ granteeType: 'group', granteeId: gone, level: level.print }],
      }),
    ).toBe(4902);
  });

  it('logs each right with the name of the template', async () => {
    const id = await makeTemplate({ name: 'Logged template' });
    await setRights(id, [toUser(friend.id, level.view)], false);
    const made = await create(id);
    await dossier.drain();
    const { list } = await dossier.admin.call(operationLog.itemLog, { objId: made.id });
    expect(new Set(list.map((line) => line.action))).toEqual(new Set([201, 400, 402]));
    for (const line of list) expect(line.detail).toContain('Logged template');
  });
});

describe('a limit of grantable permissions', () => {
  const ceilings = [level.title, level.view, level.upload, right.manage | level.view, right.manage | level.modify];
  const asked = [level.none, level.title, level.view, level.download, level.modify, level.full];

  it.each(ceilings)('%i of the creator restricts what the template gives', async (most) => {
    const chief = await makeSignedIn(dossier);
    await grantTo(cabinet, chief.id, { level: level.full, handOn: most });
    for (const bits of asked) {
      const id = await makeTemplate();
      await setRights(id, [toUser(friend.id, bits)]);
      const { id: objId, notGiven } = await create(id, chief.client);
      const cut = bits & most;
      const [grant] = (await dossier.admin.call(permissions.list, { objId })).list.filter((one) => !one.inherited);
      if (bits !== 0 && cut === 0) expect([grant, notGiven?.[0]?.why]).toEqual([undefined, 'above']);
      else expect([grant?.level, notGiven?.[0]?.why]).toEqual([cut, cut === bits && bits !== level.full ? undefined : 'less']);
      if (grant !== undefined && (grant.level & right.manage) !== 0) expect((grant.handOn ?? level.full) & ~most).toBe(0);
    }
  });

  it('also applies to rights that its holder gets, through any principal', async () => {
    const chief = await makeSignedIn(dossier);
    await grantTo(cabinet, chief.id, { level: level.full, handOn: level.view });
    const id = await makeTemplate();
    await setRights(id, [{ granteeType: 'group', granteeId: await makeGroup(dossier, [chief.id]), level: level.full }]);
    const made = await create(id, chief.client);
    const { mayGive, capped } = await chief.client.call(permissions.list, { objId: made.id });
    expect([mayGive, capped]).toEqual([level.view, true]);
  });

  it('is not escaped in a folder that gives the holder less, nor in one that inherits nothing', async () => {
    const few = level.upload;
    const strong = await makeTemplate();
    const weak = await makeTemplate();
    const everybody = { granteeType: 'role' as const, granteeId: await findRole(dossier.admin, 'Staff') };
    await setRights(weak, [{ ...everybody, level: few }], false);
    for (const reach of ['all', 'self', 'children'] as const) {
      const chief = await makeSignedIn(dossier);
      await setRights(strong, [toUser(chief.id, level.full)]);
      await grantTo(cabinet, chief.id, { level: level.full, handOn: few, reach });
      if (reach !== 'all') await grantTo(cabinet, chief.id, { level: few });
      const make = async (parentId: string, templateId: string) =>
        (await chief.client.call(library.createFolder, { parentId, templateId, name: `Made ${++count}` })).id;
      for (const first of [strong, weak]) {
        const last = await make(await make(await make(cabinet, first), strong), strong);
        const { mayGive, rights } = await chief.client.call(permissions.list, { objId: last });
        expect([(mayGive ?? 0) & ~few, rights & ~few]).toEqual([0, 0]);
      }
    }
  });

  it('does not apply to the owner of the container', async () => {
    const chief = await makeSignedIn(dossier);
    await grantTo(cabinet, chief.id, { level: level.full, handOn: level.view });
    const folder = await makeFolder(dossier.admin, cabinet);
    await grantTo(folder, chief.id, { level: level.view });
    await dossier.admin.call(permissions.owner, { objId: folder, userId: chief.id });
    const id = await makeTemplate();
    await setRights(id, [toUser(friend.id, level.modify)]);
    const made = await chief.client.call(library.createFolder, { parentId: folder, templateId: id, name: 'Owned' });
    expect([made.notGiven, await bitsOf(friend.id, made.id)]).toEqual([undefined, level.modify]);
  });

  it('does not apply to a user without the right to grant: the template gives what the creator could not', async () => {
    const id = await makeTemplate();
    await setRights(id, [toUser(friend.id, level.full), toUser(creator.id, level.modify)]);
    const made = await create(id);
    expect([await bitsOf(friend.id, made.id), await bitsOf(creator.id, made.id)]).toEqual([level.full, level.modify]);
    expect(await bitsOf(creator.id, cabinet)).toBe(level.upload);
  });
});

describe('the forecast', () => {
  it('reports the rights that are given afterwards', async () => {
    const id = await makeTemplate();
    const closed = await addFolder(await addFolder(id, 'A'), 'B');
    await setRights(closed, [toUser(friend.id, level.full, { days: 7 })], false);
    const chief = await makeSignedIn(dossier);
    await grantTo(cabinet, chief.id, { level: level.full, handOn: level.view });
    const { seen, list } = await chief.client.call(templates.forecast, { id, parentId: cabinet });
    expect(seen).toBe(true);
    expect(list).toMatchObject([
      { path: 'A/B', inherit: false, rights: [{ granteeName: friend.fullName, level: level.view, state: 'less' }] },
    ]);
    const { list: free } = await creator.client.call(templates.forecast, { id, parentId: cabinet });
    expect(free[0]?.rights[0]).toMatchObject({ level: level.full, state: 'given' });
    expect(await friend.client.refused(templates.forecast, { id, parentId: cabinet })).toBe(1002);
  });

  it('reports that the creator will not see the folder', async () => {
    const id = await makeTemplate();
    await setRights(id, [{ granteeType: 'group', granteeId: group, level: level.view }], false);
    expect((await creator.client.call(templates.forecast, { id, parentId: cabinet })).seen).toBe(false);
    expect(await creator.client.refused(library.folderDetail, { id: (await create(id)).id })).toBe(1002);
    await setRights(id, [{ granteeType: 'group', granteeId: group, level: level.view }, toUser(creator.id, level.view)], false);
    expect((await creator.client.call(templates.forecast, { id, parentId: cabinet })).seen).toBe(true);
    await creator.client.call(library.folderDetail, { id: (await create(id)).id });
  });
});

describe('a template made from a folder', () => {
  it('copies what its creator sees, and the rights of folders that the creator manages', async () => {
    const top = await makeFolder(dossier.admin, cabinet, { name: 'Project' });
    const plan = await makeFolder(dossier.admin, top, { name: 'Plan' });
    const hidden = await makeFolder(dossier.admin, top, { name: 'Hidden' });
    await makeFolder(dossier.admin, hidden, { name: 'In hiding' });
    await dossier.admin.call(library.delete, { objIds: [await makeFolder(dossier.admin, top, { name: 'Deleted' })] });
    const deadline = new Date(dossier.clock.now() + 10 * dayMs - 1000).toISOString();
    await grantTo(plan, friend.id, { level: level.view, deadline });
    await dossier.admin.call(permissions.inherit, { objId: plan, inherit: false, keep: true });
    const office = await makeSignedIn(dossier, { roleIds: [await systemRole()] });
    expect(await office.client.refused(templates.createFrom, { objId: top, name: 'Taken' })).toBe(1002);
    await grantTo(top, office.id, { level: level.full });
    await grantTo(hidden, office.id, { level: level.none });
    await grantTo(plan, office.id, { level: level.view });
    expect(await creator.client.refused(templates.createFrom, { objId: top, name: 'Taken' })).toBe(1011);
    const made = await office.client.call(templates.createFrom, { objId: top, name: 'Taken' });
    const { list, enabled } = await office.client.call(templates.tree, { id: made.id });
    expect([made.folders, enabled]).toEqual([1, false]);
    expect(list.map((one) => [one.name, one.inherit])).toEqual([
      ['Taken', true],
      ['Plan', true],
    ]);
    expect(made.withoutRights).toBe(1);
    const whole = await dossier.admin.call(templates.createFrom, { objId: top, name: 'Taken by the owner' });
    const own = (await dossier.admin.call(templates.tree, { id: whole.id })).list;
    expect(own.map((one) => one.name)).toEqual(['Taken by the owner', 'Hidden', 'In hiding', 'Plan']);
    expect(own.find((one) => one.name === 'Plan')?.rights).toContainEqual(expect.objectContaining({ granteeId: friend.id, days: 10 }));
    expect(own.find((one) => one.name === 'Plan')?.inherit).toBe(false);
    const bare = await dossier.admin.call(templates.createFrom, { objId: top, name: 'Bare', withRights: false });
    expect([bare.folders, bare.rights]).toEqual([3, 0]);
  });
});

const systemRole = async (): Promise<string> =>
  (await dossier.admin.call(people.roles, { keyword: 'System' })).list.find((role) => role.builtIn)?.id ?? '';
