import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { level, module } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { admin as administration } from '@dossier/contract/identity/user-administration';
import { people } from '@dossier/contract/identity/users';
import { action, actionGroups } from '@dossier/contract/reporting/actions';
import { maxCountedEntries, operationLog } from '@dossier/contract/reporting/operation-log';
import { shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeDepartment, makeGroup, makeRole, makeSignedIn, makeUser } from '../../../../test/make.ts';
import { enter, invite, makeGuest, makeOrganisation, spaceOf } from '../../../../test/other-organisation.ts';

let dossier: TestServer;
/** Has the permission for the log and no others. */
let auditor: Awaited<ReturnType<typeof makeSignedIn>>;
beforeAll(async () => {
  dossier = await openTestServer();
  const role = await makeRole(dossier, { moduleTypes: [module.home], deeds: ['log.see'] });
  auditor = await makeSignedIn(dossier, { roleIds: [role], fullName: 'Audrey Auditor' });
});
afterAll(() => dossier.close());

type Asked = InputOf<typeof operationLog.log>;

async function lines(query: Asked = {}, client: Client = auditor.client) {
  await dossier.drain();
  return (await client.call(operationLog.log, query)).list;
}

const factsOf = (line: { detail?: string | undefined } | undefined): unknown => JSON.parse(line?.detail ?? '{}');

it('puts every action into exactly one group', () => {
  expect(Object.values(actionGroups).flat().toSorted()).toEqual(Object.keys(action).toSorted());
});

describe('access to the log', () => {
  it('needs the permission, which is enough', async () => {
    const staff = await makeSignedIn(dossier);
    expect(await staff.client.refused(operationLog.log, {})).toBe(codes.adminOnly.code);
    expect((await lines()).length).toBeGreaterThan(0);
    expect(await auditor.client.refused(people.users, {})).toBe(codes.adminOnly.code);
  });
});

describe('shares', () => {
  it('are told once, and by name to who sees all that is in them', async () => {
    const owner = await makeSignedIn(dossier, { fullName: 'Sara Sharer' });
    const cabinet = await makeCabinet(owner.client, { moduleType: 2, name: 'Offers' });
    const shown = await makeFolder(owner.client, cabinet, { name: 'Shown offers' });
    const secret = await makeFolder(owner.client, cabinet, { name: 'Secret offers' });
    await owner.client.call(permissions.grant, {
      granteeType: 'user',
      granteeId: auditor.id,
      level: level.view,
      reach: 'all',
      objId: [shown],
    });
    const open = await owner.client.call(shares.create, { objIds: [shown], name: 'For Ann' });
    await owner.client.call(shares.update, { id: open.id, name: 'For Ben' });
    const closed = await owner.client.call(shares.create, { objIds: [shown, secret], name: 'Secret pair' });
    await owner.client.call(shares.close, { id: closed.id });
    // without a name of its own a share has that of its first item
    await owner.client.call(shares.create, { objIds: [secret, shown] });
    const seen = await lines({ userId: owner.id, actions: [action.shareCreate, action.shareUpdate, action.shareClose] });
    expect(seen.map((line) => [line.action, line.objName, line.hidden, factsOf(line)])).toEqual([
      [action.shareCreate, 'Shown offers', undefined, { share: ['Shown offers'] }],
      [action.shareCreate, undefined, true, {}],
      [action.shareClose, undefined, true, {}],
      [action.shareCreate, undefined, true, {}],
      [action.shareCreate, 'Shown offers', undefined, { share: ['Secret pair'] }],
      [action.shareUpdate, 'For Ben', undefined, { name: ['For Ann', 'For Ben'] }],
      [action.shareCreate, 'Shown offers', undefined, { share: ['For Ann'] }],
    ]);
  });
});

