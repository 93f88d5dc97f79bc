import { permissions } from '@dossier/contract/access/permissions';
import { session } from '@dossier/contract/identity/sessions';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeBareDocument } from './bare-documents.ts';
import { type TestServer, openTestServer } from './test-server.ts';
import { makeCabinet, makeFolder } from './make-items.ts';
import { makeGroup, makeRole, makeSignedIn } from './make.ts';
import { expectWholeTree } from './tree-check.ts';

/** Read and manage: enough to grant and revoke, and less than all rights. */
const managing = 131;
let dossier: TestServer;
let manager: Awaited<ReturnType<typeof makeSignedIn>>;
let boss: Awaited<ReturnType<typeof makeSignedIn>>;
let adminId: string;
const at = { cabinet: '', folder: '', inner: '', doc: '' };
beforeAll(async () => {
  dossier = await openTestServer();
  manager = await makeSignedIn(dossier);
  boss = await makeSignedIn(dossier);
  adminId = (await dossier.admin.call(session.current)).id;
});
beforeEach(async () => {
  at.cabinet = await makeCabinet(dossier.admin);
  at.folder = await makeFolder(dossier.admin, at.cabinet);
  at.inner = await makeFolder(dossier.admin, at.folder);
  at.doc = await makeBareDocument(dossier, dossier.admin, { parentId: at.inner });
  await give(at.folder, manager.id, managing);
});
afterEach(() => expectWholeTree(dossier));
afterAll(() => dossier.close());

type Type = 'user' | 'group' | 'role' | 'organisation';
type Reach = 'self' | 'children' | 'all';
const to = (granteeId: string, granteeType: Type = 'user') => ({ granteeType, granteeId });
interface Given {
  level: number;
  granteeType?: Type;
  reach?: Reach;
  deadline?: string;
}
const give = (objId: string, granteeId: string, given: number | Given) =>
  dossier.admin.call(permissions.grant, { objId, ...to(granteeId), ...(typeof given === 'number' ? { level: given } : given) });
const bossHas = async (objId: string): Promise<number> => (await boss.client.call(permissions.list, { objId })).rights;

describe('a grant above the rights of a manager', () => {
  it('is neither revoked nor lowered by the manager, by id or by name, but by a user with full rights', async () => {
    const { ids } = await give(at.folder, boss.id, 255);
    for (const named of [to(boss.id), { id: ids[0] ?? '' }])
      expect(await manager.client.refused(permissions.revoke, { objId: at.folder, ...named })).toBe(4908);
    for (const level of [0, 1, managing])
      expect(await manager.client.refused(permissions.grant, { objId: at.folder, ...to(boss.id), level })).toBe(4908);
    expect([await bossHas(at.folder), await bossHas(at.doc)]).toEqual([255, 255]);
    await give(at.folder, manager.id, 255);
    await manager.client.call(permissions.grant, { objId: at.folder, ...to(boss.id), level: 3 });
    await manager.client.call(permissions.revoke, { objId: at.folder, ...to(boss.id) });
    expect(await boss.client.refused(permissions.list, { objId: at.folder })).toBe(1002);
  });

  it('of a group, or outweighed by another of the same user, is not either', async () => {
    const group = await makeGroup(dossier, [boss.id]);
    await give(at.folder, group, { level: 255, granteeType: 'group' });
    await give(at.folder, boss.id, 255);
    for (const principal of [to(group, 'group'), to(boss.id)]) {
      expect(await manager.client.refused(permissions.revoke, { objId: at.folder, ...principal })).toBe(4908);
      expect(await manager.client.refused(permissions.grant, { objId: at.folder, ...principal, level: 3 })).toBe(4908);
    }
  });

  it('is not overridden deeper inside, nor by a narrower one', async () => {
    await give(at.folder, boss.id, 255);
    await give(at.folder, boss.id, { level: 3, reach: 'self' });
    expect(await manager.client.refused(permissions.grant, { objId: at.folder, ...to(boss.id), level: 3, reach: 'children' })).toBe(4908);
    expect(await manager.client.refused(permissions.grant, { objId: at.inner, ...to(boss.id), level: 3, reach: 'self' })).toBe(4908);
    expect([await bossHas(at.folder), await bossHas(at.inner)]).toEqual([3, 255]);
  });

  it('is removed once it has ended, and one that is not above at any time', async () => {
    await give(at.folder, boss.id, { level: 255, deadline: new Date(dossier.clock.now() + 1000).toISOString() });
    expect(await manager.client.refused(permissions.revoke, { objId: at.folder, ...to(boss.id) })).toBe(4908);
    dossier.clock.forward(2000);
    await manager.client.call(permissions.revoke, { objId: at.folder, ...to(boss.id) });
    await give(at.folder, boss.id, managing);
    await manager.client.call(permissions.grant, { objId: at.folder, ...to(boss.id), level: 1 });
    await manager.client.call(permissions.revoke, { objId: at.folder, ...to(boss.id) });
    expect(await boss.client.refused(permissions.list, { objId: at.folder })).toBe(1002);
  });
});

