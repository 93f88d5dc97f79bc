import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { permissions } from '@dossier/contract/access/permissions';
import { calls } from '@dossier/contract/calls';
import { favourites } from '@dossier/contract/classification/favourites';
import { type Reach, granteeTypes, level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { preview } from '@dossier/contract/preview/preview';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casesOnEngine } from './long.ts';
import { type TestServer, openTestServer } from './test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from './make-items.ts';
import { makeDepartment, makeGroup, makeRole, makeSignedIn } from './make.ts';
import { type ModelItem, type ModelPerson, type ModelWorld, modelBits } from './rights-model.ts';
import { type Probe, elsewhere, probes, rows, tableDocument } from './rights-table.ts';
import { expectWholeTree } from './tree-check.ts';

let dossier: TestServer;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let adminId: string;
let revision: string;
let organisation: string;
let department: string;
let person: ModelPerson;
let world: ModelWorld;
const tree: Record<'cabinet' | 'folder' | 'document', ModelItem> = {} as never;
const principals: Record<string, string> = {};

beforeAll(async () => {
  dossier = await openTestServer();
  department = await makeDepartment(dossier);
  const below = await makeDepartment(dossier, { parentId: department });
  staff = await makeSignedIn(dossier, { departmentIds: [below] });
  const group = await makeGroup(dossier, [staff.id]);
  const role = await makeRole(dossier, { userIds: [staff.id] });
  const current = await dossier.admin.call(session.current);
  adminId = current.id;
  // so that the document belongs to a colleague
  await dossier.admin.call(people.addToDepartment, { id: below, userIds: [adminId] });
  organisation = current.spaceId;
  // the grant goes to the parent of the user's department
  Object.assign(principals, { user: staff.id, group, department, organisation, role });
  world = {
    organisation,
    above: new Map([
      [department, undefined],
      [below, department],
    ]),
    now: 0,
  };
  person = { id: staff.id, groups: new Set([group]), departments: new Set([below]), roles: new Set([role]) };
  const item = (id: string, parent: ModelItem | undefined): ModelItem => ({
    id,
    parent,
    document: false,
    owner: undefined,
    inherits: true,
    grants: [],
  });
  tree.cabinet = item(await makeCabinet(dossier.admin), undefined);
  tree.folder = item(await makeFolder(dossier.admin, tree.cabinet.id), tree.cabinet);
  const id = await makeDocument(dossier, dossier.admin, { parentId: tree.folder.id, ...tableDocument });
  tree.document = { ...item(id, tree.folder), document: true };
  revision = (await dossier.admin.call(content.revisions, { id }))[0]?.id ?? '';
  await dossier.admin.call(content.promoteRevision, { id, revisionId: revision });
  // so that every list contained it once
  const mine = { objId: id, granteeType: 'user' as const, granteeId: staff.id };
  await dossier.admin.call(permissions.grant, { ...mine, level: level.download });
  await staff.client.call(preview.view, { id });
  await staff.client.call(content.download, { id });
  await staff.client.call(favourites.addFavorite, { objIds: [id] });
  await dossier.admin.call(permissions.revoke, mine);
  await dossier.drain();
});
afterAll(() => dossier.close());

const places: { name: string; on: 'cabinet' | 'folder' | 'document'; reach: Reach; cancelled?: 'folder' | 'document' }[] = [
  { name: 'on the document itself', on: 'document', reach: 'self' },
  { name: 'on the folder for all', on: 'folder', reach: 'all' },
  { name: 'on the folder for its children', on: 'folder', reach: 'children' },
  { name: 'on the folder alone', on: 'folder', reach: 'self' },
  { name: 'on the cabinet for all', on: 'cabinet', reach: 'all' },
  { name: 'on the cabinet for its children', on: 'cabinet', reach: 'children' },
  { name: 'on the cabinet, cancelled at the folder', on: 'cabinet', reach: 'all', cancelled: 'folder' },
  { name: 'on the folder, cancelled at the document', on: 'folder', reach: 'all', cancelled: 'document' },
];

function codeFor({ on, need, lacking, unread = lacking, inside, granted = 200 }: Probe): number {
  const bits = modelBits(world, person, tree[on]);
  if ((bits & 1) === 0) return 1002;
  if ((bits & need) !== need) return (bits & 2) === 0 ? unread : lacking;
  return inside !== undefined && (modelBits(world, person, tree.document) & inside.need) === 0 ? inside.lacking : granted;
}

