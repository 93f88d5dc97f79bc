import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import { links, shares } from '@dossier/contract/sharing/shares';
import { emptyWorkbook } from '@dossier/formats/office/empty-workbook';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { TestEditor } from '../../../test/editor.ts';
import { TestGrid } from '../../../test/grid.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { visitorOf } from '../../../test/share-people.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

/** Visitors write in a document that gets another version meanwhile: their words lie beside it. */
let dossier: TestServer;
let base: string;
let cabinet: string;
let folder: string;
let giver: SignedIn;
let people: [SignedIn, SignedIn];
/** Of a link to the folder, by which visitors upload and edit. */
let token: string;
let visitors: [Client, Client];
beforeAll(async () => {
  dossier = await openTestServer({}, { inBackground: true });
  base = await dossier.listen();
  cabinet = await makeCabinet(dossier.admin);
  giver = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, {
    objId: cabinet,
    granteeType: 'user',
    granteeId: giver.id,
    level: level.modify | level.full,
    reach: 'all',
  });
  folder = await makeFolder(dossier.admin, cabinet);
  people = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  const colleagues = people.map(({ id: granteeId }) => ({ granteeType: 'user' as const, granteeId }));
  const terms = { allowDownload: true, allowEdit: true, allowUpload: true, recipients: [], colleagues };
  ({ token } = await giver.client.call(shares.create, { objIds: [folder], ...terms }));
  const enter = async ({ client }: SignedIn) => visitorOf(dossier, (await client.call(shares.enter, { token })).sessionId);
  visitors = [await enter(people[0]), await enter(people[1])];
});
beforeEach(() => dossier.clock.forward(60_000));
afterAll(() => dossier.close());

const copies = async (name: string) => {
  const { list } = await giver.client.call(library.items, { parentId: folder });
  return list.filter((one) => one.name.startsWith(name));
};
const seenBy = async (visitor: Client) => (await visitor.call(links.items, { token, parentId: folder })).list.map((one) => one.id);
const revisions = (id: string) => giver.client.call(content.revisions, { id });

async function checkIn(id: string): Promise<void> {
  const text = crypto.randomUUID();
  const { uploadUrl } = await dossier.admin.call(content.preCheckIn, { id, size: text.length });
  await upload(dossier, uploadUrl, Buffer.from(text));
}

/** A visitor types in a document, which somebody takes over for another version. */
async function conflict(visitor: Client, id: string, text: string): Promise<void> {
  const editor = await new TestEditor().connectByLink(visitor, base, { token, id });
  editor.type(0, text);
  await expect.poll(() => editor.isKept).toBe(true);
  await dossier.admin.call(content.unlock, { id });
  await checkIn(id);
  await expect.poll(() => editor.last('closed')?.reason).toBe('revised');
}

it('beside an upload of a visitor they are hidden from other visitors, as the upload is', async () => {
  const [one, two] = visitors;
  const { id, uploadUrl } = await one.call(links.upload, { token, parentId: folder, name: 'bid.txt', size: 3 });
  await upload(dossier, uploadUrl, Buffer.from('bid'));
  await conflict(one, id, 'secret ');
  const [copy] = (await copies('bid')).filter((item) => item.id !== id);
  expect(new Set(await seenBy(one))).toEqual(new Set([id, copy?.id]));
  expect(await seenBy(two)).toEqual([]);
  expect(await two.refused(links.download, { token, id: copy?.id ?? '' })).toBe(1002);
});

it('are one document for a visitor and a document, with a version for each time', async () => {
  const [one, two] = visitors;
  const id = await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'plan.txt', bytes: 'plan' });
  await conflict(one, id, 'first ');
  await conflict(one, id, 'second ');
  const [copy] = await copies('plan (');
  expect(await copies('plan (')).toHaveLength(1);
  expect((await revisions(copy?.id ?? '')).map(({ number, creatorName }) => ({ number, creatorName }))).toEqual(
    [2, 1].map((number) => ({ number, creatorName: people[0].fullName })),
  );
  // a version that the visitor sends by the link makes it no other document
  const { uploadUrl } = await one.call(links.checkIn, { token, id: copy?.id ?? '', name: 'other.txt', size: 3 });
  await upload(dossier, uploadUrl, Buffer.from('own'));
  await conflict(one, id, 'third ');
  expect((await revisions(copy?.id ?? '')).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  // other visitors have theirs; one in which an employee goes on, or which is locked, is left alone
  await conflict(two, id, 'of another ');
  expect(await copies('plan (')).toHaveLength(2);
  await checkIn(copy?.id ?? '');
  await conflict(one, id, 'fourth ');
  const all = await copies('plan (');
  expect(all).toHaveLength(3);
  for (const each of all) await giver.client.call(content.lock, { id: each.id });
  await conflict(one, id, 'fifth ');
  expect(await copies('plan (')).toHaveLength(4);
});

