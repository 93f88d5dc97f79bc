import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { validity } from '@dossier/contract/documents/validity';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { makeSignedIn, makeWriter } from '../../../test/make.ts';
import { adminPassword } from '../../../test/template.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { sweepExpired } from './validity.ts';
import { remindOfValidity } from './validity-reminders.ts';

const day = 24 * 3600_000;

/** Ann may change the documents of a cabinet, Bob reads them. */
let dossier: TestServer;
let cabinet: string;
let ann: Awaited<ReturnType<typeof makeWriter>>;
let bob: Awaited<ReturnType<typeof makeSignedIn>>;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  ann = await makeWriter(dossier, cabinet);
  bob = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, {
    objId: cabinet,
    granteeType: 'user',
    granteeId: bob.id,
    level: level.download,
    reach: 'all',
  });
});
afterAll(() => dossier.close());

const inDays = (days: number) => new Date(dossier.clock.now() + days * day).toISOString();
const detail = (id: string, client: Client = dossier.admin) => client.call(library.documentDetail, { id });
const paper = (client: Client = ann.client, parentId = cabinet) => makeDocument(dossier, client, { parentId });

/** Sessions do not last so long, so all users sign in again. */
async function pass(days: number): Promise<void> {
  dossier.clock.forward(days * day);
  dossier.admin = await dossier.as({ loginName: 'admin', password: adminPassword });
  ann.client = await dossier.as(ann);
  bob.client = await dossier.as(bob);
}

describe('the dates of documents', () => {
  it('are set by who may modify, one by one in the details and for several at once, and removed', async () => {
    const [one, two] = [await paper(), await paper()];
    await ann.client.call(library.update, { id: one, validUntil: inDays(5) });
    expect(await detail(one)).toMatchObject({ validUntil: inDays(5) });
    await ann.client.call(validity.set, { objIds: [one, two], reviewTime: inDays(3) });
    expect(await detail(one)).toMatchObject({ validUntil: inDays(5), reviewTime: inDays(3) });
    expect(await detail(two)).toMatchObject({ reviewTime: inDays(3) });
    await ann.client.call(validity.set, { objIds: [one], validUntil: null, reviewTime: null });
    const cleared = await detail(one);
    expect([cleared.validUntil, cleared.reviewTime, cleared.expired]).toEqual([undefined, undefined, undefined]);
  });

  it('are refused to who may not modify, for other kinds, and while another user holds the document', async () => {
    const [one, folder] = [await paper(), await makeFolder(dossier.admin, cabinet)];
    expect(await bob.client.refused(validity.set, { objIds: [one], validUntil: inDays(5) })).toBe(codes.noRightToOperate.code);
    expect(await ann.client.refused(validity.set, { objIds: [folder], validUntil: inDays(5) })).toBe(codes.illegalOperation.code);
    expect(await ann.client.refused(library.update, { id: folder, validUntil: inDays(5) })).toBe(codes.illegalOperation.code);
    await dossier.admin.call(content.lock, { id: one });
    expect(await ann.client.refused(validity.set, { objIds: [one], validUntil: inDays(5) })).toBe(codes.documentLocked.code);
  });

  it('stay with copies, which expire like their originals', async () => {
    const one = await paper();
    await ann.client.call(validity.set, { objIds: [one], validUntil: inDays(-1) });
    const { ids } = await dossier.admin.call(library.paste, { parentId: cabinet, objIds: [one], onSameName: 'rename' });
    expect(await detail(ids[0] ?? '')).toMatchObject({ validUntil: inDays(-1), expired: true });
  });

  it('stand in the log with what they were', async () => {
    const one = await paper();
    await ann.client.call(validity.set, { objIds: [one], validUntil: inDays(5) });
    await ann.client.call(validity.review, { id: one, reviewTime: inDays(30) });
    await dossier.drain();
    const { list } = await dossier.admin.call(operationLog.itemLog, { objId: one });
    expect(list.map((row) => row.action)).toEqual(expect.arrayContaining([action.documentValidity, action.documentReview]));
  });
});

describe('a review', () => {
  it('is recorded by the owner and by who may modify, with the next date or none; not by readers, and not for the past', async () => {
    const one = await paper(dossier.admin);
    expect(await bob.client.refused(validity.review, { id: one, reviewTime: null })).toBe(codes.noRightToOperate.code);
    expect(await ann.client.refused(validity.review, { id: one, reviewTime: inDays(-1) })).toBe(codes.reviewTimePast.code);
    await ann.client.call(validity.review, { id: one, reviewTime: inDays(365) });
    expect(await detail(one)).toMatchObject({ reviewTime: inDays(365) });
    await dossier.admin.call(validity.review, { id: one, reviewTime: null });
    expect((await detail(one)).reviewTime).toBeUndefined();
    // an owner who may only read still reviews
    await dossier.admin.call(permissions.owner, { objId: one, userId: bob.id });
    await bob.client.call(validity.review, { id: one, reviewTime: inDays(10) });
  });
});

