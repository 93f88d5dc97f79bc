import { createHash, randomBytes } from 'node:crypto';
import { permissions } from '@dossier/contract/access/permissions';
import { level, right } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { makeCabinet, makeDocument, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { holdRevisions, releaseRevisionHold } from '../revisions.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

let dossier: TestServer;
let cabinet: string;
let ann: SignedIn;
let bob: SignedIn;
let manager: SignedIn;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  [ann, bob, manager] = [await makeSignedIn(dossier), await makeSignedIn(dossier), await makeSignedIn(dossier)];
  for (const { id } of [ann, bob]) await give(id, level.modify);
  await give(manager.id, level.full);
});
afterAll(() => dossier.close());

const give = (granteeId: string, granted: number) =>
  dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId, level: granted, reach: 'all' });
const make = (name: string, bytes: Buffer | string = 'first') => makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes });

async function checkIn(client: Client, id: string, { bytes = Buffer.from('next'), keepLock }: { bytes?: Buffer; keepLock?: boolean } = {}) {
  const { uploadUrl } = await client.call(content.preCheckIn, { id, size: bytes.length, ...(keepLock !== undefined && { keepLock }) });
  await upload(dossier, uploadUrl, bytes);
}

const holderOf = async (id: string): Promise<string | undefined> => (await dossier.admin.call(library.documentDetail, { id })).lockUserName;

it('a check-out locks the document and says where to fetch it, once among many', async () => {
  const id = await make('once.txt');
  const { downloadUrl, fileName } = await ann.client.call(content.checkOut, { id });
  expect(fileName).toBe('once.txt');
  expect((await dossier.server.app.inject({ url: downloadUrl })).body).toBe('first');
  expect(await holderOf(id)).toBe(ann.fullName);
  expect(await bob.client.refused(content.checkOut, { id })).toBe(4619);
  expect(await bob.client.refused(content.preCheckIn, { id, size: 1 })).toBe(4619);
  expect(await bob.client.refused(content.undoCheckOut, { id })).toBe(4619);
  await ann.client.call(content.undoCheckOut, { id });
  expect(await ann.client.refused(content.undoCheckOut, { id })).toBe(4620);
  const many = await Promise.all(
    [ann, bob, manager].map(({ client }) =>
      client.call(content.checkOut, { id }).then(
        () => 1,
        () => 0,
      ),
    ),
  );
  expect(many.reduce((sum, n) => sum + n, 0)).toBe(1);
});

it('tells a check-out from a lock by hand, since when it is, and logs it as one', async () => {
  const id = await make('told apart.txt');
  const held = async () => {
    const { lockTime, checkedOut } = await bob.client.call(library.documentDetail, { id });
    const [row] = (await bob.client.call(library.items, { parentId: cabinet, keyword: 'told apart' })).list;
    expect([row?.lockTime, row?.checkedOut]).toEqual([lockTime, checkedOut]);
    return [lockTime, checkedOut];
  };
  const now = () => new Date(dossier.clock.now()).toISOString();
  expect(await held()).toEqual([undefined, undefined]);
  await ann.client.call(content.checkOut, { id });
  const first = now();
  expect(await held()).toEqual([first, true]);
  // one’s own lock over it changes neither, nor does a version that keeps it
  dossier.clock.forward(60_000);
  await ann.client.call(content.lock, { id });
  await checkIn(ann.client, id, { keepLock: true });
  expect(await held()).toEqual([first, true]);
  // taken over
  await manager.client.call(content.unlock, { id });
  await manager.client.call(content.lock, { id });
  const second = now();
  expect(second).not.toBe(first);
  expect(await held()).toEqual([second, undefined]);
  await manager.client.call(content.checkOut, { id });
  expect(await held()).toEqual([second, true]);
  await manager.client.call(content.undoCheckOut, { id });
  expect(await held()).toEqual([undefined, undefined]);
  await dossier.drain();
  const { list } = await dossier.admin.call(operationLog.itemLog, { objId: id });
  const locks: number[] = [action.documentLock, action.documentUnlock, action.documentCheckOut, action.documentCheckOutUndo];
  expect(list.map((entry) => entry.action).filter((one) => locks.includes(one))).toEqual([
    action.documentCheckOutUndo,
    action.documentCheckOut,
    action.documentLock,
    action.documentCheckOutUndo,
    action.documentCheckOut,
  ]);
});

