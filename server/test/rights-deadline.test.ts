import { permissions } from '@dossier/contract/access/permissions';
import { library } from '@dossier/contract/documents/library';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeBareDocument } from './bare-documents.ts';
import { type TestServer, openTestServer } from './test-server.ts';
import { makeCabinet, makeFolder } from './make-items.ts';
import { makeGroup, makeSignedIn } from './make.ts';
import { expectWholeTree } from './tree-check.ts';

let dossier: TestServer;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let friend: Awaited<ReturnType<typeof makeSignedIn>>;
const at = { cabinet: '', folder: '', inner: '', doc: '', wide: '' };
beforeAll(async () => {
  dossier = await openTestServer();
  staff = await makeSignedIn(dossier);
  friend = await makeSignedIn(dossier);
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

describe('a manager with a deadline', () => {
  const minute = 60_000;
  const inMinutes = (n: number) => new Date(dossier.clock.now() + n * minute).toISOString();
  const giveUntil = (objId: string, level: number, deadline: string) =>
    dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: staff.id, level, deadline });

  it('grants nothing beyond it, to themselves or to others', async () => {
    const deadline = inMinutes(10);
    await giveUntil(at.folder, 255, deadline);
    for (const granteeId of [staff.id, friend.id]) {
      expect(await grantBy(at.folder, 255, { granteeId })).toBe(4908);
      expect(await grantBy(at.inner, 3, { granteeId, deadline: inMinutes(11) })).toBe(4908);
    }
    await staff.client.call(permissions.grant, { objId: at.folder, granteeType: 'user', granteeId: friend.id, level: 255, deadline });
    await give(at.cabinet, 3);
    await staff.client.call(permissions.grant, { objId: at.inner, granteeType: 'user', granteeId: friend.id, level: 3, deadline });
    dossier.clock.forward(11 * minute);
    expect(await bits(at.folder)).toBe(3);
  });

  it('grants without limit what they have without limit', async () => {
    await give(at.cabinet, 131);
    const group = await makeGroup(dossier, [staff.id]);
    const deadline = inMinutes(10);
    await dossier.admin.call(permissions.grant, { objId: at.folder, granteeType: 'group', granteeId: group, level: 255, deadline });
    expect(await grantBy(at.folder, 255)).toBe(4908);
    await staff.client.call(permissions.grant, { objId: at.folder, granteeType: 'user', granteeId: friend.id, level: 131 });
  });

  it('changes no owner', async () => {
    await giveUntil(at.folder, 255, inMinutes(10));
    expect(await staff.client.refused(permissions.owner, { objId: at.folder, userId: staff.id })).toBe(4908);
  });

  it('keeps rights only until it when they cancel inheritance', async () => {
    await giveUntil(at.folder, 255, inMinutes(10));
    await staff.client.call(permissions.inherit, { objId: at.inner, inherit: false });
    expect(await bits(at.doc)).toBe(255);
    dossier.clock.forward(10 * minute);
    expect(await staff.client.refused(permissions.list, { objId: at.inner })).toBe(1002);
  });

  it('lets no restriction on themselves expire', async () => {
    await give(at.cabinet, 255);
    await give(at.folder, 131);
    expect(await grantBy(at.folder, 131, { granteeId: staff.id, deadline: inMinutes(1) })).toBe(4908);
  });

  it('moves nothing to where they keep it for longer', async () => {
    await giveUntil(at.folder, 255, inMinutes(10));
    await give(at.wide, 255);
    expect(await staff.client.refused(library.move, { objIds: [at.inner], parentId: at.wide })).toBe(4809);
  });
});
