import { level, right } from '@dossier/contract/core/rights';
import { permissions } from '@dossier/contract/access/permissions';
import type { Route } from '@dossier/contract/core/route';
import { attachments, maxFlowAttachments } from '@dossier/contract/documents/attachments';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { admin } from '@dossier/contract/identity/user-administration';
import { attachmentViews, preview } from '@dossier/contract/preview/preview';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { search } from '@dossier/contract/search/search';
import { shares } from '@dossier/contract/sharing/shares';
import { flows } from '@dossier/contract/workflows/flows';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { handIn, makeFlowTemplate, stepOf } from '../../../test/make-flows.ts';
import { makeCabinet, upload } from '../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { expectWholeTree } from '../../../test/tree-check.ts';

type Signed = Made & { client: Client };

let dossier: TestServer;
let applicant: Signed;
let approver: Signed;
let notified: Signed;
let stranger: Signed;
let template: string;
/** The flow of a test, waiting for the approver. */
let flow: string;
beforeAll(async () => {
  dossier = await openTestServer();
  [applicant, approver, notified, stranger] = [
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
  ];
  template = await makeFlowTemplate(dossier, [stepOf('First', [approver.id])]);
});
beforeEach(async () => {
  flow = await handIn(applicant.client, template, { notify: [{ type: 'user', id: notified.id }] });
});
afterEach(() => expectWholeTree(dossier));
afterAll(() => dossier.close());

async function attach(who: Signed, name = 'quotation.txt', bytes = 'Ten of them', flowId = flow): Promise<string> {
  const body = Buffer.from(bytes);
  const { id, uploadUrl } = await who.client.call(attachments.preUpload, { flowId, name, size: body.length });
  await upload(dossier, uploadUrl, body);
  return id;
}

const listOf = (who: Signed, flowId = flow) => who.client.call(attachments.list, { flowId });

async function codesFor(client: Client, asks: readonly (readonly [Route, object])[]): Promise<number[]> {
  const found: number[] = [];
  for (const [route, input] of asks) found.push((JSON.parse((await client.raw(route, input)).text) as { code: number }).code);
  return found;
}