it('are hidden from all visitors where they are the journal of a session, which has what was taken out', async () => {
  const id = await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'offer.xlsx', bytes: emptyWorkbook() });
  const first = Number((await revisions(id))[0]?.id);
  const writer = await makeSignedIn(dossier);
  const give = (granted: number) =>
    dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: writer.id, level: granted, reach: 'all' });
  await give(level.modify);
  const grid = await new TestGrid().connect(writer.client, base, id);
  for (const value of ['taken out', null]) grid.edit({ kind: 'cells', sheet: 1, cells: [{ row: 0, column: 0, value }] });
  await expect.poll(() => grid.order.length).toBe(2);
  // nobody saves it, and the version that it belongs to is gone
  await give(level.view);
  grid.close();
  await expect.poll(async () => (await giver.client.call(library.documentDetail, { id })).lockUserName).toBeUndefined();
  const bytes = emptyWorkbook();
  const { uploadUrl } = await dossier.admin.call(content.preCheckIn, { id, size: bytes.length });
  await upload(dossier, uploadUrl, bytes);
  await dossier.services.database.write((db) => db.deleteFrom('revision').where('id', '=', first).execute());
  await giver.client.call(editing.open, { id });
  const [copy] = (await copies('offer')).filter((item) => item.id !== id);
  expect(copy?.name).toMatch(/\.json$/);
  const { downloadUrl } = await giver.client.call(content.download, { id: copy?.id ?? '' });
  expect((await dossier.server.app.inject({ url: downloadUrl })).body).toContain('taken out');
  const isHidden = async (place: string) => {
    for (const visitor of visitors) {
      const { list } = await visitor.call(links.items, { token, parentId: place });
      expect(list.map((one) => one.id)).not.toContain(copy?.id);
      expect(await visitor.refused(links.download, { token, id: copy?.id ?? '' })).toBe(1002);
    }
  };
  await isHidden(folder);
  expect(await seenBy(visitors[0])).toContain(id);
  const deeper = await makeFolder(dossier.admin, folder);
  await giver.client.call(library.move, { objIds: [copy?.id ?? ''], parentId: deeper });
  const placeNow = () =>
    dossier.services.database.read.selectFrom('share_upload').select('place_id').where('document_id', '=', Number(copy?.id)).execute();
  await expect.poll(placeNow).toEqual([{ place_id: Number(deeper) }]);
  await isHidden(deeper);
});

describe('are another document', () => {
  let name: string;
  let plan: string;
  let copy: string;
  beforeEach(async () => {
    name = crypto.randomUUID();
    plan = await makeDocument(dossier, dossier.admin, { parentId: folder, name: `${name}.txt`, bytes: 'plan' });
    await conflict(visitors[0], plan, 'first ');
    copy = (await copies(`${name} (`))[0]?.id ?? '';
  });

  it('once the document has rights of its own: who may not see it reads none of its words', async () => {
    const reader = await makeSignedIn(dossier);
    await dossier.admin.call(permissions.grant, {
      objId: folder,
      granteeType: 'user',
      granteeId: reader.id,
      level: level.download,
      reach: 'all',
    });
    await conflict(visitors[0], plan, 'second ');
    expect(await revisions(copy)).toHaveLength(2);
    await dossier.admin.call(permissions.inherit, { objId: plan, inherit: false });
    await dossier.admin.call(permissions.grant, {
      objId: plan,
      granteeType: 'user',
      granteeId: giver.id,
      level: level.full,
      reach: 'all',
    });
    await conflict(visitors[0], plan, 'secret ');
    await conflict(visitors[0], plan, 'also secret ');
    expect(await revisions(copy)).toHaveLength(2);
    const hidden = (await copies(`${name} (`)).filter(({ id }) => id !== copy);
    expect(hidden).toHaveLength(1);
    expect(await revisions(hidden[0]?.id ?? '')).toHaveLength(2);
    const { list } = await reader.client.call(library.items, { parentId: folder });
    expect(list.map(({ id }) => id)).toContain(copy);
    expect(list.map(({ id }) => id)).not.toContain(hidden[0]?.id);
  });

  it('once somebody gives others rights to the first', async () => {
    await dossier.admin.call(permissions.grant, {
      objId: copy,
      granteeType: 'user',
      granteeId: people[1].id,
      level: level.download,
      reach: 'all',
    });
    await conflict(visitors[0], plan, 'second ');
    expect(await revisions(copy)).toHaveLength(1);
    expect(await copies(`${name} (`)).toHaveLength(2);
  });

  it('once a link shares the first', async () => {
    await giver.client.call(shares.create, { objIds: [copy], allowDownload: true, recipients: [] });
    await conflict(visitors[0], plan, 'second ');
    expect(await revisions(copy)).toHaveLength(1);
    expect(await copies(`${name} (`)).toHaveLength(2);
  });

  it('for another document of the same name', async () => {
    await dossier.admin.call(library.update, { id: plan, name: 'old plan.txt' });
    const other = await makeDocument(dossier, dossier.admin, { parentId: folder, name: `${name}.txt`, bytes: 'other' });
    await conflict(visitors[0], other, 'of the other ');
    expect(await revisions(copy)).toHaveLength(1);
    expect(await copies(`${name} (`)).toHaveLength(2);
  });
});
