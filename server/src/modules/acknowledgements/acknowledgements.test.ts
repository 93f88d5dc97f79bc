import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { permissions } from '@dossier/contract/access/permissions';
import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { msgType } from '@dossier/contract/notifications/messages';
import { preview } from '@dossier/contract/preview/preview';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { links, shares } from '@dossier/contract/sharing/shares';
import type { TableRow } from '@dossier/formats/workbook/ooxml-cells';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailSettings, startMailServer } from '../../../test/mail-server.ts';
import { sendEmails } from '../notifications/send-emails.ts';
import { makeDocument, upload } from '../../../test/make-items.ts';
import { makeDepartment, makeGroup, makeSignedIn } from '../../../test/make.ts';
import { proveMail } from '../../../test/other-organisation.ts';
import { come } from '../../../test/share-people.ts';
import { adminPassword } from '../../../test/template.ts';
import { type SignedIn, acknowledgingOf, makeReaders } from '../../../test/readers.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { createSandbox } from '../../platform/sandbox/sandbox.ts';
import { remindOfAcknowledgements } from './reminders.ts';

const hour = 3_600_000;
const day = 24 * hour;

let dossier: TestServer;
let ann: SignedIn;
let bob: SignedIn;
let cleo: SignedIn;
let tim: SignedIn;
let eve: SignedIn;
let cabinet: string;
let document: string;
beforeAll(async () => {
  dossier = await openTestServer();
  ({ ann, bob, cleo, tim, eve, cabinet } = await makeReaders(dossier));
});
beforeEach(async () => {
  dossier.clock.forward(2 * hour);
  document = await makeDocument(dossier, ann.client, { parentId: cabinet, name: `rule-${crypto.randomUUID()}.txt` });
});
afterAll(() => dossier.close());

/** Days go by: everybody has to sign in again. */
async function passTime(ms: number): Promise<void> {
  dossier.clock.forward(ms);
  dossier.admin = await dossier.as({ loginName: 'admin', password: adminPassword });
  for (const who of [ann, bob, cleo, tim, eve]) who.client = await dossier.as(who);
}

const { user, ask, detail, peopleOf, waiting, inDays, fetchUrl, told, report } = acknowledgingOf(() => ({ dossier, ann, document }));

async function revise(by: SignedIn = ann): Promise<void> {
  const bytes = Buffer.from(crypto.randomUUID());
  const { uploadUrl } = await by.client.call(content.preCheckIn, { id: document, size: bytes.length });
  await upload(dossier, uploadUrl, bytes);
  await dossier.drain();
}

/** What the live stream says to a client, as a browser opens it. */
async function listen(who: SignedIn) {
  const base = await dossier.listen();
  const { url } = await who.client.call(session.streamTicket);
  const stop = new AbortController();
  const answer = await fetch(base + url, { signal: stop.signal });
  const heard = { text: '' };
  const reading = (async () => {
    for await (const chunk of answer.body!) heard.text += Buffer.from(chunk as Uint8Array).toString();
  })();
  void reading.catch(() => undefined);
  const news = (): unknown[] => [...heard.text.matchAll(/event: acknowledgement\ndata: (.*)\n/g)].map(([, data]) => JSON.parse(data ?? ''));
  return { news, close: () => stop.abort() };
}

