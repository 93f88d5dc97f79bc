import { permissions } from '@dossier/contract/access/permissions';
import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeBareDocument } from './bare-documents.ts';
import { type TestServer, openTestServer } from './test-server.ts';
import { makeCabinet, makeFolder } from './make-items.ts';
import { makeDepartment, makeGroup, makeRole, makeSignedIn } from './make.ts';
import { expectWholeTree } from './tree-check.ts';

let dossier: TestServer;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let friend: Awaited<ReturnType<typeof makeSignedIn>>;
let adminId: string;
const at = { cabinet: '', folder: '', inner: '', doc: '', wide: '' };
beforeAll(async () => {
  dossier = await openTestServer();
  staff = await makeSignedIn(dossier);
  friend = await makeSignedIn(dossier);
  adminId = (await dossier.admin.call(session.current)).id;
});
beforeEach(async () => {
  at.cabinet = await makeCabinet(dossier.admin);
  at.folder = await makeFolder(dossier.admin, at.cabinet);
  at.inner = await makeFolder(dossier.admin, at.folder);
  at.doc = await makeBareDocument(dossier, dossier.admin, { parentId: at.inner });
  at.wide = await makeFolder(dossier.admin, at.cabinet);
});
afterEach(() => expectWholeTree(dossier));
afterAll(() => dossier.close());

const give = (objId: string, level: number, scope: 'self' | 'children' | 'all' = 'all') =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: staff.id, level, reach: scope });
const bits = async (objId: string): Promise<number> => (await staff.client.call(permissions.list, { objId })).rights;
const grantBy = (objId: string, level: number, more: object = {}) =>
  staff.client.refused(permissions.grant, { objId, granteeType: 'user', granteeId: friend.id, level, ...more });