describe('attachments of a flow', () => {
  it('are read by who takes part in it, and by nobody else', async () => {
    const id = await attach(applicant);
    const [file] = (await listOf(applicant)).list;
    expect(file).toMatchObject({
      id,
      name: 'quotation.txt',
      rights: level.download | right.print,
      canDownload: true,
      canEdit: false,
      mayDelete: true,
    });
    expect(file?.parentId).toBeUndefined();
    const currentRev = file?.revision ?? '';
    const reading = [
      [attachments.list, { flowId: flow }],
      [attachmentViews.view, { id }],
      [attachments.download, { id }],
      [preview.view, { id, currentRev }],
      [preview.print, { id, currentRev }],
      [preview.pdf, { id, currentRev }],
      [content.download, { id, currentRev }],
    ] as const;
    for (const { client } of [applicant, approver, notified]) expect(await codesFor(client, reading)).toEqual(reading.map(() => 200));
    const refused = [5301, 5701, 5701, 1002, 1002, 1002, 1002];
    expect(await codesFor(stranger.client, reading)).toEqual(refused);
    // the permission to see all flows opens no file, as it shows no document
    await dossier.admin.call(flows.show, { id: flow });
    expect(await codesFor(dossier.admin, reading)).toEqual(refused);
    const { streamUrl, lent } = await approver.client.call(attachmentViews.view, { id });
    expect(lent).toBe(true);
    expect((await dossier.server.app.inject({ url: streamUrl })).payload).toBe('Ten of them');
    const { downloadUrl } = await notified.client.call(attachments.download, { id });
    expect((await dossier.server.app.inject({ url: downloadUrl })).payload).toBe('Ten of them');
    // an attachment of a flow is named by the flow, and by nothing else
    for (const named of [{}, { objId: flow, flowId: flow }]) expect(await applicant.client.refused(attachments.list, named)).toBe(400);
    expect(await applicant.client.refused(attachments.list, { objId: flow })).toBe(1002);
  });

  it('are no documents anywhere else, not even for who added them', async () => {
    const id = await attach(applicant, 'wombat.txt', 'A wombat in words');
    await dossier.drain();
    const cabinet = await makeCabinet(dossier.admin);
    for (const { client } of [applicant, approver, { client: dossier.admin }]) {
      expect((await client.call(search.search, { keyword: 'wombat' })).totalNumber).toBe(0);
      expect((await client.call(library.bin, {})).list).toEqual([]);
    }
    const asks: [Route, object][] = [
      [library.documentDetail, { id }],
      [library.update, { id, name: 'other.txt' }],
      [library.delete, { objIds: [id] }],
      [library.copy, { objIds: [id] }],
      [library.move, { objIds: [id], parentId: cabinet }],
      [library.items, { parentId: flow }],
      [content.revisions, { id }],
      [content.lock, { id }],
      [content.download, { id }],
      [content.preCheckIn, { id, size: 1 }],
      [permissions.grant, { objId: id, granteeType: 'user', granteeId: stranger.id, level: level.view }],
      [shares.create, { objIds: [id], name: 'A share' }],
      [attachments.list, { objId: id }],
      [attachments.preUpload, { objId: id, name: 'x.txt', size: 1 }],
      [flows.save, { templateId: template, title: 'x', reason: 'x', documents: [{ id }] }],
    ];
    for (const [route, input] of asks) expect([route.path, await applicant.client.refused(route, input)]).toEqual([route.path, 1002]);
    expect(await applicant.client.refused(library.restore, { objIds: [id] })).not.toBe(200);
  });

  it('are added by the applicant and by who decides now, and taken out by who added them, until the flow has ended', async () => {
    const own = await attach(applicant);
    const scan = await attach(approver, 'QUOTATION.txt');
    expect((await listOf(approver)).list).toMatchObject([
      { id: own, mayDelete: false },
      { id: scan, name: 'QUOTATION (2).txt', mayDelete: true },
    ]);
    expect(await approver.client.refused(attachments.delete, { id: own })).toBe(5705);
    expect(await applicant.client.refused(attachments.delete, { id: scan })).toBe(5705);
    const more = { flowId: flow, name: 'x.txt', size: 1 };
    expect(await notified.client.refused(attachments.preUpload, more)).toBe(5302);
    expect(await notified.client.refused(attachments.delete, { id: own })).toBe(5302);
    expect(await stranger.client.refused(attachments.preUpload, more)).toBe(5301);
    expect(await stranger.client.refused(attachments.delete, { id: own })).toBe(5701);
    expect(await applicant.client.refused(attachments.preUpload, { ...more, name: 'a/b' })).toBe(1005);
    await approver.client.call(attachments.delete, { id: scan });
    expect((await listOf(applicant)).list.map((one) => one.id)).toEqual([own]);
    await dossier.drain();
    const logged = await dossier.admin.call(operationLog.log, { pageSize: 100 });
    expect(logged.list.map((one) => one.action)).toEqual(expect.arrayContaining([843, 844]));
    expect(JSON.stringify(logged).toLowerCase()).not.toContain('quotation');
    // an upload that was opened before the flow ended adds nothing to it
    const { uploadUrl } = await approver.client.call(attachments.preUpload, { ...more, size: 4 });
    await approver.client.call(flows.decide, { id: flow, decision: 'ratify' });
    const late = await dossier.server.app.inject({
      method: 'PATCH',
      url: uploadUrl,
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      payload: Buffer.from('late'),
    });
    expect(late.statusCode).not.toBe(204);
    expect(await applicant.client.refused(attachments.preUpload, more)).toBe(5303);
    expect(await applicant.client.refused(attachments.delete, { id: own })).toBe(5303);
    for (const who of [applicant, approver, notified]) {
      expect(await listOf(who)).toMatchObject({ mayChange: false, list: [{ id: own, mayDelete: false }] });
      await who.client.call(attachmentViews.view, { id: own });
    }
  });

  it('stay once somebody has approved with them, unless the flow is returned', async () => {
    const steps = [stepOf('First', [approver.id]), stepOf('Second', [notified.id])];
    const long = await handIn(applicant.client, await makeFlowTemplate(dossier, steps));
    const seen = await attach(applicant, 'seen.txt', 'Ten of them', long);
    await approver.client.call(flows.decide, { id: long, decision: 'ratify' });
    expect(await applicant.client.refused(attachments.delete, { id: seen })).toBe(5706);
    dossier.clock.forward(1000);
    const later = await attach(applicant, 'with-eleven.txt', 'Eleven', long);
    expect((await listOf(applicant, long)).list).toMatchObject([
      { id: seen, mayDelete: false },
      { id: later, mayDelete: true },
    ]);
    await applicant.client.call(attachments.delete, { id: later });
    await notified.client.call(flows.decide, { id: long, decision: 'return', opinion: 'Another one, please' });
    await applicant.client.call(attachments.delete, { id: seen });
    expect((await listOf(applicant, long)).list).toEqual([]);
  });

  it('are never taken out under an approval, also where both happen at once', async () => {
    const steps = [stepOf('First', [approver.id]), stepOf('Second', [notified.id])];
    const two = await makeFlowTemplate(dossier, steps);
    for (let round = 0; round < 20; round++) {
      const id = await handIn(applicant.client, two);
      const file = await attach(applicant, 'terms.txt', 'Ten of them', id);
      const calls = [
        () => approver.client.raw(flows.decide, { id, decision: 'ratify' }),
        () => applicant.client.raw(attachments.delete, { id: file }),
      ];
      // the one that is sent first mostly comes first
      const sent = (round % 2 === 0 ? calls : calls.toReversed()).map((call) => call());
      const answers = (await Promise.all(sent)).map(({ text }) => (JSON.parse(text) as { code: number }).code);
      const [decided, deleted] = round % 2 === 0 ? answers : answers.toReversed();
      await dossier.drain();
      const { list } = await dossier.admin.call(operationLog.log, { pageSize: 100 });
      const about = list.filter(
        (line) => line.objId === id && [action.flowRatify, action.flowAttachmentDelete].some((one) => one === line.action),
      );
      const left = (await listOf(applicant, id)).list.length;
      // newest first: where both are done, the file was taken out before the approval, which was given without it
      const order = about.map((line) => (line.action === action.flowRatify ? 'ratified' : 'deleted')).join(' after ');
      expect([decided, deleted, left, order]).toEqual(
        deleted === 200 ? [200, 200, 0, 'ratified after deleted'] : [200, 5706, 1, 'ratified'],
      );
    }
  });

  it('stay readable after a withdrawal, and go with a draft that is deleted', async () => {
    const kept = await attach(applicant);
    await applicant.client.call(flows.withdraw, { id: flow });
    expect((await approver.client.call(attachmentViews.view, { id: kept })).name).toBe('quotation.txt');
    const { id: draft } = await applicant.client.call(flows.save, { templateId: template });
    const gone = await attach(applicant, 'draft.txt', 'Only for the draft', draft);
    expect(await approver.client.refused(attachments.list, { flowId: draft })).toBe(5301);
    const { streamUrl } = await applicant.client.call(attachmentViews.view, { id: gone });
    expect((await dossier.server.app.inject({ url: streamUrl })).statusCode).toBe(200);
    await applicant.client.call(flows.delete, { id: draft });
    expect((await dossier.server.app.inject({ url: streamUrl })).statusCode).not.toBe(200);
    expect(await applicant.client.refused(attachmentViews.view, { id: gone })).toBe(5701);
    const left = (db: Parameters<Parameters<typeof dossier.services.database.write>[0]>[0]) =>
      db.selectFrom('revision').select('id').where('document_id', '=', Number(gone)).execute();
    expect(await dossier.services.database.write(left)).toEqual([]);
  });

  it('go with the drafts of a user who is removed, whose flows that were submitted stay', async () => {
    const leaver = await makeSignedIn(dossier);
    const { id: draft } = await leaver.client.call(flows.save, { templateId: template, title: 'Half written', reason: '' });
    const submitted = await handIn(leaver.client, template);
    const [lost, kept] = [await attach(leaver, 'lost.txt', 'Lost', draft), await attach(leaver, 'kept.txt', 'Kept', submitted)];
    await dossier.admin.call(admin.deleteUser, { id: leaver.id, heirId: approver.id });
    await dossier.drain();
    const { read } = dossier.services.database;
    const files = await read
      .selectFrom('item')
      .select('id')
      .where('id', 'in', [Number(lost), Number(kept)])
      .execute();
    const left = await read.selectFrom('flow').select('id').where('applicant_id', '=', Number(leaver.id)).execute();
    expect([files, left]).toEqual([[{ id: Number(kept) }], [{ id: Number(submitted) }]]);
  });

  it('are 20 at most', async () => {
    for (let n = 0; n < maxFlowAttachments; n++) await attach(applicant, `${n}.txt`, 'x');
    expect(await applicant.client.refused(attachments.preUpload, { flowId: flow, name: 'x.txt', size: 1 })).toBe(5704);
  });

  it('are never added after the decision that ends the flow, also where both happen at once', async () => {
    const late: number[] = [];
    for (let round = 0; round < 10; round++) {
      const id = await handIn(applicant.client, template);
      const { uploadUrl } = await applicant.client.call(attachments.preUpload, { flowId: id, name: 'late.txt', size: 2 });
      const [arrived] = await Promise.allSettled([
        upload(dossier, uploadUrl, Buffer.from(`y${round}`)),
        approver.client.call(flows.decide, { id, decision: 'ratify' }),
      ]);
      await dossier.drain();
      const { list } = await dossier.admin.call(operationLog.log, { pageSize: 100 });
      const order = list.filter((line) => line.objId === id).map((line) => line.action);
      const [added, passed] = [action.flowAttachmentAdd, action.flowRatify].map((one) => order.indexOf(one));
      // newest first: an index is higher the earlier it happened
      if (arrived.status === 'fulfilled' && (added ?? -1) <= (passed ?? 0)) late.push(round);
    }
    expect(late).toEqual([]);
  });
});