describe('items hidden from the auditor', () => {
  it('stay unnamed, with actor, action, time and address', async () => {
    const owner = await makeSignedIn(dossier, { fullName: 'Olga Owner' });
    const cabinet = await makeCabinet(owner.client, { moduleType: 2, name: 'Hidden cabinet' });
    const shown = await makeFolder(owner.client, cabinet, { name: 'Shown folder' });
    const secret = await makeFolder(owner.client, cabinet, { name: 'Secret folder' });
    const grant = { granteeType: 'user', granteeId: auditor.id, level: level.view, reach: 'all' } as const;
    await owner.client.call(permissions.grant, { ...grant, objId: [shown] });
    await owner.client.call(library.updateFolder, { id: secret, name: 'Secret plans' });
    await owner.client.call(library.move, { objIds: [shown], parentId: secret });
    const seen = await lines({ userId: owner.id });
    expect(JSON.stringify(seen)).not.toMatch(/Secret|Hidden/);
    const named = seen.filter((line) => line.objName !== undefined).map((line) => [line.action, line.objName]);
    expect(named).toEqual([
      [action.folderMove, 'Shown folder'],
      [action.permissionGrant, 'Shown folder'],
      [action.folderCreate, 'Shown folder'],
      [action.userSignIn, 'Olga Owner'],
    ]);
    expect(factsOf(seen.find((line) => line.action === action.permissionGrant))).toMatchObject({ to: ['Audrey Auditor'], level: [3] });
    const hidden = seen.filter((line) => line.hidden);
    expect(hidden.map((line) => line.action)).toEqual([action.folderUpdate, action.folderCreate, action.cabinetCreate]);
    for (const line of hidden)
      expect(line).toEqual({
        id: line.id,
        time: line.time,
        action: line.action,
        userId: owner.id,
        userName: 'Olga Owner',
        address: '127.0.0.1',
        hidden: true,
      });
  });

  it('are not found by their names, while visible ones are', async () => {
    const owner = await makeSignedIn(dossier);
    const cabinet = await makeCabinet(owner.client, { moduleType: 2 });
    const open = await makeFolder(owner.client, cabinet, { name: 'Giraffe open' });
    await makeFolder(owner.client, cabinet, { name: 'Giraffe closed' });
    await owner.client.call(permissions.grant, {
      objId: [open],
      granteeType: 'user',
      granteeId: auditor.id,
      level: level.title,
      reach: 'all',
    });
    await owner.client.call(library.update, { id: open, name: 'Giraffe wide open' });
    const found = await lines({ objName: 'giraffe' });
    expect(new Set(found.map((line) => line.objId))).toEqual(new Set([open]));
    // may see the name, also how it changed, and nothing else
    expect(found.flatMap((line) => (line.detail === undefined ? [] : [JSON.parse(line.detail)]))).toEqual([
      { name: ['Giraffe open', 'Giraffe wide open'] },
    ]);
    expect((await lines({ objName: 'closed' })).length).toBe(0);
  });

  it('lose their names when purged, except for the user who purged them', async () => {
    const admin = dossier.admin;
    const cabinet = await makeCabinet(admin, { name: 'Archive of zebras' });
    const id = await makeDocument(dossier, admin, { parentId: cabinet, name: 'zebra.txt' });
    await admin.call(library.delete, { objIds: [id] });
    await admin.call(library.remove, { objIds: [id] });
    const query = { actions: [action.documentPurge] };
    expect((await lines(query))[0]).toMatchObject({ hidden: true });
    expect((await lines(query))[0]).not.toHaveProperty('objName');
    expect((await lines(query, admin))[0]).toMatchObject({ objName: 'zebra.txt' });
  });
});

