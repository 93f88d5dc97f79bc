import { permissions } from '@dossier/contract/access/permissions';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBareDocument } from './bare-documents.ts';
import type { Client } from './client.ts';
import { type TestServer, openTestServer } from './test-server.ts';
import { makeCabinet, makeFolder } from './make-items.ts';
import { makeGroup } from './make.ts';
import { makeStranger } from './other-organisation.ts';
import { probes } from './rights-table.ts';
import { expectWholeTree } from './tree-check.ts';

let dossier: TestServer;
let stranger: Client;
const ours = { document: '', folder: '', person: '', revision: '1' };
beforeAll(async () => {
  dossier = await openTestServer();
  stranger = await makeStranger(dossier);
  ours.folder = await makeFolder(dossier.admin, await makeCabinet(dossier.admin, { name: 'Same name' }));
  ours.document = await makeBareDocument(dossier, dossier.admin, { parentId: ours.folder });
  ours.person = (await dossier.admin.call(session.current)).id;
});
afterAll(() => dossier.close());

describe('an administrator of another organisation', () => {
  it.each(probes.map((probe) => [probe.route.path, probe] as const))('%s finds nothing of ours', async (_, probe) => {
    expect(await stranger.refused(probe.route, probe.input(ours))).toBe(1002);
  });

  it('sees none of ours in lists and may reuse our names', async () => {
    expect((await stranger.call(library.cabinets, { moduleType: 3 })).totalNumber).toBe(0);
    expect(await stranger.call(library.tree, { moduleType: 3 })).toEqual([]);
    const theirs = await makeCabinet(stranger, { name: 'Same name' });
    expect((await dossier.admin.call(library.cabinets, { moduleType: 3 })).list.map((item) => item.id)).not.toContain(theirs);
    await dossier.admin.call(library.delete, { objIds: [ours.document] });
    expect((await stranger.call(library.bin)).totalNumber).toBe(0);
    expect(await stranger.refused(library.restore, { objIds: [ours.document] })).toBe(4813);
    await dossier.admin.call(library.restore, { objIds: [ours.document] });
  });

  it('neither takes, owns, moves nor is granted anything across', async () => {
    const theirs = await makeCabinet(stranger, { name: 'Theirs' });
    const mine = (await stranger.call(session.current)).id;
    expect(await stranger.refused(library.move, { objIds: [ours.document], parentId: theirs })).toBe(1002);
    expect(await dossier.admin.refused(library.move, { objIds: [ours.document], parentId: theirs })).toBe(1002);
    expect(await stranger.refused(permissions.owner, { objId: ours.folder, userId: mine })).toBe(1002);
    expect(await dossier.admin.refused(permissions.owner, { objId: ours.folder, userId: mine })).toBe(2002);
    expect(await dossier.admin.refused(permissions.explain, { objId: ours.folder, userId: mine })).toBe(2002);
    const { spaceId } = await stranger.call(session.current);
    const grant = { objId: ours.folder, level: 3 };
    expect(await dossier.admin.refused(permissions.grant, { ...grant, granteeType: 'user', granteeId: mine })).toBe(4902);
    expect(await dossier.admin.refused(permissions.grant, { ...grant, granteeType: 'organisation', granteeId: spaceId })).toBe(4902);
    const group = await makeGroup(dossier);
    expect(await stranger.refused(permissions.grant, { objId: theirs, level: 3, granteeType: 'group', granteeId: group })).toBe(4902);
    await expectWholeTree(dossier);
  });
});