describe('a manager without full rights', () => {
  it('grants at most their own rights, wherever the grant reaches', async () => {
    await give(at.folder, 131);
    expect(await grantBy(at.folder, 255)).toBe(4908);
    expect(await grantBy(at.folder, 27)).toBe(4908);
    expect(await grantBy(at.folder, 255, { granteeId: staff.id })).toBe(4908);
    await staff.client.call(permissions.grant, { objId: at.folder, granteeType: 'user', granteeId: friend.id, level: 131 });
  });

  it('restricts no user with more rights, by name or as a group', async () => {
    await give(at.folder, 131);
    const theirs = [
      ['user', friend.id],
      ['group', await makeGroup(dossier, [friend.id])],
    ] as const;
    for (const [granteeType, granteeId] of theirs) {
      await dossier.admin.call(permissions.grant, { objId: at.cabinet, granteeType, granteeId, level: 255 });
      for (const level of [0, 1]) expect(await grantBy(at.folder, level, { granteeType, granteeId })).toBe(4908);
      await dossier.admin.call(permissions.grant, { objId: at.cabinet, granteeType, granteeId, level: 3 });
      await staff.client.call(permissions.grant, { objId: at.folder, granteeType, granteeId, level: 0 });
      await dossier.admin.call(permissions.revoke, { objId: at.folder, granteeType, granteeId });
      await dossier.admin.call(permissions.revoke, { objId: at.cabinet, granteeType, granteeId });
    }
  });

  it('grants nothing deeper than their own right reaches', async () => {
    await give(at.folder, 255, 'self');
    expect(await grantBy(at.folder, 3)).toBe(4908);
    expect(await grantBy(at.folder, 3, { reach: 'children' })).toBe(4908);
    await staff.client.call(permissions.grant, { objId: at.folder, granteeType: 'user', granteeId: friend.id, level: 255, reach: 'self' });
    expect(await friend.client.refused(permissions.list, { objId: at.inner })).toBe(1002);
  });

  it('grants nothing on what is hidden from them inside, unless it does not inherit', async () => {
    await give(at.folder, 255);
    await give(at.inner, 0);
    expect(await grantBy(at.folder, 3)).toBe(4908);
    await dossier.admin.call(permissions.inherit, { objId: at.inner, inherit: false });
    await staff.client.call(permissions.grant, { objId: at.folder, granteeType: 'user', granteeId: friend.id, level: 3 });
    expect(await friend.client.refused(library.documentDetail, { id: at.doc })).toBe(1002);
  });

  it('removes no denial that applies to themselves', async () => {
    const group = await makeGroup(dossier, [staff.id]);
    const { spaceId } = await staff.client.call(session.current);
    await dossier.admin.call(permissions.grant, { objId: at.cabinet, granteeType: 'organisation', granteeId: spaceId, level: 255 });
    await give(at.folder, 131);
    await dossier.admin.call(permissions.grant, { objId: at.folder, granteeType: 'group', granteeId: group, level: 0 });
    expect(await bits(at.folder)).toBe(131);
    const named = { objId: at.folder, granteeType: 'group', granteeId: group } as const;
    expect(await staff.client.refused(permissions.revoke, named)).toBe(4908);
    expect(await staff.client.refused(permissions.grant, { ...named, level: 1 })).toBe(4908);
    expect(await bits(at.folder)).toBe(131);
  });

  it('restores no inheritance that would give them more, and keeps exactly their rights when they cancel it', async () => {
    await give(at.folder, 131);
    await staff.client.call(permissions.inherit, { objId: at.inner, inherit: false });
    expect([await bits(at.inner), await bits(at.doc)]).toEqual([131, 131]);
    await dossier.admin.call(permissions.grant, {
      objId: at.folder,
      granteeType: 'group',
      granteeId: await makeGroup(dossier, [staff.id]),
      level: 255,
    });
    expect(await bits(at.inner)).toBe(131);
    expect(await staff.client.refused(permissions.inherit, { objId: at.inner, inherit: true })).toBe(4908);
  });

  it('changes no owner', async () => {
    await give(at.folder, 131);
    const mine = { objId: at.folder, userId: staff.id };
    expect(await staff.client.refused(permissions.owner, mine)).toBe(4908);
    await give(at.folder, 255, 'self');
    expect(await staff.client.refused(permissions.owner, mine)).toBe(4908);
    await give(at.cabinet, 255);
    expect(await staff.client.refused(permissions.owner, { objId: at.cabinet, userId: staff.id })).toBe(4906);
  });

  it('changes no right of the owner', async () => {
    await give(at.cabinet, 255);
    expect(await grantBy(at.cabinet, 0, { granteeId: adminId })).toBe(4906);
    const own = await makeCabinet(staff.client, { moduleType: moduleType.my });
    expect(await staff.client.refused(permissions.grant, { objId: own, granteeType: 'user', granteeId: staff.id, level: 1 })).toBe(4906);
    await staff.client.call(permissions.grant, {
      objId: own,
      granteeType: 'organisation',
      granteeId: (await staff.client.call(session.current)).spaceId,
      level: 0,
    });
    expect(await bits(own)).toBe(255);
  });
});