it('whoever may not download checks nothing out, and leaves no lock', async () => {
  const id = await make('not for you.txt');
  const writer = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, {
    objId: id,
    granteeType: 'user',
    granteeId: writer.id,
    level: right.visible | right.read | right.modify,
    reach: 'self',
  });
  expect(await writer.client.refused(content.checkOut, { id })).toBe(4611);
  expect(await holderOf(id)).toBeUndefined();
});

it.each([
  ['check-out', content.checkOut],
  ['lock by hand', content.lock],
] as const)(
  'a %s outlives the restoration of a version, and a version that is uploaded under the name of its document',
  async (_, route) => {
    const name = `${crypto.randomUUID()}.txt`;
    const id = await make(name);
    await checkIn(ann.client, id);
    await ann.client.call(route, { id });
    const [, first] = await ann.client.call(content.revisions, { id });
    await ann.client.call(content.restoreRevision, { id, currentRev: first?.id ?? '' });
    expect(await holderOf(id)).toBe(ann.fullName);
    await makeDocument(dossier, ann.client, { parentId: cabinet, name, bytes: 'third', onSameName: 'revision' });
    expect(await ann.client.call(content.revisions, { id })).toHaveLength(4);
    expect(await holderOf(id)).toBe(ann.fullName);
    await checkIn(ann.client, id);
    expect(await holderOf(id)).toBeUndefined();
  },
);

it('a check-in ends the check-out, unless its holder keeps it', async () => {
  const id = await make('kept.txt');
  await ann.client.call(content.checkOut, { id });
  await checkIn(ann.client, id, { keepLock: true });
  expect(await holderOf(id)).toBe(ann.fullName);
  await checkIn(ann.client, id);
  expect(await holderOf(id)).toBeUndefined();
  // without a lock `keepLock` takes none
  await checkIn(bob.client, id, { keepLock: true });
  expect(await holderOf(id)).toBeUndefined();
});

it('who manages a document deletes its older versions for good, and their bytes go', async () => {
  const bytes = randomBytes(500);
  const id = await make('versions.bin', bytes);
  await checkIn(ann.client, id);
  const [newest, oldest] = await manager.client.call(content.revisions, { id });
  const target = { id, revisionId: oldest!.id };
  expect(await ann.client.refused(content.deleteRevision, target)).toBe(4901);
  expect(await manager.client.refused(content.deleteRevision, { id, revisionId: newest!.id })).toBe(4617);
  expect(await manager.client.refused(content.deleteRevision, { id: await make('other.txt'), revisionId: oldest!.id })).toBe(4616);
  await ann.client.call(content.checkOut, { id });
  expect(await manager.client.refused(content.deleteRevision, target)).toBe(4619);
  await ann.client.call(content.undoCheckOut, { id });
  // a flow or a meeting needs it
  await dossier.services.database.write((db) => holdRevisions(db, 7, [Number(oldest!.id)]));
  expect(await manager.client.refused(content.deleteRevision, target)).toBe(4617);
  await dossier.services.database.write((db) => releaseRevisionHold(db, 7));
  await manager.client.call(content.deleteRevision, target);
  expect(await manager.client.refused(content.deleteRevision, target)).toBe(4616);
  expect((await manager.client.call(content.revisions, { id })).map((revision) => revision.id)).toEqual([newest!.id]);
  dossier.clock.forward(2 * 3600_000);
  await dossier.drain();
  expect(await dossier.services.storage.has(createHash('sha256').update(bytes).digest('hex'))).toBe(false);
});