describe('filters', () => {
  it('narrow by action, actor, address, time and subject', async () => {
    const [one, other] = [
      await makeSignedIn(dossier, { fullName: 'Wilma Walrus' }),
      await makeSignedIn(dossier, { fullName: 'Otto Otter' }),
    ];
    dossier.clock.forward(60_000);
    const before = new Date(dossier.clock.now()).toISOString();
    const cabinet = await makeCabinet(one.client, { moduleType: 2 });
    dossier.clock.forward(60_000);
    const between = new Date(dossier.clock.now()).toISOString();
    await makeFolder(one.client, cabinet);
    const group = await makeGroup(dossier, [one.id], 'Walking group');
    const actions = async (query: Asked) => (await lines(query)).map((line) => line.action);
    expect(await actions({ userId: one.id })).toEqual([action.folderCreate, action.cabinetCreate, action.userSignIn]);
    expect(await actions({ userName: 'walr' })).toEqual([action.folderCreate, action.cabinetCreate, action.userSignIn]);
    expect(await actions({ userName: other.loginName })).toEqual([action.userSignIn]);
    expect(await actions({ userName: 'nobody at all' })).toEqual([]);
    expect(await actions({ userName: 'wal', actions: [action.cabinetCreate, action.userSignIn] })).toEqual([
      action.cabinetCreate,
      action.userSignIn,
    ]);
    expect(await actions({ userId: one.id, from: before })).toEqual([action.folderCreate, action.cabinetCreate]);
    expect(await actions({ userId: one.id, from: before, to: between })).toEqual([action.cabinetCreate]);
    expect(await actions({ actions: String(action.groupCreate) })).toEqual([action.groupCreate]);
    expect((await lines({ objName: 'WALKING' })).map((line) => [line.action, line.objId])).toEqual([
      [action.groupUpdate, group],
      [action.groupCreate, group],
    ]);
    expect(await actions({ objName: 'walking', actions: [action.groupUpdate] })).toEqual([action.groupUpdate]);
    expect(await actions({ address: '203.0.113.9' })).toEqual([]);
    expect((await actions({ address: '127.0.0.1', userId: one.id })).length).toBe(3);
  });

  it('are answered in pages, and from a line on without a gap', async () => {
    const all = await lines({ pageSize: 1000 });
    expect(all.map((line) => line.time)).toEqual(
      all
        .map((line) => line.time)
        .toSorted()
        .toReversed(),
    );
    const pages = [await lines({ pageSize: 7 }), await lines({ pageSize: 7, pageNo: 2 })].flat();
    expect(pages).toEqual(all.slice(0, 14));
    const walked = [];
    for (let beforeId: string | undefined; ; ) {
      const page = await lines({ pageSize: 9, ...(beforeId !== undefined && { beforeId }) });
      walked.push(...page);
      beforeId = page.at(-1)?.id;
      if (beforeId === undefined) break;
    }
    expect(walked).toEqual(all);
    expect(await auditor.client.refused(operationLog.log, { beforeId: '12' })).toBe(codes.invalidParams.code);
  });

  it('are counted up to a limit', async () => {
    const { organisation_id: space } = await dossier.services.database.read
      .selectFrom('person')
      .select('organisation_id')
      .where('id', '=', Number(auditor.id))
      .executeTakeFirstOrThrow();
    const row = {
      action: action.documentView,
      person_id: 77,
      person_name: 'Busy',
      obj_id: 78,
      obj_name: 'x',
      address: '192.0.2.7',
      detail: null,
    };
    const many = Array.from({ length: maxCountedEntries + 5 }, (_, n) => ({ id: n + 1, at: n, organisation_id: space, ...row }));
    for (let from = 0; from < many.length; from += 1000)
      await dossier.services.database.write((db) =>
        db
          .insertInto('log_entry')
          .values(many.slice(from, from + 1000))
          .execute(),
      );
    const { client } = auditor;
    for (const query of [{ userId: '77' }, { address: '192.0.2.7' }, { actions: [action.documentView] }, {}])
      expect(await client.call(operationLog.log, query)).toMatchObject({ totalNumber: maxCountedEntries, more: true });
    expect((await client.call(operationLog.log, { userId: '77', pageNo: maxCountedEntries / 100, pageSize: 100 })).list.length).toBe(100);
    expect((await client.call(operationLog.log, { userId: '77', pageNo: maxCountedEntries / 100 + 1, pageSize: 100 })).list).toEqual([]);
    const last = await client.call(operationLog.log, { userId: '77', beforeId: '6', pageSize: 100 });
    expect(last.list.map((line) => line.id)).toEqual(['5', '4', '3', '2', '1']);
    await dossier.services.database.write((db) => db.deleteFrom('log_entry').where('person_id', '=', 77).execute());
  });
});

