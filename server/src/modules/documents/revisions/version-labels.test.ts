import { permissions } from '@dossier/contract/access/permissions';
import { moduleType, level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { step } from '../../../../migrations/054-version-labels.ts';
import { makeCabinet, makeDocument, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { updateItem } from '../tree/items.queries.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

let dossier: TestServer;
let cabinet: string;
let writer: SignedIn;
let reader: SignedIn;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  [writer, reader] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  for (const [{ id: granteeId }, given] of [
    [writer, level.modify],
    [reader, level.download],
  ] as const)
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId, level: given, reach: 'all' });
});
afterAll(() => dossier.close());

const make = (given: { name?: string } = {}) => makeDocument(dossier, dossier.admin, { parentId: cabinet, ...given });

async function checkIn(id: string, major = false): Promise<void> {
  const { uploadUrl } = await writer.client.call(content.preCheckIn, { id, size: 4, major });
  await upload(dossier, uploadUrl, Buffer.from('next'));
}

const revisionsOf = (id: string, client = reader.client) => client.call(content.revisions, { id });
/** Newest first; the first one as the document itself has it. */
async function labelsOf(id: string, client = reader.client): Promise<string[]> {
  const labels = (await revisionsOf(id, client)).map(({ label }) => label);
  expect((await client.call(library.documentDetail, { id })).versionLabel).toBe(labels[0]);
  return labels;
}
const newestOf = async (id: string): Promise<string> => (await revisionsOf(id))[0]!.id;

describe('the label of a version', () => {
  it('rises by a minor version, and by a major one on request', async () => {
    const id = await make();
    for (const major of [false, false, true, false, true, true]) await checkIn(id, major);
    expect(await labelsOf(id)).toEqual(['4.0', '3.0', '2.1', '2.0', '1.2', '1.1', '1.0']);
    expect((await revisionsOf(id)).map(({ number, major }) => [number, major])).toEqual([
      [7, true],
      [6, true],
      [5, false],
      [4, true],
      [3, false],
      [2, false],
      [1, false],
    ]);
    const listed = (await reader.client.call(library.items, { parentId: cabinet })).list.find((item) => item.id === id);
    expect(listed).toMatchObject({ version: 7, versionLabel: '4.0' });
  });

  it('goes on after a restored version, and is not reused after a deleted one', async () => {
    const id = await make();
    await checkIn(id, true);
    const [, first] = await revisionsOf(id);
    await writer.client.call(content.restoreRevision, { id, currentRev: first!.id });
    await dossier.admin.call(content.deleteRevision, { id, revisionId: first!.id });
    expect(await labelsOf(id)).toEqual(['2.1', '2.0']);
  });

  it('is told by a restored version, in the language of who restores it, without the note of the other', async () => {
    const id = await make();
    await checkIn(id, true);
    const [, first] = await revisionsOf(id);
    await writer.client.call(content.updateRevision, { id, revisionId: first!.id, note: 'As tendered' });
    await writer.client.call(content.restoreRevision, { id, currentRev: first!.id });
    expect((await revisionsOf(id))[0]?.note).toBe('Restored from version 1.0');
    // the administrator reads Chinese
    await dossier.admin.call(content.restoreRevision, { id, currentRev: first!.id });
    expect((await revisionsOf(id)).map(({ note }) => note)).toEqual([
      '从版本 1.0 恢复',
      'Restored from version 1.0',
      undefined,
      'As tendered',
    ]);
  });

  it('begins anew with a copy', async () => {
    const id = await make({ name: 'copied.txt' });
    await checkIn(id, true);
    await dossier.admin.call(library.copy, { objIds: [id] });
    const { ids } = await dossier.admin.call(library.paste, { parentId: cabinet });
    expect(await labelsOf(ids[0]!)).toEqual(['1.0']);
    await checkIn(ids[0]!);
    expect(await labelsOf(ids[0]!)).toEqual(['1.1', '1.0']);
  });

  it('is what folders have none of', async () => {
    const { list } = await dossier.admin.call(library.cabinets, { moduleType: moduleType.enterprise });
    expect(list.find((item) => item.id === cabinet)).not.toHaveProperty('versionLabel');
  });
});

