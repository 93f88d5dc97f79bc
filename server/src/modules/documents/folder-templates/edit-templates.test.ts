import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { mostOfTemplates, templates } from '@dossier/contract/documents/folder-templates';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { makeOrganisation } from '../../../../test/other-organisation.ts';
import { insertFolders } from './templates.queries.ts';

let dossier: TestServer;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let id: string;
let count = 0;
beforeAll(async () => {
  dossier = await openTestServer();
  staff = await makeSignedIn(dossier);
});
beforeEach(async () => {
  id = (await dossier.admin.call(templates.create, { name: `Template ${++count}` })).id;
});
afterAll(() => dossier.close());

const add = async (parentId: string, name: string): Promise<string> =>
  (await dossier.admin.call(templates.createFolder, { parentId, name })).id;
const names = async (of = id) => (await dossier.admin.call(templates.tree, { id: of })).list.slice(1).map((one) => one.name);
const long = 'x'.repeat(2048);

describe('templates', () => {
  it('are listed by name, found by part of it, and names are unique', async () => {
    const one = await dossier.admin.call(templates.create, { name: '  Zebra  ', description: 'Striped' });
    await add(one.id, 'Legs');
    const { list, totalNumber } = await dossier.admin.call(templates.list, { keyword: 'zeb' });
    expect([totalNumber, list[0]?.name, list[0]?.description, list[0]?.enabled, list[0]?.folders, list[0]?.rights]).toEqual([
      1,
      'Zebra',
      'Striped',
      false,
      1,
      0,
    ]);
    expect(await dossier.admin.refused(templates.create, { name: 'zebra' })).toBe(5502);
    expect(await dossier.admin.refused(templates.update, { id, name: 'ZEBRA' })).toBe(5502);
    for (const name of ['a/b', 'con', 'ends.', 'a\u202eb']) expect(await dossier.admin.refused(templates.create, { name })).toBe(1005);
    for (const name of ['', '   ', long]) expect(await dossier.admin.refused(templates.create, { name })).toBe(400);
    expect((await dossier.admin.call(templates.list, { keyword: '%' })).totalNumber).toBe(0);
  });

  it('are offered to all users while they are enabled', async () => {
    const offered = async () => (await staff.client.call(templates.choices)).some((one) => one.id === id);
    expect(await offered()).toBe(false);
    const before = (await staff.client.call(templates.definition)).templates;
    await dossier.admin.call(templates.update, { id, enabled: true });
    expect(await offered()).toBe(true);
    expect(await staff.client.call(templates.definition)).toEqual({ nameBytes: 255, levels: 99, sortNumber: 99, templates: before + 1 });
    await dossier.admin.call(templates.delete, { id });
    expect(await offered()).toBe(false);
    expect(await dossier.admin.refused(templates.tree, { id })).toBe(5501);
  });

  it('are read and changed with the administrative permission alone', async () => {
    expect(await staff.client.refused(templates.tree, { id })).toBe(1011);
    expect(await staff.client.refused(templates.createFolder, { parentId: id, name: 'x' })).toBe(1011);
    expect(await staff.client.refused(templates.list)).toBe(1011);
  });

  it('are logged on each change', async () => {
    const inner = await add(id, 'Inner');
    await dossier.admin.call(templates.renameFolder, { id: inner, name: 'Outer' });
    const to = { granteeType: 'user', granteeId: staff.id } as const;
    await dossier.admin.call(templates.setRights, { id: inner, inherit: false, grants: [{ ...to, level: level.view, days: 3 }] });
    await dossier.admin.call(templates.setRights, { id: inner, inherit: false, grants: [{ ...to, level: level.print }] });
    await dossier.admin.call(templates.setRights, { id: inner, inherit: false, grants: [] });
    await dossier.drain();
    const { list } = await dossier.admin.call(operationLog.log, { pageSize: 5 });
    const details = list.map((line) => JSON.parse(line.detail ?? '{}') as object).toReversed();
    expect(list.every((line) => line.action === 208 && line.objName === `Template ${count}`)).toBe(true);
    expect(details).toEqual([
      { folder: ['Inner', 'Outer'] },
      { folder: ['Outer'], inherit: [true, false] },
      { folder: ['Outer'], to: [staff.fullName], reach: ['all'], level: [level.view], days: [3] },
      { folder: ['Outer'], to: [staff.fullName], reach: ['all'], level: [level.view, level.print], days: [3, null] },
      { folder: ['Outer'], to: [staff.fullName], reach: ['all'], level: [level.print, null] },
    ]);
  });
});