describe('the list of what is due', () => {
  it('shows own documents by their nearer date, and those of a cabinet to who manages it', async () => {
    const folder = await makeFolder(dossier.admin, cabinet);
    const [late, soon, far] = [await paper(ann.client, folder), await paper(ann.client, folder), await paper(ann.client, folder)];
    const own = await makeSignedIn(dossier);
    await ann.client.call(validity.set, { objIds: [late], validUntil: inDays(-2) });
    await ann.client.call(validity.set, { objIds: [soon], validUntil: inDays(60), reviewTime: inDays(6) });
    await ann.client.call(validity.set, { objIds: [far], validUntil: inDays(80) });
    const mine = async (window: 'overdue' | '7' | '30' | '90', client: Client = ann.client, cabinetId?: string) =>
      (await client.call(validity.due, { window, pageSize: 100, ...(cabinetId !== undefined && { cabinetId }) })).list
        .map(({ id }) => id)
        .filter((id) => [late, soon, far].includes(id));
    expect([await mine('overdue'), await mine('7'), await mine('30'), await mine('90')]).toEqual([
      [late],
      [late, soon],
      [late, soon],
      [late, soon, far],
    ]);
    expect(await mine('90', dossier.admin)).toEqual([]);
    expect(await mine('90', dossier.admin, cabinet)).toEqual([late, soon, far]);
    expect(await ann.client.refused(validity.due, { cabinetId: cabinet })).toBe(codes.noRightToManage.code);
    expect(await own.client.refused(validity.due, { cabinetId: cabinet })).toBe(codes.itemMissing.code);
    await ann.client.call(library.delete, { objIds: [late] });
    expect(await mine('overdue')).toEqual([]);
  });

  it('is paged', async () => {
    const owner = await makeWriter(dossier, cabinet);
    const ids = [await paper(owner.client), await paper(owner.client), await paper(owner.client)];
    for (const [at, id] of ids.entries()) await owner.client.call(validity.set, { objIds: [id], validUntil: inDays(at + 1) });
    const page = await owner.client.call(validity.due, { pageSize: 2, pageNo: 2 });
    expect([page.list.map(({ id }) => id), page.totalNumber]).toEqual([[ids[2]], 3]);
  });
});

describe('reminders', () => {
  const toldOf = async (client: Client) =>
    (await client.call(messages.list, { pageSize: 50, unread: true })).list
      .filter((one) => one.msgType === msgType.documentExpiring || one.msgType === msgType.documentReviewDue)
      .map((one) => one.content)
      .filter((words) => !words.includes('document-'));
  const sweep = () => Promise.all([remindOfValidity(dossier.services), remindOfValidity(dossier.services)]);

  it('come so many days before as the site says, and on the day, once each, however often the sweep runs', async () => {
    await dossier.admin.call(site.saveSettings, { group: 'validity', values: { reminderDays: 5 } });
    const one = await makeDocument(dossier, ann.client, { parentId: cabinet, name: 'lease.txt' });
    await ann.client.call(validity.set, { objIds: [one], validUntil: inDays(10), reviewTime: inDays(8) });
    await ann.client.call(messages.markRead);
    await sweep();
    expect(await toldOf(ann.client)).toEqual([]);
    await pass(5.5);
    await sweep();
    const other = await dossier.another();
    await Promise.all([remindOfValidity(other.services), remindOfValidity(dossier.services)]);
    await other.close();
    expect((await toldOf(ann.client)).toSorted()).toEqual(['“lease.txt” expires in 5 days', '“lease.txt” is due for review in 3 days']);
    await ann.client.call(messages.markRead);
    await pass(5);
    await sweep();
    expect((await toldOf(ann.client)).toSorted()).toEqual(['“lease.txt” has expired', '“lease.txt” is due for review']);
    expect(await toldOf(bob.client)).toEqual([]);
  });

  it('come anew for a new date, but not for one that was too near when it was set', async () => {
    await ann.client.call(messages.markRead);
    const one = await makeDocument(dossier, ann.client, { parentId: cabinet, name: 'visa.txt' });
    await ann.client.call(validity.set, { objIds: [one], validUntil: inDays(2) });
    await sweep();
    expect(await toldOf(ann.client)).toEqual([]);
    await pass(2.5);
    await sweep();
    expect(await toldOf(ann.client)).toEqual(['“visa.txt” has expired']);
    await ann.client.call(messages.markRead);
    await ann.client.call(validity.set, { objIds: [one], validUntil: inDays(20) });
    await pass(19.5);
    await sweep();
    expect(await toldOf(ann.client)).toEqual(['“visa.txt” expires within a day']);
  });
});

describe('the sweep', () => {
  it('marks documents as expired by themselves, and a later date makes them valid again', async () => {
    const one = await paper();
    await ann.client.call(validity.set, { objIds: [one], validUntil: inDays(1) });
    await pass(1.5);
    await Promise.all([sweepExpired(dossier.services), sweepExpired(dossier.services)]);
    expect(await listOf(one)).toBeLessThan(0);
    expect(await detail(one, bob.client)).toMatchObject({ expired: true });
    await ann.client.call(validity.set, { objIds: [one], validUntil: inDays(1) });
    expect(await listOf(one)).toBeGreaterThan(0);
    expect((await detail(one, bob.client)).expired).toBeUndefined();
  });

  const listOf = async (id: string) => {
    const { read } = dossier.services.database;
    return (await read.selectFrom('item').select('acl_id').where('id', '=', Number(id)).executeTakeFirstOrThrow()).acl_id;
  };
});
