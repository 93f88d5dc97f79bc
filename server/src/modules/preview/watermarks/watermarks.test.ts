import { permissions } from '@dossier/contract/access/permissions';
import { moduleType } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { watermarks } from '@dossier/contract/preview/watermarks';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeDepartment, makeRole, makeSignedIn } from '../../../../test/make.ts';
import { makeOrganisation } from '../../../../test/other-organisation.ts';

let dossier: TestServer;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let cabinet: string;
let id: string;
beforeAll(async () => {
  dossier = await openTestServer();
  const department = await makeDepartment(dossier, { name: '研发部' });
  staff = await makeSignedIn(dossier, { fullName: '张伟', loginName: 'zhangwei', departmentIds: [department] });
  cabinet = await makeCabinet(dossier.admin);
  id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'plan.txt' });
  await grantTo(cabinet, 3);
});
afterAll(() => dossier.close());

const grantTo = (objId: string, level: number) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: staff.id, level });
const list = async (client: Client = dossier.admin) => (await client.call(watermarks.list)).list;
const lines = async (client: Client, target = id) => (await client.call(watermarks.ofDocument, { id: target })).mark?.lines;

type New = InputOf<typeof watermarks.create>;
const create = async (name: string, given: Partial<New> & { lines?: string[] } = {}): Promise<string> => {
  const { lines: texts = [name], ...rest } = given;
  return (await dossier.admin.call(watermarks.create, { name, design: { lines: texts }, holders: 'all', ...rest })).id;
};
const clear = async () => {
  for (const one of await list()) if (!one.builtIn) await dossier.admin.call(watermarks.delete, { id: one.id });
};

