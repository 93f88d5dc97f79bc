import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { level } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeGroup, makeSignedIn } from '../../../../test/make.ts';

let dossier: TestServer;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let worker: Awaited<ReturnType<typeof makeSignedIn>>;
let group: string;
let cabinet: string;
let open: string;
let shut: string;
beforeAll(async () => {
  dossier = await openTestServer();
  staff = await makeSignedIn(dossier, { fullName: 'Zora Zimmer' });
  worker = await makeSignedIn(dossier, { fullName: 'Will Worker' });
  group = await makeGroup(dossier, [staff.id]);
  cabinet = await makeCabinet(dossier.admin);
  open = await makeFolder(dossier.admin, cabinet);
  shut = await makeFolder(dossier.admin, cabinet);
  await dossier.admin.call(permissions.grant, { objId: open, granteeType: 'group', granteeId: group, level: level.view });
  for (const objId of [open, shut])
    await dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: worker.id, level: level.modify });
});
afterAll(() => dossier.close());

const ask = (objIds: string[], parentId: string) => dossier.admin.call(permissions.forecast, { objIds, parentId });
const bitsOf = async (objId: string) => (await dossier.admin.call(permissions.explain, { objId, userId: staff.id })).level;

describe('the forecast of a move', () => {
  it('names the users who gain and lose rights, as the move then does', async () => {
    const id = await makeDocument(dossier, dossier.admin, { parentId: shut });
    const people = { gaining: ['Zora Zimmer'], gainers: 1, losing: [], losers: 0 };
    expect(await ask([id], open)).toEqual({ widens: true, narrows: false, people });
    expect(await bitsOf(id)).toBe(0);
    await dossier.admin.call(library.move, { objIds: [id], parentId: open });
    expect(await bitsOf(id)).toBe(level.view);
    expect(await ask([id], shut)).toMatchObject({ widens: false, narrows: true, people: { losing: ['Zora Zimmer'], losers: 1 } });
  });

  it('is empty when no rights change', async () => {
    const twin = await makeFolder(dossier.admin, shut);
    const id = await makeDocument(dossier, dossier.admin, { parentId: shut });
    expect(await ask([id], twin)).toMatchObject({ widens: false, narrows: false });
  });

  it('counts what a folder with its own rights inherits, unless its inheritance is cancelled', async () => {
    const folder = await makeFolder(dossier.admin, shut);
    await dossier.admin.call(permissions.grant, { objId: folder, granteeType: 'user', granteeId: worker.id, level: level.modify });
    expect(await ask([folder], open)).toMatchObject({ widens: true, people: { gaining: ['Zora Zimmer'] } });
    await dossier.admin.call(permissions.inherit, { objId: folder, inherit: false });
    expect(await ask([folder], open)).toMatchObject({ widens: false, narrows: false });
  });

  it('says only whether rights widen or narrow when the caller does not manage both places, and nothing about hidden items', async () => {
    const id = await makeDocument(dossier, dossier.admin, { parentId: shut });
    expect(await worker.client.call(permissions.forecast, { objIds: [id], parentId: open })).toEqual({ widens: true, narrows: false });
    expect(await staff.client.refused(permissions.forecast, { objIds: [id], parentId: open })).not.toBe(200);
    expect(await worker.client.refused(permissions.forecast, { objIds: [id], parentId: cabinet })).toBe(1002);
  });

  it('is refused into the item itself or below it, where nothing would end the walk up its access lists', async () => {
    const below = await makeFolder(dossier.admin, await makeFolder(dossier.admin, open));
    expect(await dossier.admin.refused(permissions.forecast, { objIds: [shut, open], parentId: open })).toBe(4802);
    expect(await dossier.admin.refused(permissions.forecast, { objIds: [open], parentId: below })).toBe(4803);
    expect(await dossier.admin.refused(permissions.forecast, { objIds: [cabinet], parentId: below })).toBe(4803);
  });

  it('refuses more items or pairs of lists than its limits', async () => {
    const many: string[] = [];
    for (let n = 0; n < 101; n++) {
      const id = await makeFolder(dossier.admin, shut);
      await dossier.admin.call(permissions.grant, { objId: id, granteeType: 'user', granteeId: worker.id, level: level.modify });
      many.push(id);
    }
    expect(await dossier.admin.refused(permissions.forecast, { objIds: many, parentId: open })).toBe(codes.tooManyItems.code);
    expect(await ask(many.slice(1), open)).toMatchObject({ widens: true, people: { gaining: ['Zora Zimmer'] } });
  });
});
