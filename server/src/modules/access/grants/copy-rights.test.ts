import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeDepartment, makeGroup, makeSignedIn } from '../../../../test/make.ts';
import { expectWholeTree } from '../../../../test/tree-check.ts';

let dossier: TestServer;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let manager: Awaited<ReturnType<typeof makeSignedIn>>;
let group: string;
let department: string;
let cabinet: string;
let from: string;
let to: string;
beforeAll(async () => {
  dossier = await openTestServer();
  staff = await makeSignedIn(dossier);
  manager = await makeSignedIn(dossier);
  group = await makeGroup(dossier, [staff.id]);
  department = await makeDepartment(dossier);
});
beforeEach(async () => {
  cabinet = await makeCabinet(dossier.admin);
  from = await makeFolder(dossier.admin, cabinet);
  to = await makeFolder(dossier.admin, cabinet);
  await give(from, { granteeType: 'group', granteeId: group, level: level.download });
  await give(from, { granteeType: 'department', granteeId: department, level: level.view, reach: 'children' });
  await give(to, { granteeType: 'user', granteeId: staff.id, level: level.title });
  await give(to, { granteeType: 'department', granteeId: department, level: level.view, reach: 'children' });
});
afterAll(() => dossier.close());

interface Given {
  granteeType: 'user' | 'group' | 'department';
  granteeId: string;
  level: number;
  reach?: 'self' | 'children' | 'all';
}
const give = (objId: string, grant: Given) => dossier.admin.call(permissions.grant, { objId, ...grant });
const ownOf = async (objId: string) =>
  (await dossier.admin.call(permissions.list, { objId })).list
    .filter((grant) => !grant.inherited)
    .map((grant) => [grant.granteeType, grant.level, grant.reach] as const)
    .toSorted(([a], [b]) => a.localeCompare(b));

describe('copying rights', () => {
  it('previews what it would grant and revoke', async () => {
    const { given, taken, kept } = await dossier.admin.call(permissions.copyPreview, { objId: to, fromId: from });
    expect(given).toMatchObject([{ granteeId: group, level: level.download }]);
    expect(taken).toMatchObject([{ granteeId: staff.id, level: level.title }]);
    expect(kept).toBe(1);
    expect(await ownOf(to)).toContainEqual(['user', level.title, 'all']);
  });

  it('replaces the own rights of the target, and can be undone', async () => {
    const was = await ownOf(to);
    const { before, after } = await dossier.admin.call(permissions.copy, { objId: to, fromId: from });
    expect(await ownOf(to)).toEqual(await ownOf(from));
    expect(before).toHaveLength(2);
    const undone = await dossier.admin.call(permissions.replace, { objId: to, grants: before, seen: after });
    expect(await ownOf(to)).toEqual(was);
    expect(undone.before).toEqual(after);
    expect(undone.after).toEqual(expect.arrayContaining(before));
    await expectWholeTree(dossier);
  });

  it('is not undone once another manager has granted, changed or revoked something', async () => {
    await give(to, { granteeType: 'user', granteeId: manager.id, level: level.full });
    await give(from, { granteeType: 'user', granteeId: manager.id, level: level.full });
    const changes: (() => Promise<unknown>)[] = [
      () => give(to, { granteeType: 'user', granteeId: staff.id, level: level.view }),
      () => give(to, { granteeType: 'group', granteeId: group, level: level.view }),
      () => dossier.admin.call(permissions.revoke, { objId: to, granteeType: 'group', granteeId: group }),
    ];
    for (const change of changes) {
      const { before, after } = await manager.client.call(permissions.copy, { objId: to, fromId: from });
      await change();
      const was = await ownOf(to);
      expect(await manager.client.refused(permissions.replace, { objId: to, grants: before, seen: after })).toBe(1008);
      expect(await ownOf(to)).toEqual(was);
    }
  });

  it('is undone where nothing but time has passed', async () => {
    const deadline = new Date(dossier.clock.now() + 3600_000).toISOString();
    await dossier.admin.call(permissions.grant, { objId: from, granteeType: 'user', granteeId: manager.id, level: level.view, deadline });
    const was = await ownOf(to);
    const { before, after } = await dossier.admin.call(permissions.copy, { objId: to, fromId: from });
    expect(after).toHaveLength(3);
    dossier.clock.forward(2 * 3600_000);
    await dossier.admin.call(permissions.replace, { objId: to, grants: before, seen: after });
    expect(await ownOf(to)).toEqual(was);
  });

  it('gives a document the grants that apply to the source itself, and makes it an ACL root', async () => {
    const document = await makeDocument(dossier, dossier.admin, { parentId: cabinet });
    await dossier.admin.call(permissions.copy, { objId: document, fromId: from });
    expect(await ownOf(document)).toEqual([
      ['department', level.view, 'self'],
      ['group', level.download, 'self'],
    ]);
    expect(await staff.client.call(permissions.check, { rights: level.download, objIds: [document] })).toEqual({ hasRights: [true] });
    await expectWholeTree(dossier);
  });

  it('is refused as a whole when a change exceeds the caller’s rights', async () => {
    const part = 128 | level.view;
    for (const objId of [from, to]) await give(objId, { granteeType: 'user', granteeId: manager.id, level: part });
    const was = await ownOf(to);
    expect(await manager.client.refused(permissions.copy, { objId: to, fromId: from })).toBe(4908);
    expect(await ownOf(to)).toEqual(was);
    const seen = (await dossier.admin.call(permissions.list, { objId: to })).list.filter((grant) => !grant.inherited);
    const own = { granteeType: 'group', granteeId: group, level: level.full, reach: 'all' } as const;
    expect(await manager.client.refused(permissions.replace, { objId: to, grants: [own], seen })).toBe(4908);
    expect(await ownOf(to)).toEqual(was);
  });

  it('needs the right to manage both items', async () => {
    await give(to, { granteeType: 'user', granteeId: manager.id, level: level.full });
    expect(await manager.client.refused(permissions.copy, { objId: to, fromId: from })).toBe(1002);
    await give(from, { granteeType: 'user', granteeId: manager.id, level: level.modify });
    expect(await manager.client.refused(permissions.copy, { objId: to, fromId: from })).toBe(4901);
    expect(await manager.client.refused(permissions.copyPreview, { objId: from, fromId: to })).toBe(4901);
    expect(await manager.client.refused(permissions.replace, { objId: from, grants: [], seen: [] })).toBe(4901);
  });
});