describe('a user who may only change', () => {
  it('neither sees nor changes rights', async () => {
    await give(at.folder, 123);
    expect(await staff.client.call(permissions.list, { objId: at.folder })).toMatchObject({ rights: 123, list: [] });
    expect(await grantBy(at.folder, 1)).toBe(4901);
    expect(await staff.client.refused(permissions.revoke, { objId: at.folder, granteeType: 'user', granteeId: staff.id })).toBe(4901);
    expect(await staff.client.refused(permissions.inherit, { objId: at.inner, inherit: false })).toBe(4901);
    expect(await staff.client.refused(permissions.owner, { objId: at.folder, userId: staff.id })).toBe(4901);
    expect(await staff.client.refused(permissions.explain, { objId: at.folder, userId: friend.id })).toBe(4901);
  });

  it('moves nothing to where they have more rights on it', async () => {
    await give(at.folder, 67);
    await give(at.wide, 255);
    expect(await staff.client.refused(library.move, { objIds: [at.doc], parentId: at.wide })).toBe(4809);
    expect(await staff.client.refused(library.move, { objIds: [at.inner], parentId: at.wide })).toBe(4809);
    await staff.client.call(library.cut, { objIds: [at.doc] });
    expect(await staff.client.refused(library.paste, { parentId: at.wide })).toBe(4809);
    await staff.client.call(library.copy, { objIds: [at.doc] });
    expect(await staff.client.refused(library.paste, { parentId: at.wide })).toBe(4804);
  });

  it('moves nothing with own rights to where it would inherit more', async () => {
    await give(at.folder, 123);
    await give(at.wide, 255);
    await dossier.admin.call(permissions.grant, { objId: at.inner, granteeType: 'user', granteeId: friend.id, level: 1 });
    expect(await staff.client.refused(library.move, { objIds: [at.inner], parentId: at.wide })).toBe(4809);
  });

  it('moves nothing that they may not download to where other users have rights', async () => {
    await give(at.cabinet, 107);
    await dossier.admin.call(permissions.grant, { objId: at.wide, granteeType: 'user', granteeId: friend.id, level: 27 });
    expect(await staff.client.refused(library.move, { objIds: [at.doc], parentId: at.wide })).toBe(4809);
    expect(await staff.client.refused(library.move, { objIds: [at.inner], parentId: at.wide })).toBe(4809);
    await staff.client.call(library.move, { objIds: [at.doc], parentId: at.folder });
    await staff.client.call(library.move, { objIds: [at.doc], parentId: at.cabinet });
    await give(at.cabinet, 123);
    await staff.client.call(library.move, { objIds: [at.inner, at.doc], parentId: at.wide });
  });

  it('moves nothing into a cabinet of their own', async () => {
    await give(at.folder, 123);
    const own = await makeCabinet(staff.client, { moduleType: moduleType.my });
    expect(await staff.client.refused(library.move, { objIds: [at.inner], parentId: own })).toBe(4809);
    await give(at.folder, 255);
    await give(at.doc, 1);
    expect(await staff.client.refused(library.move, { objIds: [at.inner], parentId: own })).toBe(1001);
  });
});

describe('a hidden item', () => {
  const routes = [
    [library.documentDetail, 'id'],
    [library.ancestors, 'id'],
    [library.update, 'id'],
    [library.items, 'parentId'],
    [library.documents, 'parentId'],
    [library.tree, 'parentId'],
    [library.delete, 'objIds'],
    [library.copy, 'objIds'],
    [library.cut, 'objIds'],
    [library.restore, 'objIds'],
    [library.remove, 'objIds'],
    [permissions.list, 'objId'],
    [permissions.grant, 'objId'],
    [permissions.revoke, 'objId'],
    [permissions.inherit, 'objId'],
    [permissions.owner, 'objId'],
    [permissions.explain, 'objId'],
    [library.checkNames, 'parentId'],
  ] as const;

  it.each(routes)('%o answers as for an item that does not exist', async (route, field) => {
    const rest = { granteeType: 'user', granteeId: friend.id, userId: staff.id, level: 1, inherit: true, names: ['x'] };
    const answers = await Promise.all([at.doc, '424242'].map((id) => staff.client.raw(route, { ...rest, [field]: id })));
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect(answers.map((one) => one.status)).toEqual([404, 404]);
    if (field === 'objIds') {
      const seen = await makeBareDocument(dossier, dossier.admin, { parentId: at.wide });
      await give(seen, 255);
      expect([1002, 4813]).toContain(await staff.client.refused(route, { objIds: [seen, at.doc] }));
      expect(await bits(seen)).toBe(255);
    }
  });

  it('counts as not granted when rights are asked for', async () => {
    await give(at.doc, 3);
    const asked = { rights: 1, objIds: [at.inner, at.doc, '424242'] };
    expect(await staff.client.call(permissions.check, asked)).toEqual({ hasRights: [false, true, false] });
  });
});

