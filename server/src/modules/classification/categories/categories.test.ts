import { permissions } from '@dossier/contract/access/permissions';
import { categories } from '@dossier/contract/classification/categories';
import { codes } from '@dossier/contract/core/codes';
import { level, module } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';

let dossier: TestServer;
let owner: Awaited<ReturnType<typeof makeSignedIn>>;
let reader: Awaited<ReturnType<typeof makeSignedIn>>;
let cabinet: string;

beforeAll(async () => {
  dossier = await openTestServer();
  [owner, reader] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  cabinet = await makeCabinet(owner.client, { moduleType: 2 });
});
afterAll(() => dossier.close());

const make = async (name: string, parentId?: string): Promise<string> =>
  (await dossier.admin.call(categories.create, { name, ...(parentId !== undefined && { parentId }) })).id;
const countIn = async (client: Client, id: string): Promise<number | undefined> =>
  (await client.call(categories.tree)).find((one) => one.id === id)?.count;
const listed = async (client: Client, id: string): Promise<string[]> =>
  (await client.call(categories.documents, { id })).list.map((item) => item.id);

describe('the tree', () => {
  it('is managed by administrators alone: sibling names are unique, and a category cannot be its own descendant', async () => {
    expect(await owner.client.refused(categories.create, { name: 'Mine' })).toBe(codes.adminOnly.code);
    const top = await make('Contracts');
    const leases = await make('Leases', top);
    await make('Leases');
    expect(await dossier.admin.refused(categories.create, { name: 'LEASES', parentId: top })).toBe(codes.categoryNameExists.code);
    expect(await dossier.admin.refused(categories.update, { id: top, parentId: leases })).toBe(codes.illegalOperation.code);
    expect(await dossier.admin.refused(categories.update, { id: leases, parentId: '' })).toBe(codes.categoryNameExists.code);
    expect(await dossier.admin.refused(categories.delete, { id: top })).toBe(codes.categoryNotEmpty.code);
    await dossier.admin.call(categories.update, { id: leases, name: 'Rents', parentId: '', sortNumber: 1 });
    expect((await owner.client.call(categories.tree)).map((one) => one.name)).toEqual(['Rents', 'Contracts', 'Leases']);
    let deep = top;
    for (let n = 2; n <= 10; n++) deep = await make(`Level ${n}`, deep);
    expect(await dossier.admin.refused(categories.create, { name: 'Level 11', parentId: deep })).toBe(codes.tooManyItems.code);
    expect(await dossier.admin.refused(categories.update, { id: top, parentId: leases })).toBe(codes.tooManyItems.code);
  });

  it('stays a tree when two are moved into each other at once, and nothing is added below a deleted category', async () => {
    const [one, other] = [await make('One'), await make('Other')];
    const moves = [
      dossier.admin.call(categories.update, { id: one, parentId: other }),
      dossier.admin.call(categories.update, { id: other, parentId: one }),
    ];
    expect((await Promise.allSettled(moves)).map((move) => move.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const top = await make('Top');
    await Promise.allSettled([make('Below', top), dossier.admin.call(categories.delete, { id: top })]);
    const tree = await owner.client.call(categories.tree);
    expect(tree.map((category) => category.name)).toEqual(expect.arrayContaining(['One', 'Other']));
    const rows = await dossier.services.database.read.selectFrom('category').select('id').execute();
    expect(rows.map((row) => String(row.id)).toSorted()).toEqual(tree.map((category) => category.id).toSorted());
  });

  it('shows in the top bar for administrators and other users', async () => {
    expect((await owner.client.call(session.current)).moduleTypes).toContain(module.categories);
  });
});

describe('documents in categories', () => {
  it('are added by users who may modify them; lists and counts contain what each user sees', async () => {
    const [drawings, plans] = [await make('Drawings'), await make('Plans')];
    const [open, closed] = [
      await makeDocument(dossier, owner.client, { parentId: cabinet }),
      await makeDocument(dossier, owner.client, { parentId: cabinet }),
    ];
    const folder = await makeFolder(owner.client, cabinet);
    await owner.client.call(permissions.grant, {
      objId: open,
      granteeType: 'user',
      granteeId: reader.id,
      level: level.view,
      reach: 'self',
    });
    expect(await reader.client.refused(categories.put, { objIds: [open], add: [drawings] })).toBe(codes.noRightToOperate.code);
    expect(await reader.client.refused(categories.put, { objIds: [closed], add: [drawings] })).toBe(codes.itemMissing.code);
    expect(await owner.client.refused(categories.put, { objIds: [folder], add: [drawings] })).toBe(codes.documentMissing.code);
    expect(await owner.client.refused(categories.put, { objIds: [open], add: ['999'] })).toBe(codes.categoryMissing.code);
    await owner.client.call(categories.put, { objIds: [open, closed], add: [drawings, plans] });
    await owner.client.call(categories.put, { objIds: [closed], remove: [plans] });
    expect([await countIn(owner.client, drawings), await countIn(reader.client, drawings), await countIn(reader.client, plans)]).toEqual([
      2, 1, 1,
    ]);
    expect(await listed(reader.client, drawings)).toEqual([open]);
    expect((await reader.client.call(categories.documents, { id: drawings })).totalNumber).toBe(1);
    expect((await owner.client.call(categories.of, { objIds: [open, closed] })).toSorted((a, b) => b.on - a.on)).toEqual([
      { id: drawings, on: 2 },
      { id: plans, on: 1 },
    ]);
    await dossier.drain();
    const loggedData = async (client: Client) =>
      (await client.call(operationLog.itemLog, { objId: open })).list.find((line) => line.action === 821)?.detail;
    expect([await loggedData(owner.client), await loggedData(reader.client)]).toEqual(['{"categories":["","Drawings, Plans"]}', undefined]);
    await owner.client.call(library.delete, { objIds: [open] });
    expect([await countIn(reader.client, drawings), await listed(owner.client, drawings)]).toEqual([0, [closed]]);
    expect(await dossier.admin.refused(categories.delete, { id: plans })).toBe(codes.categoryNotEmpty.code);
    await dossier.admin.call(categories.delete, { id: plans, moveToId: drawings });
    await owner.client.call(library.remove, { objIds: [open] });
    expect(
      await dossier.services.database.read.selectFrom('item_category').select('item_id').where('item_id', '=', Number(open)).execute(),
    ).toEqual([]);
    expect(await reader.client.refused(categories.documents, { id: plans })).toBe(codes.categoryMissing.code);
  });
});