describe('acknowledgements', () => {
  it('are asked of who may read, given once by each, and shown to who manages the document alone', async () => {
    const { id, asked, withoutRight } = await ask([bob, cleo, tim, eve], { note: 'Until the audit', dueTime: inDays(10) });
    expect([asked, withoutRight]).toEqual([2, 2]);
    expect(await detail(bob)).toMatchObject({
      mayAsk: false,
      request: { id, note: 'Until the audit', revisionLabel: '1.0', current: true, asked: true, creatorName: ann.fullName },
    });
    expect((await detail(bob)).request?.counts).toBeUndefined();
    expect((await waiting(bob))[0]).toMatchObject({ id, revisionLabel: '1.0', creatorName: ann.fullName });
    expect(await bob.client.call(library.documentDetail, { id: document })).toMatchObject({ acknowledgement: 'asked' });
    await bob.client.call(acknowledgements.acknowledge, { id });
    const time = (await detail(bob)).request?.acknowledgedTime;
    expect(time).toBeTruthy();
    dossier.clock.forward(hour);
    await bob.client.call(acknowledgements.acknowledge, { id });
    expect((await detail(bob)).request?.acknowledgedTime).toBe(time);
    expect(await bob.client.call(library.documentDetail, { id: document })).toMatchObject({ acknowledgement: 'given' });
    expect(await waiting(bob)).toEqual([]);
    expect((await detail(ann)).request).toMatchObject({ asked: false, counts: { asked: 2, done: 1 } });
    expect((await peopleOf(id, 'done')).list).toEqual([{ name: bob.fullName, acknowledgedTime: time }]);
    expect((await peopleOf(id, 'pending')).list).toEqual([{ name: cleo.fullName }]);
    expect((await peopleOf(id)).totalNumber).toBe(2);
    expect((await ann.client.call(acknowledgements.requests, { objId: document })).list).toMatchObject([{ id, asked: 2, done: 1 }]);
  });

  it('say nothing to who may not read the document, and no names to who does not manage it', async () => {
    const { id } = await ask([bob]);
    expect(await tim.client.refused(acknowledgements.detail, { objId: document })).toBe(4610);
    expect(await eve.client.refused(acknowledgements.detail, { objId: document })).toBe(1002);
    for (const who of [tim, eve]) {
      expect(await who.client.refused(acknowledgements.acknowledge, { id })).toBe(5921);
      expect(await who.client.refused(acknowledgements.people, { id })).toBe(5921);
    }
    // who was not asked has nothing to acknowledge, and does not learn of the request
    expect(await cleo.client.refused(acknowledgements.acknowledge, { id })).toBe(5921);
    expect(await detail(cleo)).toEqual({ mayAsk: false });
    for (const route of [acknowledgements.people, acknowledgements.remind, acknowledgements.close])
      expect(await bob.client.refused(route, { id })).toBe(4901);
    expect(await bob.client.refused(acknowledgements.requests, { objId: document })).toBe(4901);
    expect(await bob.client.refused(acknowledgements.create, { objId: document, principals: [user(cleo)] })).toBe(4901);
    expect(await bob.client.refused(acknowledgements.acknowledge, { id: '999' })).toBe(5921);
    // a right that was lost since
    await dossier.admin.call(permissions.grant, { objId: document, granteeType: 'user', granteeId: bob.id, level: 0, reach: 'self' });
    expect(await bob.client.refused(acknowledgements.acknowledge, { id })).toBe(5921);
    expect(await waiting(bob)).toEqual([]);
    expect((await peopleOf(id)).list).toEqual([{ name: bob.fullName, lost: true }]);
  });

  it('are refused without anybody to ask, for unknown people, past dates and long notes', async () => {
    expect(await ann.client.refused(acknowledgements.create, { objId: document, principals: [user(eve)] })).toBe(5923);
    const unknown = [{ granteeType: 'group' as const, granteeId: '999' }];
    expect(await ann.client.refused(acknowledgements.create, { objId: document, principals: unknown })).toBe(2002);
    const terms = { objId: document, principals: [user(bob)] };
    expect(await ann.client.refused(acknowledgements.create, { ...terms, dueTime: inDays(-1) })).toBe(5926);
    expect(await ann.client.refused(acknowledgements.create, { ...terms, note: 'x'.repeat(201) })).toBe(5925);
    expect(await ann.client.refused(acknowledgements.create, { objId: cabinet, principals: [user(bob)] })).toBe(4601);
    expect(await detail(ann)).toEqual({ mayAsk: true });
  });

  it('are asked of a group, and of who comes to it with the next request', async () => {
    const { id: group } = await dossier.admin.call(people.createGroup, { name: `Readers ${crypto.randomUUID()}` });
    await dossier.admin.call(people.addToGroup, { id: group, userIds: [bob.id] });
    const principals = [{ granteeType: 'group' as const, granteeId: group }];
    expect(await ann.client.call(acknowledgements.create, { objId: document, principals })).toMatchObject({ asked: 1 });
    await dossier.admin.call(people.addToGroup, { id: group, userIds: [cleo.id] });
    expect(await waiting(cleo)).toEqual([]);
    expect(await ann.client.call(acknowledgements.create, { objId: document, principals })).toMatchObject({ asked: 2 });
    expect(await waiting(cleo)).toHaveLength(1);
  });

  it('count in a later request for the same version, and in none for another', async () => {
    const first = await ask([bob]);
    await bob.client.call(acknowledgements.acknowledge, { id: first.id });
    const second = await ask([bob, cleo]);
    expect((await detail(ann)).request).toMatchObject({ id: second.id, counts: { asked: 2, done: 1 } });
    expect(await waiting(bob)).toEqual([]);
    expect(await cleo.client.refused(acknowledgements.acknowledge, { id: first.id })).toBe(5921);
    await revise();
    const third = await ask([bob, cleo]);
    expect((await detail(ann)).request).toMatchObject({ id: third.id, revisionLabel: '1.1', counts: { asked: 2, done: 0 } });
    const { list } = await ann.client.call(acknowledgements.requests, { objId: document });
    expect(list.map((one) => [one.revisionLabel, one.asked, one.done, one.closedTime === undefined])).toEqual([
      ['1.1', 2, 0, true],
      ['1.0', 2, 1, false],
      ['1.0', 1, 1, false],
    ]);
    expect((await peopleOf(first.id)).list).toMatchObject([{ name: bob.fullName }]);
  });

  it('an ended request takes no more, and nobody is asked by it', async () => {
    const { id } = await ask([bob]);
    await ann.client.call(acknowledgements.close, { id });
    await ann.client.call(acknowledgements.close, { id });
    expect(await bob.client.refused(acknowledgements.acknowledge, { id })).toBe(5922);
    expect(await ann.client.refused(acknowledgements.remind, { id })).toBe(5922);
    expect(await waiting(bob)).toEqual([]);
    expect(await detail(ann)).toEqual({ mayAsk: true });
    expect(await bob.client.call(library.documentDetail, { id: document })).not.toHaveProperty('acknowledgement');
  });

  it('two who ask at once leave one open request', async () => {
    const answers = await Promise.allSettled([ask([bob]), ask([bob, cleo]), ask([cleo])]);
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const one of answers) if (one.status === 'rejected') expect(String(one.reason)).toContain(' 1008 ');
    const { list } = await ann.client.call(acknowledgements.requests, { objId: document });
    expect(list.filter((one) => one.closedTime === undefined)).toHaveLength(1);
  });

  it('what was acknowledged while another request took its place counts in that one', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await ask([bob]);
      const acknowledge = bob.client.call(acknowledgements.acknowledge, { id }).then(
        () => true,
        () => false,
      );
      await Promise.all([acknowledge, ask([bob, cleo])]);
      expect((await detail(ann)).request?.counts?.done).toBe((await acknowledge) ? 1 : 0);
      await revise();
    }
  });

  it('tell who is asked, remind at most once an hour, and say when all have acknowledged', async () => {
    const { id } = await ask([ann, bob, cleo, eve]);
    expect(await told(bob)).toEqual([msgType.acknowledgeAsked]);
    expect(await told(eve)).toEqual([]);
    await bob.client.call(acknowledgements.acknowledge, { id });
    expect(await ann.client.call(acknowledgements.remind, { id })).toEqual({ reminded: 2 });
    expect(await ann.client.refused(acknowledgements.remind, { id })).toBe(5924);
    expect(await told(bob)).toEqual([msgType.acknowledgeAsked]);
    expect(await told(cleo)).toEqual([msgType.acknowledgeAsked, msgType.acknowledgeReminder]);
    dossier.clock.forward(hour + 1);
    await ann.client.call(acknowledgements.remind, { id });
    await cleo.client.call(acknowledgements.acknowledge, { id });
    await ann.client.call(acknowledgements.acknowledge, { id });
    // who has acknowledged before the reminder is sent gets none
    expect(await told(ann)).toEqual([msgType.acknowledgeReminder, msgType.acknowledgeComplete]);
  });

  it('remind a day before the date, and tell when it is over, each once', async () => {
    const { id } = await ask([bob, cleo], { dueTime: inDays(3) });
    await bob.client.call(acknowledgements.acknowledge, { id });
    const sweep = () => remindOfAcknowledgements(dossier.services);
    await sweep();
    expect(await told(cleo)).toEqual([msgType.acknowledgeAsked]);
    await passTime(2 * day + hour);
    await sweep();
    await sweep();
    expect(await told(cleo)).toEqual([msgType.acknowledgeAsked, msgType.acknowledgeReminder]);
    await passTime(day);
    await sweep();
    await sweep();
    expect(await told(cleo)).toEqual([msgType.acknowledgeAsked, msgType.acknowledgeReminder, msgType.acknowledgeOverdue]);
    expect(await told(bob)).toEqual([]);
    expect(await told(ann)).toEqual([msgType.acknowledgeOpen]);
    // late is better than never
    await cleo.client.call(acknowledgements.acknowledge, { id });
    expect((await told(ann)).at(-1)).toBe(msgType.acknowledgeComplete);
  });

  it('are asked again with the next major version, with every version, or never', async () => {
    const seen = async () => {
      await dossier.drain();
      const { request } = await detail(ann);
      return [request?.revisionLabel, request?.counts?.done];
    };
    const { id } = await ask([bob], { renewal: 'major', dueTime: inDays(7) });
    await bob.client.call(acknowledgements.acknowledge, { id });
    await revise();
    expect(await seen()).toEqual(['1.0', 1]);
    expect((await detail(bob)).request).toMatchObject({ current: false });
    const [newest] = await ann.client.call(content.revisions, { id: document });
    await ann.client.call(content.promoteRevision, { id: document, revisionId: newest?.id ?? '' });
    expect(await seen()).toEqual(['2.0', 0]);
    const { request } = await detail(bob);
    expect(request).toMatchObject({ asked: true, current: true, creatorName: ann.fullName });
    expect(Date.parse(request?.dueTime ?? '')).toBe(dossier.clock.now() + 7 * day);
    expect(await told(bob)).toEqual([msgType.acknowledgeAsked]);
    await ask([bob], { renewal: 'every' });
    await revise();
    expect(await seen()).toEqual(['2.1', 0]);
    await ask([bob], { renewal: 'never' });
    await revise();
    expect(await seen()).toEqual(['2.1', 0]);
    // the version that was asked for stays, so that it can be shown what was acknowledged
    const [, asked] = await ann.client.call(content.revisions, { id: document });
    expect(await ann.client.refused(content.deleteRevision, { id: document, revisionId: asked?.id ?? '' })).toBe(4617);
  });

  it('are not asked again in the name of who may no longer ask', async () => {
    const mia = await makeSignedIn(dossier);
    const give = (bits: number) =>
      dossier.admin.call(permissions.grant, { objId: document, granteeType: 'user', granteeId: mia.id, level: bits, reach: 'self' });
    await give(level.full);
    await mia.client.call(acknowledgements.create, { objId: document, principals: [user(bob)], renewal: 'every' });
    await give(level.view);
    await revise();
    expect((await detail(ann)).request).toMatchObject({ revisionLabel: '1.0' });
  });

  it('go to the bin and come back with the document, and end with it', async () => {
    const { id } = await ask([bob]);
    await ann.client.call(library.delete, { objIds: [document] });
    expect(await bob.client.refused(acknowledgements.acknowledge, { id })).toBe(5921);
    expect(await waiting(bob)).toEqual([]);
    await ann.client.call(library.restore, { objIds: [document] });
    expect(await waiting(bob)).toHaveLength(1);
    await ann.client.call(library.delete, { objIds: [document] });
    await dossier.admin.call(library.remove, { objIds: [document] });
    expect(await ann.client.refused(acknowledgements.people, { id })).toBe(5921);
    const left = await dossier.services.database.read
      .selectFrom('revision_hold')
      .select('holder_id')
      .where('holder_id', '=', Number(id))
      .execute();
    expect(left).toEqual([]);
  });

  it('are confirmed by thirty of departments and a group, live, and asked again of who is in them with the next version', async () => {
    const above = await makeDepartment(dossier, { name: `Works ${crypto.randomUUID()}` });
    const below = await makeDepartment(dossier, { name: 'Night shift', parentId: above });
    const readers: SignedIn[] = [];
    for (let at = 0; at < 30; at++) readers.push(await makeSignedIn(dossier, at < 18 ? { departmentIds: [at < 9 ? above : below] } : {}));
    const group = await makeGroup(
      dossier,
      readers.slice(17).map(({ id }) => id),
    );
    const principals = [
      { granteeType: 'department' as const, granteeId: above },
      { granteeType: 'group' as const, granteeId: group },
    ];
    for (const one of principals)
      await dossier.admin.call(permissions.grant, { objId: document, ...one, level: level.view, reach: 'self' });
    const [first, last] = [readers[0]!, readers[29]!];
    const streams = { asker: await listen(ann), reader: await listen(first), other: await listen(cleo), stranger: await listen(eve) };
    const { id, asked } = await ann.client.call(acknowledgements.create, { objId: document, principals, renewal: 'every' });
    expect(asked).toBe(30);
    await dossier.drain();
    await expect.poll(streams.asker.news).toEqual([{ id: document }]);
    await expect.poll(streams.reader.news).toEqual([{ id: document, own: 'asked' }]);
    for (const reader of readers.slice(0, 17)) await reader.client.call(acknowledgements.acknowledge, { id });
    expect((await detail(ann)).request?.counts).toEqual({ asked: 30, done: 17 });
    await dossier.drain();
    await expect.poll(() => streams.asker.news().length).toBe(18);
    await expect.poll(streams.reader.news).toEqual([
      { id: document, own: 'asked' },
      { id: document, own: 'given' },
    ]);
    // who joins later is not asked about this version, and who leaves is not waited for
    await dossier.admin.call(people.addToDepartment, { id: below, userIds: [tim.id] });
    await dossier.admin.call(people.updateUser, { id: last.id, enabled: false });
    expect(await waiting(tim)).toEqual([]);
    expect((await peopleOf(id, 'pending')).list.filter(({ lost }) => lost)).toEqual([{ name: last.fullName, lost: true }]);
    for (const reader of readers.slice(17, 29)) await reader.client.call(acknowledgements.acknowledge, { id });
    expect(await told(ann)).toEqual([msgType.acknowledgeComplete]);
    await revise();
    expect((await detail(ann)).request).toMatchObject({ revisionLabel: '1.1', counts: { asked: 30, done: 0 } });
    expect(await waiting(tim)).toHaveLength(1);
    await expect.poll(() => streams.reader.news().at(-1)).toEqual({ id: document, own: 'asked' });
    const again = (await detail(ann)).request?.id ?? '';
    await ann.client.call(acknowledgements.close, { id: again });
    await dossier.drain();
    await expect.poll(() => streams.reader.news().at(-1)).toEqual({ id: document, own: 'none' });
    // who may read the document without being asked learns nothing, nor does who may not
    expect([streams.other.news(), streams.stranger.news()]).toEqual([[], []]);
    for (const stream of Object.values(streams)) stream.close();
  });

  it('are a line above the document for who is asked, until they have acknowledged, and note who opened it', async () => {
    const view = (who: SignedIn, currentRev?: string) => who.client.call(preview.view, { id: document, currentRev });
    expect(await view(bob)).not.toHaveProperty('toAcknowledge');
    const { id } = await ask([bob], { dueTime: inDays(4) });
    expect((await peopleOf(id)).list).toEqual([{ name: bob.fullName }]);
    const openedAt = new Date(dossier.clock.now()).toISOString();
    const asked = (await view(bob)).toAcknowledge;
    expect(asked).toMatchObject({ id, revisionLabel: '1.0', dueTime: inDays(4) });
    for (const who of [ann, cleo]) expect(await view(who)).not.toHaveProperty('toAcknowledge');
    dossier.clock.forward(hour);
    await view(bob);
    expect((await peopleOf(id)).list).toEqual([{ name: bob.fullName, openedTime: openedAt }]);
    // the view of a visitor of a share link has no `toAcknowledge`, though the giver of the link is asked
    const { token } = await bob.client.call(shares.create, { name: 'rule', objIds: [document] });
    const visitor = await come(dossier, token);
    expect(await visitor.call(links.view, { token, id: document })).not.toHaveProperty('toAcknowledge');
    // an older version leads to the one that was asked about, and a newer one was not opened by that
    await revise();
    const second = await ask([bob]);
    expect((await view(bob, asked?.revisionId)).toAcknowledge).toMatchObject({ id: second.id, revisionLabel: '1.1' });
    expect((await peopleOf(second.id)).list).toEqual([{ name: bob.fullName }]);
    await bob.client.call(acknowledgements.acknowledge, { id: second.id });
    expect(await view(bob)).not.toHaveProperty('toAcknowledge');
  });

  it('a download of the version opens it, and that counts in a later request for the same version', async () => {
    await dossier.admin.call(permissions.grant, {
      objId: document,
      granteeType: 'user',
      granteeId: bob.id,
      level: level.full,
      reach: 'self',
    });
    const { id } = await ask([bob]);
    await bob.client.call(content.download, { id: document });
    await dossier.drain();
    const [{ openedTime } = {}] = (await peopleOf(id)).list;
    expect(openedTime).toBeTruthy();
    const later = await ask([bob, cleo]);
    expect((await peopleOf(later.id)).list.find(({ name }) => name === bob.fullName)?.openedTime).toBe(openedTime);
  });

  it('are saved as a table by who manages the document, in their language, with no cell as a formula', async () => {
    const plant = `Plant ${crypto.randomUUID()}`;
    const department = await makeDepartment(dossier, { name: plant });
    const below = await makeDepartment(dossier, { name: 'Paint', parentId: department });
    const liu = await makeSignedIn(dossier, { fullName: '=HYPERLINK("http://x")', departmentIds: [below] });
    await dossier.admin.call(permissions.grant, {
      objId: document,
      granteeType: 'user',
      granteeId: liu.id,
      level: level.view,
      reach: 'self',
    });
    const { id } = await ask([bob, liu], { dueTime: inDays(2) });
    await liu.client.call(preview.view, { id: document });
    await bob.client.call(acknowledgements.acknowledge, { id });
    const lines = await report(ann, id);
    expect(lines[0]).toBe('Person,Account,Departments,Version,Requested,Due,First opened,Confirmed,Status');
    const stamp = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    const now = stamp(dossier.clock.now());
    const shared = `1.0,${now},${stamp(dossier.clock.now() + 2 * day)}`;
    expect(lines).toContain(`${bob.fullName},${bob.loginName},,${shared},,${now},confirmed`);
    expect(lines).toContain(`"'=HYPERLINK(""http://x"")",${liu.loginName},${plant} / Paint,${shared},${now},,not yet`);
    expect(lines.slice(3)).toEqual(
      expect.arrayContaining([`Requested by,${ann.fullName}`, 'People asked,2', 'Opened,1', 'Confirmed,1', 'Not confirmed,1']),
    );
    expect((await report(ann, id, 'cn'))[0]).toBe('人员,账号,部门,版本,请求时间,期限,首次打开,确认时间,状态');
    await passTime(3 * day);
    expect((await report(ann, id)).some((line) => line.endsWith(',overdue'))).toBe(true);
    await dossier.admin.call(permissions.grant, { objId: document, granteeType: 'user', granteeId: liu.id, level: 0, reach: 'self' });
    expect((await report(ann, id)).some((line) => line.endsWith(',no access'))).toBe(true);

    const { downloadUrl } = await ann.client.call(acknowledgements.export, { id, format: 'xlsx' });
    expect((await fetchUrl(downloadUrl, 'HEAD')).headers['content-type']).toContain('spreadsheetml');
    const file = join(dossier.data, 'report.xlsx');
    const bytes = (await fetchUrl(downloadUrl)).rawPayload;
    await writeFile(file, bytes);
    const sandbox = createSandbox({ readable: [dossier.data] });
    const table = await sandbox.run(
      'table',
      { path: file, ext: '', name: '', size: bytes.length },
      { maxOutput: 1 << 20, timeoutMs: 200_000 },
    );
    sandbox.close();
    const rows = table.ok ? (JSON.parse(table.text) as TableRow[]) : [];
    expect(rows.map(({ cells }) => cells[0])).toEqual(expect.arrayContaining(['Person', '=HYPERLINK("http://x")', bob.fullName]));
    await dossier.drain();
    const log = await dossier.admin.call(operationLog.itemLog, { objId: document });
    expect(log.list.map((entry) => entry.action)).toContain(action.acknowledgementExport);

    // the right is asked again when the file is fetched
    for (const who of [bob, cleo]) expect(await who.client.refused(acknowledgements.export, { id, format: 'csv' })).toBe(4901);
    for (const who of [tim, eve]) expect(await who.client.refused(acknowledgements.export, { id, format: 'csv' })).toBe(5921);
    await dossier.admin.call(permissions.grant, {
      objId: document,
      granteeType: 'user',
      granteeId: ann.id,
      level: level.view,
      reach: 'self',
    });
    expect((await fetchUrl(downloadUrl)).json()).toMatchObject({ code: 4901 });
    expect((await fetchUrl(downloadUrl.replace(/report\/./, 'report/x'))).json()).toMatchObject({ code: 1010 });
  });

  it('go out by mail too, to those who are told and have a proven address, in their language', async () => {
    const mail = await startMailServer();
    await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(mail.port) });
    const mia = await makeSignedIn(dossier, { mail: 'mia@example.org', lang: 'es' });
    const ned = await makeSignedIn(dossier, { mail: 'ned@example.org' });
    await proveMail(dossier, mia.id);
    for (const { id } of [mia, ned])
      await dossier.admin.call(permissions.grant, {
        objId: document,
        granteeType: 'user',
        granteeId: id,
        level: level.view,
        reach: 'self',
      });
    const { id } = await ask([mia, ned, bob], { note: 'Antes del viernes', dueTime: inDays(2) });
    const letters = async () => {
      await dossier.drain();
      await sendEmails(dossier.services);
      return mail.letters;
    };
    await mia.client.call(session.streamTicket);
    expect(await letters()).toHaveLength(1);
    const [letter] = mail.letters;
    expect(letter?.to).toEqual(['mia@example.org']);
    expect(letter?.text).toContain(`${ann.fullName} le pide que lea`);
    expect(letter?.text).toContain('Antes del viernes');
    expect(letter?.text).toContain(`/docpreview?id=${document}&tab=acknowledgements`);
    await ann.client.call(acknowledgements.remind, { id });
    expect(await letters()).toHaveLength(2);
    await passTime(3 * day);
    await remindOfAcknowledgements(dossier.services);
    expect(await letters()).toHaveLength(3);
    // who has acknowledged gets no further emails, also none that waits
    await passTime(hour);
    await ann.client.call(acknowledgements.remind, { id });
    await dossier.drain();
    await (await dossier.as(mia)).call(acknowledgements.acknowledge, { id });
    expect(await letters()).toHaveLength(3);
    await mail.close();
  });

  it('thousands of readers are paged by name', async () => {
    const { id } = await ask([bob]);
    await dossier.services.database.write(async (db) => {
      for (let part = 0; part < 25; part++)
        await db
          .insertInto('acknowledgement')
          .values(
            Array.from({ length: 400 }, (_, at) => ({
              request_id: Number(id),
              person_id: 1_000_000 + part * 400 + at,
              name: `reader ${part * 400 + at}`,
              name_sort: String(part * 400 + at).padStart(5, '0'),
              acknowledged_at: 0,
              notice: '',
            })),
          )
          .execute();
    });
    const page = await ann.client.call(acknowledgements.people, { id, pageNo: 3, pageSize: 100 });
    expect(page.totalNumber).toBe(10_001);
    expect(page.list[0]).toMatchObject({ name: 'reader 200', lost: true });
    const lines = await report(ann, id);
    expect(new Set(lines.filter((line) => line.startsWith('reader '))).size).toBe(10_000);
    expect(lines).toContain('People asked,10001');
  });
});