/** Which lists contain the document. */
async function expectRows(): Promise<void> {
  const bits = modelBits(world, person, tree.document);
  const found: unknown[] = [];
  for (const row of rows) {
    const { text } = await staff.client.raw(row.route, row.input);
    const { list } = (JSON.parse(text) as { data: { list: { id: string }[] } }).data;
    found.push([row.name, list.some(({ id }) => id === tree.document.id)]);
  }
  expect(found).toEqual(rows.map((row) => [row.name, (bits & row.need) === row.need]));
}

/** What the model expects of every probe, and the server's answers. */
async function answers(): Promise<{ expected: unknown[]; found: unknown[] }> {
  const ids = { document: tree.document.id, folder: tree.folder.id, person: adminId, revision };
  const expected: unknown[] = [];
  const found: unknown[] = [];
  for (const probe of probes) {
    expected.push([probe.route.path, codeFor(probe)]);
    const { text } = await staff.client.raw(probe.route, probe.input(ids));
    found.push([probe.route.path, (JSON.parse(text) as { code: number }).code]);
  }
  // one person has a hundred notes on an item at most
  await dossier.services.database.write((db) => db.deleteFrom('note').where('person_id', '=', Number(staff.id)).execute());
  return { expected, found };
}

async function expectTotals(): Promise<void> {
  const seen = (item: ModelItem) => (modelBits(world, person, item) & 1) !== 0;
  const entry = seen(tree.cabinet) ? tree.cabinet : seen(tree.folder) ? tree.folder : seen(tree.document) ? tree.document : undefined;
  const { list, totalNumber } = await staff.client.call(library.cabinets, { moduleType: 3 });
  const alone = seen(tree.cabinet) && !seen(tree.folder) && seen(tree.document) ? [tree.document.id] : [];
  expect([list.map((item) => item.id), totalNumber]).toEqual([
    entry === undefined ? [] : [entry.id, ...alone],
    (entry === undefined ? 0 : 1) + alone.length,
  ]);
  if (seen(tree.folder)) {
    const { totalNumber: documents } = await staff.client.call(library.documents, { parentId: tree.folder.id });
    expect(documents).toBe(seen(tree.document) ? 1 : 0);
  }
}

const levels = Object.values(level);

const given = granteeTypes.flatMap((type) => levels.map((bits) => [type, bits] as const));

describe.each(places.map((place, turn) => ({ ...place, cases: casesOnEngine(given, turn) })))(
  'a right given $name',
  ({ on, reach, cancelled, cases }) => {
    it.each(cases)('to a %s at level %i', async (type, bits) => {
      const principal = { granteeType: type, granteeId: principals[type] ?? '' };
      if (cancelled !== undefined) await dossier.admin.call(permissions.inherit, { objId: tree[cancelled].id, inherit: false });
      await dossier.admin.call(permissions.grant, { objId: tree[on].id, ...principal, level: bits, reach });
      if (cancelled !== undefined) tree[cancelled].inherits = false;
      tree[on].grants = [{ type, to: principal.granteeId, level: bits, reach }];
      const { expected, found } = await answers();
      expect(found).toEqual(expected);
      await expectTotals();
      await expectRows();
      await dossier.admin.call(permissions.revoke, { objId: tree[on].id, ...principal });
      if (cancelled !== undefined) await dossier.admin.call(permissions.inherit, { objId: tree[cancelled].id, inherit: true });
      if (cancelled !== undefined) tree[cancelled].inherits = true;
      tree[on].grants = [];
      expect(await staff.client.call(permissions.check, { rights: 1, objIds: Object.values(tree).map((item) => item.id) })).toEqual({
        hasRights: [false, false, false],
      });
    });

    it('leaves the tree whole', () => expectWholeTree(dossier));
  },
);

describe('the table', () => {
  const about = [
    'library',
    'permissions',
    'content',
    'pagesByToken',
    'preview',
    'previewByToken',
    'cards',
    'categories',
    'favourites',
    'tags',
    'search',
    'operationLog',
    'home',
  ] as const;
  const all = about.flatMap((subject) => Object.entries(calls[subject] ?? {}).map(([name, route]) => ({ subject, name, route })));
  const known = [...probes.map((probe) => probe.route), ...rows.map((row) => row.route), ...elsewhere.keys()];

  it.each(all.map(({ route }) => [route.path, route] as const))('has %s, or names the test that does', (_, route) => {
    expect(known).toContain(route);
  });

  it.each(about)('knows the calls of %s', (subject) => expect(all.map((one) => one.subject)).toContain(subject));

  it('names tests that make the call', () => {
    const text = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
    const without = [...elsewhere].filter(([route, file]) => {
      const name = all.find((one) => one.route === route)?.name;
      return name !== undefined && !text(file).includes(`.${name}`);
    });
    expect(without.map(([route, file]) => `${route.path} ${file}`)).toEqual([]);
  });
});