describe('the organisation of a line', () => {
  it('is that of the event, and the user’s own for account events', async () => {
    const guest = await makeGuest(dossier);
    const { admin, id } = guest.other;
    const home = await spaceOf(guest.client);
    await enter(guest.client, id);
    await guest.client.call(session.changePassword, { oldPwd: guest.password, newPwd: 'other-pass-77', confirmPwd: 'other-pass-77' });
    const cabinet = await makeCabinet(guest.client, { moduleType: 2 });
    const there = (await lines({ userId: guest.id }, admin)).map((line) => line.action);
    expect(there).toEqual([action.cabinetCreate, action.guestEnter]);
    const here = (await lines({ userId: guest.id })).map((line) => line.action);
    expect(here).toEqual([action.userUpdate, action.userSignIn]);
    expect([home === id, cabinet]).toEqual([false, expect.any(String)]);
  });

  it('is a new one from its first administrator on', async () => {
    const other = await makeOrganisation(dossier);
    const there = (await lines({}, other.admin)).map((line) => [line.action, line.objId]);
    expect(there).toEqual([
      [action.userSignIn, other.adminId],
      [action.userCreate, other.adminId],
    ]);
  });

  it('is the one that a guest joins or leaves', async () => {
    const [other, person] = [await makeOrganisation(dossier), await makeUser(dossier, { fullName: 'Gustav Guest' })];
    await invite(other.admin, person.loginName);
    await other.admin.call(people.endGuest, { id: person.id });
    const there = await lines({ objName: 'gustav' }, other.admin);
    expect(there.map((line) => line.action)).toEqual([action.guestEnd, action.guestAdd]);
    expect(await lines({ objName: 'gustav', actions: [action.guestAdd] })).toEqual([]);
  });

  it('is the account’s for a refused sign-in; for an unknown account the first one, without the input', async () => {
    const other = await makeOrganisation(dossier);
    const made = await makeUser({ ...dossier, admin: other.admin });
    const refuse = (loginName: string) => dossier.nobody.refused(session.login, { loginName, password: 'wrong-pass-1', loginModel: 1 });
    expect(await refuse(made.loginName)).toBe(await refuse('my-secret-password'));
    const query = { actions: [action.userSignInRefuse] };
    const [there] = await lines(query, other.admin);
    expect(there).toMatchObject({ userId: made.id, userName: made.fullName, address: '127.0.0.1' });
    expect(factsOf(there)).toEqual({ reason: ['password'], code: [2003] });
    const here = await lines(query);
    expect(here.some((line) => line.userId === made.id)).toBe(false);
    expect(here[0]).toMatchObject({ userName: '' });
    expect(JSON.stringify(here)).not.toContain('my-secret');
    await other.admin.call(people.updateUser, { id: made.id, enabled: false });
    await dossier.nobody.refused(session.login, { ...made, loginModel: 1 });
    expect(factsOf((await lines(query, other.admin))[0])).toEqual({ reason: ['disabled'], code: [2005] });
  });
});