describe('the folders of a template', () => {
  it('have names by the rules for items', async () => {
    await add(id, 'Straße');
    expect(await dossier.admin.refused(templates.createFolder, { parentId: id, name: 'STRASSE' })).toBe(4502);
    expect(await dossier.admin.refused(templates.createFolder, { parentId: id, name: 'a:b' })).toBe(1005);
    expect(await dossier.admin.refused(templates.createFolder, { parentId: id, name: ' ' })).toBe(1004);
    expect(await dossier.admin.refused(templates.createFolder, { parentId: id, name: long })).toBe(1006);
    const other = await add(id, 'Other');
    expect(await dossier.admin.refused(templates.renameFolder, { id: other, name: 'straße' })).toBe(4502);
    await dossier.admin.call(templates.renameFolder, { id: other, name: 'OTHER' });
    expect(await names()).toEqual(['OTHER', 'Straße']);
  });

  it('are moved, but not below themselves, into another template, or to where the name is taken', async () => {
    const [a, b] = [await add(id, 'A'), await add(id, 'B')];
    const inA = await add(a, 'Inner');
    const move = (what: string, parentId: string) => dossier.admin.refused(templates.moveFolder, { id: what, parentId });
    for (const below of [a, inA]) expect(await move(a, below)).toBe(4503);
    expect(await move(id, a)).toBe(1003);
    await add(b, 'inner');
    expect(await move(inA, b)).toBe(4502);
    const elsewhere = (await dossier.admin.call(templates.create, { name: `Elsewhere ${count}` })).id;
    expect(await move(a, elsewhere)).toBe(4501);
    await dossier.admin.call(templates.moveFolder, { id: a, parentId: b });
    expect(await names()).toEqual(['B', 'A', 'Inner', 'inner']);
  });

  it('are restored with their contents when their removal is undone', async () => {
    const a = await add(id, 'A');
    const inner = await add(a, 'Inner');
    const rights = [{ granteeType: 'user', granteeId: staff.id, level: level.view }] as const;
    await dossier.admin.call(templates.setRights, { id: inner, inherit: false, grants: [...rights] });
    await dossier.admin.call(templates.deleteFolder, { id: inner });
    await dossier.admin.call(templates.deleteFolder, { id: a });
    expect(await names()).toEqual([]);
    expect((await dossier.admin.call(templates.list, { keyword: `Template ${count}` })).list[0]).toMatchObject({ folders: 0, rights: 0 });
    expect(await dossier.admin.refused(templates.restoreFolder, { id: inner })).toBe(4501);
    const taken = await add(id, 'a');
    expect(await dossier.admin.refused(templates.restoreFolder, { id: a })).toBe(4502);
    await dossier.admin.call(templates.renameFolder, { id: taken, name: 'c' });
    await dossier.admin.call(templates.restoreFolder, { id: a });
    expect(await names()).toEqual(['A', 'c']);
    await dossier.admin.call(templates.restoreFolder, { id: inner });
    const { list } = await dossier.admin.call(templates.tree, { id });
    expect(list.find((one) => one.id === inner)).toMatchObject({ parentId: a, inherit: false, rights: [{ granteeId: staff.id }] });
    expect(await dossier.admin.refused(templates.restoreFolder, { id: a })).toBe(4501);
  });

  it('are limited in number and depth', async () => {
    let deep = id;
    for (let n = 1; n <= mostOfTemplates.levels; n++) deep = await add(deep, `Level ${n}`);
    expect(await dossier.admin.refused(templates.createFolder, { parentId: deep, name: 'Too deep' })).toBe(5504);
    const [, first] = (await dossier.admin.call(templates.tree, { id })).list;
    const beside = await add(id, 'Beside');
    expect(await dossier.admin.refused(templates.moveFolder, { id: first?.id, parentId: beside })).toBe(5504);
    const rows = Array.from({ length: mostOfTemplates.folders - mostOfTemplates.levels - 1 }, (_, n) => ({
      id: 5_000_000 + n,
      template_id: Number(id),
      parent_id: Number(id),
      name: `n${n}`,
      name_key: `n${n}`,
      name_sort: `n${n}`,
      inherits: 1,
      removed: 0,
      removed_at: 0,
    }));
    await dossier.services.database.write((db) => insertFolders(db, rows));
    expect(await dossier.admin.refused(templates.createFolder, { parentId: id, name: 'One more' })).toBe(5504);
    await dossier.admin.call(templates.update, { id, enabled: true });
    const cabinet = await makeCabinet(dossier.admin);
    const made = await dossier.admin.call(library.createFolder, { parentId: cabinet, name: 'Whole', templateId: id });
    expect((await dossier.admin.call(library.items, { parentId: made.id })).totalNumber).toBe(
      mostOfTemplates.folders - mostOfTemplates.levels + 1,
    );
    await dossier.admin.call(templates.deleteFolder, { id: beside });
    const last = await add(id, 'One more');
    expect(await dossier.admin.refused(templates.restoreFolder, { id: beside })).toBe(5504);
    await dossier.admin.call(templates.deleteFolder, { id: last });
    await dossier.admin.call(templates.restoreFolder, { id: beside });
  });

  it('are limited in rights', async () => {
    const rights = (n: number) =>
      Array.from({ length: n }, () => ({ granteeType: 'user' as const, granteeId: staff.id, level: level.view }));
    expect(await dossier.admin.refused(templates.setRights, { id, inherit: true, grants: rights(mostOfTemplates.rights + 1) })).toBe(400);
    // an identical right is merged
    await dossier.admin.call(templates.setRights, { id, inherit: true, grants: rights(mostOfTemplates.rights) });
    expect((await dossier.admin.call(templates.tree, { id })).list[0]?.rights).toHaveLength(1);
  });
});