describe('grants on purged items', () => {
  it.each([
    [
      'group',
      {
        create: people.createGroup,
        remove: people.deleteGroup,
        make: (userIds: string[], name: string) => makeGroup(dossier, userIds, name),
      },
    ],
    [
      'role',
      {
        create: people.createRole,
        remove: people.deleteRole,
        make: (userIds: string[], name: string) => makeRole(dossier, { name, userIds }),
      },
    ],
    [
      'department',
      {
        create: people.createDepartment,
        remove: people.deleteDepartment,
        make: (_: string[], name: string) => makeDepartment(dossier, { name }),
      },
    ],
  ] as const)('of a %s are removed, and its name made again gets nothing', async (granteeType, { create, remove, make }) => {
    const id = await make([staff.id], 'Passing');
    if (granteeType === 'department') await dossier.admin.call(people.addToDepartment, { id, userIds: [staff.id] });
    await dossier.admin.call(permissions.grant, { objId: at.folder, granteeType, granteeId: id, level: 3 });
    expect(await bits(at.folder)).toBe(3);
    if (granteeType === 'department') await dossier.admin.call(people.removeFromDepartment, { id, userIds: [staff.id] });
    await dossier.admin.call(remove, { id });
    expect(await staff.client.refused(permissions.list, { objId: at.folder })).toBe(1002);
    await dossier.drain();
    expect((await dossier.admin.call(permissions.list, { objId: at.folder })).list).toEqual([]);
    await dossier.admin.call(create, { name: 'Passing' });
    expect(await staff.client.refused(permissions.list, { objId: at.folder })).toBe(1002);
  });
});

describe('a deadline', () => {
  it('ends a right to the second, for answers in the memo too', async () => {
    const deadline = new Date(dossier.clock.now() + 60_000).toISOString();
    await dossier.admin.call(permissions.grant, { objId: at.folder, granteeType: 'user', granteeId: staff.id, level: 27, deadline });
    dossier.clock.forward(57_000);
    expect((await staff.client.call(library.items, { parentId: at.folder })).totalNumber).toBe(1);
    dossier.clock.forward(3000);
    expect(await staff.client.refused(library.items, { parentId: at.folder })).toBe(1002);
    expect(await staff.client.call(permissions.check, { rights: 1, objIds: at.folder })).toEqual({ hasRights: [false] });
    expect((await dossier.admin.call(permissions.list, { objId: at.folder })).list).toMatchObject([{ expired: true }]);
    expect(await grantBy(at.folder, 1)).toBe(1002);
    const past = { objId: at.folder, granteeType: 'user', granteeId: staff.id, level: 1, deadline: new Date(0).toISOString() };
    expect(await dossier.admin.refused(permissions.grant, past)).toBe(4904);
  });
});

describe('a level', () => {
  it('is a union of the eight bits, and a check asks for at least one of them', async () => {
    const to = { objId: at.folder, granteeType: 'user', granteeId: staff.id } as const;
    for (const level of [-1, 256]) expect(await dossier.admin.refused(permissions.grant, { ...to, level })).toBe(4903);
    expect(await dossier.admin.refused(permissions.check, { rights: 0, objIds: at.folder })).toBe(4909);
  });
});

describe('cancelling inheritance', () => {
  it('keeps the rights of all users at each distance, when requested', async () => {
    await give(at.cabinet, 59, 'all');
    await give(at.folder, 27, 'children');
    await dossier.admin.call(permissions.grant, { objId: at.folder, granteeType: 'user', granteeId: friend.id, level: 3, reach: 'self' });
    const effectiveRights = async () => [
      await bits(at.inner),
      await bits(at.doc),
      await friend.client.refused(permissions.list, { objId: at.inner }),
    ];
    const before = await effectiveRights();
    await dossier.admin.call(permissions.inherit, { objId: at.inner, inherit: false, keep: true });
    expect([before, await effectiveRights()]).toEqual([
      [27, 59, 1002],
      [27, 59, 1002],
    ]);
    await dossier.admin.call(permissions.inherit, { objId: at.wide, inherit: false });
    expect(await staff.client.refused(permissions.list, { objId: at.wide })).toBe(1002);
    expect(await dossier.admin.refused(permissions.inherit, { objId: at.cabinet, inherit: false })).toBe(4907);
  });
});
