import { library } from '@dossier/contract/library';
import { permissions } from '@dossier/contract/permissions';
import { session } from '@dossier/contract/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBareDocument } from './bare-documents.ts';
import type { Client } from './client.ts';
import { openHouse, type TestHouse } from './house.ts';
import { makeGroup } from './make.ts';
import { makeCabinet, makeFolder } from './make-items.ts';
import { makeStranger } from './other-organisation.ts';
import { probes } from './rights-table.ts';
import { expectWholeTree } from './tree-check.ts';

let house: TestHouse;
let stranger: Client;
const ours = { document: '', folder: '', person: '', revision: '1' };
beforeAll(async () => {
  house = await openHouse();
  stranger = await makeStranger(house);
  ours.folder = await makeFolder(house.admin, await makeCabinet(house.admin, { name: 'Same name' }));
  ours.document = await makeBareDocument(house, house.admin, { parentId: ours.folder });
  ours.person = (await house.admin.call(session.current)).id;
});
afterAll(() => house.close());

describe('an administrator of another organisation', () => {
  it.each(probes.map((probe) => [probe.route.path, probe] as const))('%s finds nothing of ours', async (_, probe) => {
    expect(await stranger.refused(probe.route, probe.input(ours))).toBe(1002);
  });

  it('sees none of ours in lists and may use our names', async () => {
    expect((await stranger.call(library.cabinets, { moduleType: 3 })).totalNumber).toBe(0);
    expect(await stranger.call(library.tree, { moduleType: 3 })).toEqual([]);
    const theirs = await makeCabinet(stranger, { name: 'Same name' });
    expect((await house.admin.call(library.cabinets, { moduleType: 3 })).list.map((item) => item.id)).not.toContain(theirs);
    await house.admin.call(library.delete, { objIds: [ours.document] });
    expect((await stranger.call(library.bin)).totalNumber).toBe(0);
    expect(await stranger.refused(library.restore, { objIds: [ours.document] })).toBe(4813);
    await house.admin.call(library.restore, { objIds: [ours.document] });
  });

  it('neither takes, owns, moves nor is given anything across', async () => {
    const theirs = await makeCabinet(stranger, { name: 'Theirs' });
    const mine = (await stranger.call(session.current)).id;
    expect(await stranger.refused(library.move, { objIds: [ours.document], parentId: theirs })).toBe(1002);
    expect(await house.admin.refused(library.move, { objIds: [ours.document], parentId: theirs })).toBe(1002);
    expect(await stranger.refused(permissions.owner, { objId: ours.folder, userId: mine })).toBe(1002);
    expect(await house.admin.refused(permissions.owner, { objId: ours.folder, userId: mine })).toBe(2002);
    expect(await house.admin.refused(permissions.explain, { objId: ours.folder, userId: mine })).toBe(2002);
    const { spaceId } = await stranger.call(session.current);
    const grant = { objId: ours.folder, level: 3 };
    expect(await house.admin.refused(permissions.grant, { ...grant, granteeType: 'user', granteeId: mine })).toBe(4902);
    expect(await house.admin.refused(permissions.grant, { ...grant, granteeType: 'organisation', granteeId: spaceId })).toBe(4902);
    const group = await makeGroup(house);
    expect(await stranger.refused(permissions.grant, { objId: theirs, level: 3, granteeType: 'group', granteeId: group })).toBe(4902);
    await expectWholeTree(house);
  });
});