describe('another organisation', () => {
  it('neither sees nor uses nor changes a template', async () => {
    const folder = await add(id, 'Ours');
    await dossier.admin.call(templates.update, { id, enabled: true });
    const other = await makeOrganisation(dossier);
    const theirs = (await other.admin.call(templates.create, { name: 'Theirs', enabled: true })).id;
    expect((await other.admin.call(templates.choices)).map((one) => one.id)).toEqual([theirs]);
    const cabinet = await makeCabinet(other.admin);
    expect(await other.admin.refused(library.createFolder, { parentId: cabinet, name: 'x', templateId: id })).toBe(5501);
    expect(await other.admin.refused(templates.forecast, { id, parentId: cabinet })).toBe(5501);
    for (const [route, input] of [
      [templates.tree, { id }],
      [templates.update, { id, name: 'x' }],
      [templates.delete, { id }],
    ] as const)
      expect(await other.admin.refused(route, input)).toBe(5501);
    for (const [route, input] of [
      [templates.createFolder, { parentId: id, name: 'x' }],
      [templates.renameFolder, { id: folder, name: 'x' }],
      [templates.moveFolder, { id: folder, parentId: theirs }],
      [templates.deleteFolder, { id: folder }],
      [templates.restoreFolder, { id: folder }],
      [templates.setRights, { id: folder, inherit: true, grants: [] }],
    ] as const)
      expect(await other.admin.refused(route, input)).toBe(4501);
    const stranger = { granteeType: 'user', granteeId: other.adminId, level: level.full } as const;
    expect(await dossier.admin.refused(templates.setRights, { id, inherit: true, grants: [stranger] })).toBe(4902);
    const { spaceId } = await dossier.admin.call(session.current);
    const ours = { granteeType: 'organisation', granteeId: spaceId, level: level.view } as const;
    expect(await other.admin.refused(templates.setRights, { id: theirs, inherit: true, grants: [ours] })).toBe(4902);
  });
});

describe('concurrently', () => {
  it('deleting a template while it is used creates the folder completely or not at all', async () => {
    await add(id, 'Inner');
    const rights = [{ granteeType: 'user' as const, granteeId: staff.id, level: level.view }];
    await dossier.admin.call(templates.setRights, { id, inherit: true, grants: rights });
    await dossier.admin.call(templates.update, { id, enabled: true });
    const cabinet = await makeCabinet(dossier.admin);
    const use = (n: number) => dossier.admin.call(library.createFolder, { parentId: cabinet, name: `Made ${n}`, templateId: id });
    const results = await Promise.allSettled([use(1), use(2), dossier.admin.call(templates.delete, { id }), use(3), use(4)]);
    const made = (await dossier.admin.call(library.items, { parentId: cabinet })).list;
    expect(made.length).toBe(results.filter((one) => one.status === 'fulfilled').length - 1);
    for (const folder of made) {
      expect((await dossier.admin.call(library.items, { parentId: folder.id })).list.map((one) => one.name)).toEqual(['Inner']);
      const given = (await dossier.admin.call(permissions.list, { objId: folder.id })).list.filter((one) => !one.inherited);
      expect(given.map((one) => one.granteeId)).toEqual([staff.id]);
    }
    for (const one of results) if (one.status === 'rejected') expect((one.reason as { code: number }).code).toBe(5501);
  });

  it('giving two folders of a template one name refuses one of them', async () => {
    const results = await Promise.allSettled([add(id, 'Same'), add(id, 'same'), add(id, 'SAME')]);
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(await names()).toHaveLength(1);
  });
});
