import { permissions } from '@dossier/contract/access/permissions';
import { favourites } from '@dossier/contract/classification/favourites';
import { home } from '@dossier/contract/core/home';
import { level } from '@dossier/contract/core/rights';
import type { Route } from '@dossier/contract/core/route';
import { library } from '@dossier/contract/documents/library';
import { preview } from '@dossier/contract/preview/preview';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { search } from '@dossier/contract/search/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { type TestServer, openTestServer } from './test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from './make-items.ts';
import { makeSignedIn } from './make.ts';

let dossier: TestServer;
let guest: Awaited<ReturnType<typeof makeSignedIn>>;
const at = { cabinet: '', hidden: '', deep: '', doc: '', lone: '' };

beforeAll(async () => {
  dossier = await openTestServer();
  guest = await makeSignedIn(dossier);
  at.cabinet = await makeCabinet(dossier.admin, { name: 'Vault' });
  at.hidden = await makeFolder(dossier.admin, at.cabinet, { name: 'Merger' });
  at.deep = await makeFolder(dossier.admin, at.hidden, { name: 'Deep' });
  at.doc = await makeDocument(dossier, dossier.admin, { parentId: at.deep, name: 'plan.txt' });
  at.lone = await makeDocument(dossier, dossier.admin, { parentId: at.hidden, name: 'lone.txt' });
  const give = (objId: string, given: number, scope: 'self' | 'all' = 'all') =>
    dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: guest.id, level: given, reach: scope });
  // the folder passes rights on without being visible itself
  await give(at.hidden, level.full);
  await give(at.hidden, level.none, 'self');
  for (const client of [guest.client, dossier.admin]) {
    await client.call(favourites.addFavorite, { objIds: [at.deep, at.doc, at.lone] });
    await client.call(preview.view, { id: at.lone });
    await client.call(preview.view, { id: at.doc });
  }
  await dossier.drain();
});
afterAll(() => dossier.close());

/** Everything that returns items or their surroundings. */
const answers: [string, Route, () => object][] = [
  ['the entries of an area', library.cabinets, () => ({ moduleType: 3 })],
  ['the tree', library.tree, () => ({ moduleType: 3 })],
  ['a folder', library.items, () => ({ parentId: at.deep })],
  ['documents', library.documents, () => ({ parentId: at.deep })],
  ['a filtered folder', library.items, () => ({ parentId: at.deep, keyword: 'plan' })],
  ['the way', library.ancestors, () => ({ id: at.lone })],
  ['a folder by itself', library.folderDetail, () => ({ id: at.deep })],
  ['a document by itself', library.documentDetail, () => ({ id: at.lone })],
  ['a search', search.search, () => ({ keyword: 'lone', in: 'name', sort: 'relevance' })],
  ['a suggestion', search.suggest, () => ({ keyword: 'lone' })],
  ['a grouped folder', library.items, () => ({ parentId: at.deep, groupBy: 'creator' })],
  ['favourites', favourites.favorites, () => ({})],
  ['favourites at home', home.favorite, () => ({})],
  ['what was opened', home.open, () => ({})],
  ['what is new', home.newest, () => ({})],
  ['rights', permissions.list, () => ({ objId: at.lone })],
  ['where rights come from', permissions.explain, () => ({ objId: at.lone, userId: guest.id })],
  ['the log', operationLog.itemLog, () => ({ objId: at.lone })],
];

const textOf = async (client: Client, route: Route, input: object): Promise<string> => {
  const { text, status } = await client.raw(route, input);
  expect([route.path, status]).toEqual([route.path, 200]);
  return text;
};

describe('what lies in a folder without visibility for the requester', () => {
  it.each(answers)('in %s neither names the folder nor discloses its id', async (_, route, input) => {
    const text = await textOf(guest.client, route, input());
    for (const secret of [at.hidden, at.cabinet, 'Merger', 'Vault']) expect(text).not.toContain(secret);
  });

  it('discloses its parent where that is visible, and the whole path to those who see all', async () => {
    const inside = await guest.client.call(library.documentDetail, { id: at.doc });
    expect([inside.parentId, inside.cabinetId, inside.path]).toEqual([at.deep, undefined, 'Deep / plan.txt']);
    const alone = await guest.client.call(library.documentDetail, { id: at.lone });
    expect([alone.parentId, alone.cabinetId, alone.path]).toEqual([undefined, undefined, 'lone.txt']);
    const whole = await dossier.admin.call(library.documentDetail, { id: at.lone });
    expect([whole.parentId, whole.cabinetId, whole.path]).toEqual([at.hidden, at.cabinet, 'Vault / Merger / lone.txt']);
    const { list } = await dossier.admin.call(permissions.list, { objId: at.lone });
    expect(list.map((grant) => grant.objId)).toContain(at.hidden);
  });

  it('is restored from the bin without disclosing where to', async () => {
    await guest.client.call(library.delete, { objIds: [at.lone] });
    const bin = await textOf(guest.client, library.bin, {});
    const back = await textOf(guest.client, library.restore, { objIds: [at.lone] });
    expect([bin, back].every((text) => text.includes('lone.txt'))).toBe(true);
    for (const secret of [at.hidden, at.cabinet, 'Merger', 'Vault']) expect(bin + back).not.toContain(secret);
    await dossier.admin.call(library.delete, { objIds: [at.lone] });
    expect((await dossier.admin.call(library.restore, { objIds: [at.lone] })).list[0]?.parentId).toBe(at.hidden);
  });
});