describe('a denial', () => {
  it('of a group takes no higher rights from other grants, unless its giver has them', async () => {
    const role = await makeRole(dossier, { userIds: [boss.id] });
    const group = await makeGroup(dossier, [boss.id]);
    await give(at.folder, role, { level: 255, granteeType: 'role' });
    const refuse = { objId: at.folder, ...to(group, 'group'), level: 0 };
    expect(await manager.client.refused(permissions.grant, refuse)).toBe(4908);
    await give(at.folder, role, { level: 3, granteeType: 'role' });
    await manager.client.call(permissions.grant, refuse);
    expect(await boss.client.refused(permissions.list, { objId: at.folder })).toBe(1002);
  });

  it('is removed by no user who thereby gains rights', async () => {
    const group = await makeGroup(dossier, [boss.id]);
    await give(at.cabinet, group, { level: 255, granteeType: 'group' });
    await give(at.folder, boss.id, 0);
    expect(await manager.client.refused(permissions.revoke, { objId: at.folder, ...to(boss.id) })).toBe(4908);
    expect(await manager.client.refused(permissions.grant, { objId: at.folder, ...to(boss.id), level: 1 })).toBe(4908);
    await give(at.cabinet, group, { level: 3, granteeType: 'group' });
    await manager.client.call(permissions.revoke, { objId: at.folder, ...to(boss.id) });
    expect(await bossHas(at.folder)).toBe(3);
  });
});

describe('inheritance', () => {
  it('is cancelled by a manager only where no user loses more than the manager has, or all keep their rights', async () => {
    await give(at.cabinet, boss.id, 255);
    expect(await manager.client.refused(permissions.inherit, { objId: at.inner, inherit: false })).toBe(4908);
    expect(await bossHas(at.doc)).toBe(255);
    await manager.client.call(permissions.inherit, { objId: at.inner, inherit: false, keep: true });
    expect(await bossHas(at.doc)).toBe(255);
    expect(await manager.client.refused(permissions.revoke, { objId: at.inner, ...to(boss.id) })).toBe(4908);
  });

  it('is restored by a manager only where no user gains more than the manager has', async () => {
    await dossier.admin.call(permissions.inherit, { objId: at.inner, inherit: false });
    await give(at.inner, manager.id, managing);
    await give(at.cabinet, boss.id, 255);
    expect(await manager.client.refused(permissions.inherit, { objId: at.inner, inherit: true })).toBe(4908);
    await give(at.cabinet, boss.id, 3);
    await manager.client.call(permissions.inherit, { objId: at.inner, inherit: true });
    expect(await bossHas(at.inner)).toBe(3);
  });
});

describe('the owner', () => {
  it('keeps rights given by name, whoever else manages', async () => {
    await give(at.cabinet, boss.id, 255);
    await dossier.admin.call(permissions.owner, { objId: at.cabinet, userId: boss.id });
    await boss.client.call(permissions.grant, { objId: at.cabinet, ...to(manager.id), level: 255 });
    expect(await manager.client.refused(permissions.revoke, { objId: at.cabinet, ...to(boss.id) })).toBe(4906);
    expect(await manager.client.refused(permissions.grant, { objId: at.cabinet, ...to(boss.id), level: 0 })).toBe(4906);
    await boss.client.call(permissions.revoke, { objId: at.cabinet, ...to(boss.id) });
    expect(await bossHas(at.cabinet)).toBe(255);
    await boss.client.call(permissions.owner, { objId: at.cabinet, userId: adminId });
  });
});