describe('watermarks', () => {
  it('include a built-in one that is on from the start: for users without the right to download, with viewer and time', async () => {
    const [builtIn] = await list();
    expect(builtIn).toMatchObject({ builtIn: true, enabled: true, holders: 'without' });
    const { mark } = await staff.client.call(watermarks.ofDocument, { id });
    expect(mark?.lines[0]).toBe('张伟 (zhangwei)');
    expect(mark?.lines[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d (UTC|[+-]\d\d:\d\d)$/);
    expect(await dossier.admin.call(watermarks.ofDocument, { id })).toEqual({ text: '' });
    expect(await staff.client.call(watermarks.first, { id })).toMatchObject({
      show: true,
      color: '#808080',
      fontSize: 14,
      alpha: 0.25,
      angle: 30,
    });
    expect(await staff.client.call(watermarks.second, { id })).toMatchObject({ show: true, place: 'tiled', lines: mark?.lines });
    const { look: previewToken } = await staff.client.call(preview.view, { id });
    expect((await dossier.nobody.call(previewByToken.mark, { look: previewToken })).mark).toEqual(mark);
    expect(await dossier.admin.refused(watermarks.delete, { id: builtIn?.id })).toBe(5512);
  });

  it('can be changed and disabled, also the built-in one', async () => {
    const [builtIn] = await list();
    const given = { id: builtIn?.id ?? '' };
    await dossier.admin.call(watermarks.update, {
      ...given,
      design: { lines: ['{department} {organisation}', '{document} v{version} {address} {none}'] },
    });
    expect(await lines(staff.client)).toEqual(['研发部 Dossier', 'plan.txt v1.0 127.0.0.1 {none}']);
    await dossier.admin.call(watermarks.update, { ...given, enabled: false });
    expect(await lines(staff.client)).toBeUndefined();
    await dossier.admin.call(watermarks.update, { ...given, enabled: true, design: { lines: ['{name}'] } });
    expect(await lines(staff.client)).toEqual(['张伟']);
    expect(await list()).toMatchObject([{ updaterName: 'Administrator' }]);
  });

  it('apply in order, by area, cabinet, use and right; an empty design is an exception', async () => {
    const other = await makeCabinet(dossier.admin);
    const elsewhere = await makeDocument(dossier, dossier.admin, { parentId: other });
    await grantTo(other, 27);
    await create('everybody');
    const here = await create('here', { cabinetIds: [cabinet] });
    expect([await lines(staff.client), await lines(dossier.admin), await lines(staff.client, elsewhere)]).toEqual([
      ['here'],
      ['here'],
      ['everybody'],
    ]);
    await create('printed', { uses: ['print'] });
    await create('mine', { areas: [moduleType.my] });
    await create('lookers', { holders: 'without' });
    expect([await lines(staff.client), await lines(dossier.admin), await lines(staff.client, elsewhere)]).toEqual([
      ['lookers'],
      ['here'],
      ['everybody'],
    ]);
    await create('none', { lines: [], cabinetIds: [other] });
    expect(await lines(staff.client, elsewhere)).toBeUndefined();
    const order = (await list()).map((one) => one.id);
    expect((await list()).map((one) => one.name)).toEqual(['none', 'lookers', 'mine', 'printed', 'here', 'everybody', '']);
    await dossier.admin.call(watermarks.sort, { ids: [here, ...order.filter((one) => one !== here)] });
    expect(await lines(staff.client)).toEqual(['here']);
    const builtIn = order.at(-1) ?? '';
    await dossier.admin.call(watermarks.sort, { ids: [builtIn, ...order.slice(0, -1)] });
    expect((await list())[0]?.builtIn).toBe(true);
    expect(await lines(staff.client)).toEqual(['张伟']);
    await clear();
  });

  it('contain their text in the QR code', async () => {
    await create('coded', { design: { lines: [], qr: '{loginName} {document}', place: 'corners' } });
    const { mark } = await staff.client.call(watermarks.ofDocument, { id });
    expect(mark?.qr?.text).toBe('zhangwei plan.txt');
    expect(mark?.qr?.rows).toHaveLength(mark?.qr?.rows[0]?.length ?? 0);
    await clear();
  });

  it('need the administrative permission, and belong to its organisation alone', async () => {
    for (const route of [watermarks.list, watermarks.create, watermarks.update, watermarks.sort, watermarks.delete, watermarks.sample])
      expect(await staff.client.refused(route)).toBe(1011);
    await makeRole(dossier, { userIds: [staff.id], deeds: ['watermarks.edit'] });
    const keeper = await dossier.as(staff);
    await keeper.call(watermarks.create, { name: 'theirs', design: { lines: ['x'] } });
    const [made] = await list();
    const far = await makeOrganisation(dossier);
    expect(await list(far.admin)).toHaveLength(1);
    expect(await far.admin.refused(watermarks.update, { id: made?.id, enabled: false })).toBe(5511);
    expect(await far.admin.refused(watermarks.delete, { id: made?.id })).toBe(5511);
    // a hidden cabinet cannot be selected, and one that others selected is shown without its name
    const hidden = await makeCabinet(dossier.admin);
    expect(await keeper.refused(watermarks.create, { name: 'x', design: { lines: [] }, cabinetIds: [hidden] })).toBe(4401);
    await create('hidden', { cabinetIds: [hidden] });
    expect((await list(keeper))[0]).toMatchObject({ cabinetIds: [hidden], cabinets: [] });
    await keeper.call(watermarks.update, { id: (await list(keeper))[0]?.id ?? '', name: 'still' });
    await clear();
  });

  it('are refused where they cannot be drawn', async () => {
    const wrong = [{ colour: 'red' }, { opacity: 0 }, { size: 500 }, { angle: 180 }, { place: 'behind' }, { lines: Array(7).fill('x') }];
    for (const design of wrong)
      expect(await dossier.admin.refused(watermarks.create, { name: 'x', design: { lines: ['x'], ...design } })).toBe(400);
    expect(await dossier.admin.refused(watermarks.create, { name: ' ', design: { lines: ['x'] } })).toBe(400);
  });

  it('are drawn on a sample page by the server', async () => {
    const pixels = async (design: InputOf<typeof watermarks.sample>['design'], landscape = false) => {
      const { picture: image } = await dossier.admin.call(watermarks.sample, { design, landscape });
      const { data, info } = await sharp(Buffer.from(image.split(',')[1] ?? '', 'base64'))
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { width: info.width, red: data.filter((value, at) => at % 3 === 0 && value > 200 && (data[at + 1] ?? 255) < 90).length };
    };
    const red = { colour: '#ff0000', opacity: 100 };
    expect((await pixels({ lines: [], ...red })).red).toBe(0);
    const tiled = await pixels({ lines: ['机密'], ...red });
    expect(tiled).toMatchObject({ width: 760 });
    expect(tiled.red).toBeGreaterThan(1000);
    const middle = await pixels({ lines: ['机密'], ...red, place: 'middle', size: 40 }, true);
    expect(middle.width).toBe(1075);
    expect(middle.red).toBeGreaterThan(50);
  });

  it('log every change', async () => {
    const made = await create('traced');
    await dossier.admin.call(watermarks.update, { id: made, enabled: false });
    await clear();
    await dossier.drain();
    const rows = await dossier.services.database.read
      .selectFrom('log_entry')
      .select(['action', 'detail'])
      .where('obj_id', '=', Number(made))
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.action)).toEqual([911, 912, 913]);
    expect(JSON.parse(rows[1]?.detail ?? '')).toEqual({ enabled: [true, false] });
  });
});
