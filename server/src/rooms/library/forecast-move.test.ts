import { codes } from '@dossier/contract/codes';
import { library } from '@dossier/contract/library';
import { permissions } from '@dossier/contract/permissions';
import { level } from '@dossier/contract/rights';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeGroup, makeSignedIn } from '../../../test/make.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';

let house: TestHouse;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let worker: Awaited<ReturnType<typeof makeSignedIn>>;
let group: string;
let cabinet: string;
let open: string;
let shut: string;
beforeAll(async () => {
  house = await openHouse();
  staff = await makeSignedIn(house, { fullName: 'Zora Zimmer' });
  worker = await makeSignedIn(house, { fullName: 'Will Worker' });
  group = await makeGroup(house, [staff.id]);
  cabinet = await makeCabinet(house.admin);
  open = await makeFolder(house.admin, cabinet);
  shut = await makeFolder(house.admin, cabinet);
  await house.admin.call(permissions.grant, { objId: open, granteeType: 'group', granteeId: group, level: level.view });
  for (const objId of [open, shut])
    await house.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: worker.id, level: level.modify });
});
afterAll(() => house.close());

const ask = (objIds: string[], parentId: string) => house.admin.call(permissions.forecast, { objIds, parentId });
const bitsOf = async (objId: string) => (await house.admin.call(permissions.explain, { objId, userId: staff.id })).level;

describe('what a move would change', () => {
  it('names who gains and who loses, and is what then happens', async () => {
    const id = await makeDocument(house, house.admin, { parentId: shut });
    const people = { gaining: ['Zora Zimmer'], gainers: 1, losing: [], losers: 0 };
    expect(await ask([id], open)).toEqual({ widens: true, narrows: false, people });
    expect(await bitsOf(id)).toBe(0);
    await house.admin.call(library.move, { objIds: [id], parentId: open });
    expect(await bitsOf(id)).toBe(level.view);
    expect(await ask([id], shut)).toMatchObject({ widens: false, narrows: true, people: { losing: ['Zora Zimmer'], losers: 1 } });
  });

  it('is nothing where everybody keeps what they have', async () => {
    const twin = await makeFolder(house.admin, shut);
    const id = await makeDocument(house, house.admin, { parentId: shut });
    expect(await ask([id], twin)).toMatchObject({ widens: false, narrows: false });
  });

  it('counts what a folder with rights of its own inherits, unless it cancelled that', async () => {
    const folder = await makeFolder(house.admin, shut);
    await house.admin.call(permissions.grant, { objId: folder, granteeType: 'user', granteeId: worker.id, level: level.modify });
    expect(await ask([folder], open)).toMatchObject({ widens: true, people: { gaining: ['Zora Zimmer'] } });
    await house.admin.call(permissions.inherit, { objId: folder, inherit: false });
    expect(await ask([folder], open)).toMatchObject({ widens: false, narrows: false });
  });

  it('says only which way it goes to who does not manage both, and nothing about what is hidden', async () => {
    const id = await makeDocument(house, house.admin, { parentId: shut });
    expect(await worker.client.call(permissions.forecast, { objIds: [id], parentId: open })).toEqual({ widens: true, narrows: false });
    expect(await staff.client.refused(permissions.forecast, { objIds: [id], parentId: open })).not.toBe(200);
    expect(await worker.client.refused(permissions.forecast, { objIds: [id], parentId: cabinet })).toBe(1002);
  });

  it('refuses to look at more than it can in one go', async () => {
    const many: string[] = [];
    for (let n = 0; n < 101; n++) {
      const id = await makeFolder(house.admin, shut);
      await house.admin.call(permissions.grant, { objId: id, granteeType: 'user', granteeId: worker.id, level: level.modify });
      many.push(id);
    }
    expect(await house.admin.refused(permissions.forecast, { objIds: many, parentId: open })).toBe(codes.tooManyItems.code);
    expect(await ask(many.slice(1), open)).toMatchObject({ widens: true, people: { gaining: ['Zora Zimmer'] } });
  });
});