describe('promoting a version', () => {
  it('makes it the next major version without new bytes, once', async () => {
    const id = await make({ name: 'promoted.txt' });
    await checkIn(id);
    const [current, older] = await revisionsOf(id);
    const target = { id, revisionId: current!.id };
    expect(await reader.client.refused(content.promoteRevision, target)).toBe(1001);
    expect(await writer.client.refused(content.promoteRevision, { id, revisionId: older!.id })).toBe(4617);
    expect(await writer.client.refused(content.promoteRevision, { id: await make(), revisionId: current!.id })).toBe(4616);
    expect(await writer.client.call(content.promoteRevision, { ...target, note: 'Released' })).toEqual({ label: '2.0' });
    expect(await writer.client.refused(content.promoteRevision, target)).toBe(1003);
    expect(await labelsOf(id)).toEqual(['2.0', '1.0']);
    expect(await revisionsOf(id)).toMatchObject([{ ...current, label: '2.0', major: true, note: 'Released' }, older!]);
    expect((await reader.client.call(library.documentDetail, { id })).updaterName).toBe(writer.fullName);
    await checkIn(id);
    expect(await labelsOf(id)).toEqual(['2.1', '2.0', '1.0']);
  });

  it('counts once among callers at the same time', async () => {
    const id = await make();
    const target = { id, revisionId: await newestOf(id) };
    const answers = await Promise.all(
      [writer, writer, writer].map(({ client }) =>
        client.call(content.promoteRevision, target).then(
          ({ label }) => label,
          () => undefined,
        ),
      ),
    );
    expect(answers.filter((label) => label !== undefined)).toEqual(['2.0']);
    expect(await labelsOf(id)).toEqual(['2.0']);
  });

  it('and naming one wait for a lock of another user, and are refused in a publishing cabinet', async () => {
    const id = await make();
    const target = { id, revisionId: await newestOf(id) };
    await dossier.admin.call(content.lock, { id });
    expect(await writer.client.refused(content.promoteRevision, target)).toBe(4619);
    expect(await writer.client.refused(content.updateRevision, { ...target, note: 'x' })).toBe(4619);
    await dossier.admin.call(content.unlock, { id });
    await dossier.services.database.write((db) => updateItem(db, Number(cabinet), { publishing: 1 }));
    const inPublishing = await writer.client.refused(content.preCheckIn, { id, size: 1 });
    expect(await writer.client.refused(content.promoteRevision, target)).toBe(inPublishing);
    expect(await writer.client.refused(content.updateRevision, { ...target, note: 'x' })).toBe(inPublishing);
    await dossier.services.database.write((db) => updateItem(db, Number(cabinet), { publishing: 0 }));
    expect(await labelsOf(id)).toEqual(['1.0']);
  });
});

describe('the note of a version', () => {
  it('is changed and taken away by who may modify, on older versions too', async () => {
    const id = await make();
    await checkIn(id);
    const [current, older] = await revisionsOf(id);
    const write = (revisionId: string, note: string) => writer.client.call(content.updateRevision, { id, revisionId, note });
    expect(await reader.client.refused(content.updateRevision, { id, revisionId: older!.id, note: 'x' })).toBe(1001);
    expect(await writer.client.refused(content.updateRevision, { id, revisionId: older!.id, note: 'x'.repeat(501) })).toBe(400);
    await write(older!.id, 'As tendered');
    await write(current!.id, 'x'.repeat(500));
    expect((await revisionsOf(id)).map(({ note }) => note)).toEqual(['x'.repeat(500), 'As tendered']);
    await write(current!.id, '');
    expect((await revisionsOf(id))[0]).not.toHaveProperty('note');
  });
});

it('the log names the version, and keeps no note', async () => {
  const id = await make();
  await checkIn(id);
  const target = { id, revisionId: await newestOf(id) };
  await writer.client.call(content.promoteRevision, target);
  await writer.client.call(content.updateRevision, { ...target, note: 'Secret words' });
  await writer.client.call(content.updateRevision, { ...target, note: 'Secret words' });
  await dossier.drain();
  const { list } = await dossier.admin.call(operationLog.itemLog, { objId: id });
  const said = list.map(({ action, detail }) => [action, JSON.parse(detail ?? '{}') as unknown]);
  expect(said.filter(([action]) => action !== 301)).toEqual([
    [319, { version: ['2.0'], changed: ['note'] }],
    [318, { version: ['1.1', '2.0'] }],
    [307, { version: ['1.1'], number: 2 }],
  ]);
});

// last, as it opens the server anew
it('a database of an earlier version gets the labels that its documents would have', async () => {
  const { database } = dossier.services;
  const ids = [await make(), await make(), await make(), await make()];
  for (const major of [false, true, false, false]) await checkIn(ids[0]!, major);
  for (const major of [true, true]) await checkIn(ids[1]!, major);
  for (const major of [false, false]) await checkIn(ids[2]!, major);
  const [, between, first] = await revisionsOf(ids[2]!);
  for (const { id: revisionId } of [between!, first!]) await dossier.admin.call(content.deleteRevision, { id: ids[2]!, revisionId });
  const before = await Promise.all(ids.map((id) => labelsOf(id)));
  expect(before).toEqual([['2.2', '2.1', '2.0', '1.1', '1.0'], ['3.0', '2.0', '1.0'], ['1.2'], ['1.0']]);
  await database.write((db) => step.down(db, database.engine));
  await database.write((db) => step.up(db, database.engine));
  await dossier.reopen();
  expect(await Promise.all(ids.map((id) => labelsOf(id, dossier.admin)))).toEqual(before);
});