/** How users, departments, groups and roles are created, renamed and deleted, and the field that keeps the name. */
const peopleKinds = [
  {
    kind: 'user',
    field: 'fullName',
    create: (name: string) => makeUser(dossier, { fullName: name }).then(({ id }) => id),
    rename: (id: string, name: string) => dossier.admin.call(people.updateUser, { id, fullName: name }),
    remove: (id: string) => dossier.admin.call(administration.deleteUser, { id }),
  },
  {
    kind: 'department',
    field: 'name',
    create: (name: string) => makeDepartment(dossier, { name }),
    rename: (id: string, name: string) => dossier.admin.call(people.updateDepartment, { id, name }),
    remove: (id: string) => dossier.admin.call(people.deleteDepartment, { id }),
  },
  {
    kind: 'group',
    field: 'name',
    create: (name: string) => makeGroup(dossier, [], name),
    rename: (id: string, name: string) => dossier.admin.call(people.renameGroup, { id, name }),
    remove: (id: string) => dossier.admin.call(people.deleteGroup, { id }),
  },
  {
    kind: 'role',
    field: 'name',
    create: (name: string) => makeRole(dossier, { name }),
    rename: (id: string, name: string) => dossier.admin.call(people.updateRole, { id, name }),
    remove: (id: string) => dossier.admin.call(people.deleteRole, { id }),
  },
] as const;

it.each(peopleKinds)('a $kind is logged by kind and name when created, renamed and deleted', async ({ kind, field, ...calls }) => {
  const [before, after] = [`Gulls of the ${kind}`, `Terns of the ${kind}`];
  const id = await calls.create(before);
  await calls.rename(id, after);
  await calls.remove(id);
  const told = (await lines({ actions: [action[`${kind}Create`], action[`${kind}Update`], action[`${kind}Delete`]] })).filter(
    ({ objId }) => objId === id,
  );
  expect(told.map((line) => [line.action, line.objName])).toEqual([
    [action[`${kind}Delete`], after],
    [action[`${kind}Update`], after],
    [action[`${kind}Create`], before],
  ]);
  expect(factsOf(told[1])).toMatchObject({ [field]: [before, after] });
});

describe('old and new values', () => {
  it('are logged for roles, names and enabled state of users, and for members', async () => {
    const role = await makeRole(dossier, { name: 'Scribes' });
    const made = await makeSignedIn(dossier, { fullName: 'Peter Penguin' });
    const group = await makeGroup(dossier, [made.id], 'Penguins');
    await dossier.admin.call(people.updateUser, { id: made.id, roleIds: [role], fullName: 'Paul Penguin', enabled: false });
    await dossier.admin.call(people.removeFromGroup, { id: group, userIds: [made.id] });
    await dossier.admin.call(people.removeFromRole, { id: role, userIds: [made.id] });
    const [changed] = await lines({ objName: 'penguin', actions: [action.userUpdate] });
    expect(factsOf(changed)).toMatchObject({
      fullName: ['Peter Penguin', 'Paul Penguin'],
      roles: ['Staff', 'Scribes'],
      enabled: [true, false],
    });
    const ofGroup = await lines({ objName: 'penguins', actions: [action.groupUpdate] });
    expect(ofGroup.map(factsOf)).toEqual([{ removed: ['Paul Penguin'] }, { added: ['Peter Penguin'] }]);
    expect(factsOf((await lines({ objName: 'scribes', actions: [action.roleUpdate] }))[0])).toEqual({ removed: ['Paul Penguin'] });
  });

  it('are logged for a replaced grant', async () => {
    const cabinet = await makeCabinet(dossier.admin, { name: 'Rights room' });
    const give = { objId: cabinet, granteeType: 'user', granteeId: auditor.id, reach: 'all' } as const;
    await dossier.admin.call(permissions.grant, { ...give, level: level.view });
    await dossier.admin.call(permissions.grant, { ...give, level: level.download });
    await dossier.admin.call(permissions.revoke, { objId: cabinet, granteeType: 'user', granteeId: auditor.id });
    await dossier.admin.call(permissions.grant, { ...give, level: level.view });
    const facts = (await lines({ objName: 'rights room', actions: [action.permissionGrant, action.permissionRevoke] })).map(factsOf);
    expect(facts[1]).toMatchObject({ to: ['Audrey Auditor', null], level: [27, null] });
    expect(facts[2]).toMatchObject({ to: ['Audrey Auditor'], level: [3, 27], reach: ['all'] });
    expect(facts[3]).toMatchObject({ level: [3] });
  });
});
