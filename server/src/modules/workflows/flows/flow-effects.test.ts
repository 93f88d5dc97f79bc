import { permissions } from '@dossier/contract/access/permissions';
import { level as levels } from '@dossier/contract/core/rights';
import { comments } from '@dossier/contract/comments/comments';
import { archives, content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { offlineCopies } from '@dossier/contract/preview/offline-copies';
import { preview } from '@dossier/contract/preview/preview';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { flowGraph, handIn, makeFlowTemplate, stepOf } from '../../../../test/make-flows.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { sweepFlows } from '../sweep-flows.ts';
import { combineGrants } from './flow-effects.ts';

type Signed = Made & { client: Client };

const hour = 3600_000;
const byManager = { name: 'Manager', approvers: [{ kind: 'manager' as const }] };

let dossier: TestServer;
let applicant: Signed;
let manager: Signed;
let reader: Signed;
let cabinet: string;
let borrow: string;

beforeAll(async () => {
  dossier = await openTestServer();
  [applicant, manager, reader] = [await makeSignedIn(dossier), await makeSignedIn(dossier), await makeSignedIn(dossier)];
  cabinet = await makeCabinet(dossier.admin);
  borrow = await makeFlowTemplate(dossier, [byManager], { flowKind: 'borrow' });
});
afterAll(() => dossier.close());

const grantTo = (objId: string, who: Signed, level: number) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: who.id, level, reach: 'self' });
const inTime = (ms: number): string => new Date(dossier.clock.now() + ms).toISOString();
const bitsOf = async (doc: string): Promise<number> =>
  (await dossier.admin.call(permissions.explain, { objId: doc, userId: applicant.id })).level;

async function document(): Promise<string> {
  const doc = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `${crypto.randomUUID()}.txt` });
  await grantTo(doc, manager, 255);
  return doc;
}

/** Submits a request for a right on a document. */
async function ask(doc: string, level: number, lasts = 48 * hour): Promise<string> {
  return handIn(applicant.client, borrow, { documents: [{ id: doc }], level, lastTime: inTime(lasts) });
}

describe('a borrow flow', () => {
  it('hides the name of an older revision from users without the right to read', async () => {
    const doc = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'dismissal.txt', bytes: 'first' });
    const [first] = await dossier.admin.call(content.revisions, { id: doc });
    await dossier.admin.call(library.update, { id: doc, name: 'plan.txt' });
    await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'plan.txt', bytes: 'second', onSameName: 'revision' });
    await grantTo(doc, applicant, 1);
    const form = { templateId: borrow, documents: [{ id: doc, currentRev: first?.id ?? '' }] };
    const { id } = await applicant.client.call(flows.save, form);
    expect((await applicant.client.call(flows.show, { id })).documents).toMatchObject([{ name: 'plan.txt' }]);
  });

  it('of a template with parallel ways grants with the last decision, by the manager who makes it', async () => {
    const graph = flowGraph('start parallel:p approval:a approval:m join:j end', 'start>p p>a p>m a>j m>j j>end');
    const both = [{ ...byManager, name: 'Custodian' }, byManager];
    const template = await makeFlowTemplate(dossier, both, { flowKind: 'borrow', graph });
    const doc = await document();
    await grantTo(doc, applicant, 1);
    const form = { documents: [{ id: doc }], level: 3, lastTime: inTime(48 * hour) };
    const id = await handIn(applicant.client, template, form);
    await manager.client.call(flows.decide, { id, decision: 'ratify' });
    expect(await bitsOf(doc)).toBe(1);
    await manager.client.call(flows.decide, { id, decision: 'ratify' });
    expect([await bitsOf(doc), (await applicant.client.call(flows.show, { id })).status]).toEqual([3, 'passed']);
  });

  it('grants the requested right until its end, by a manager of the document', async () => {
    const doc = await document();
    await grantTo(doc, applicant, 1);
    const id = await ask(doc, 3);
    expect(await applicant.client.refused(preview.view, { id: doc })).toBe(4610);
    expect((await manager.client.call(flows.show, { id })).tasks.map((task) => task.personName)).toContain(manager.fullName);
    await manager.client.call(flows.decide, { id, decision: 'ratify' });
    await applicant.client.call(preview.view, { id: doc });
    expect(await bitsOf(doc)).toBe(3);
    expect(await applicant.client.refused(content.download, { id: doc })).toBe(4611);
  });

  it('needs a visible document, a permitted level, a future end, and another user who manages it', async () => {
    const doc = await document();
    const form = { templateId: borrow, title: 'x', reason: 'x', submit: true, level: 3, lastTime: inTime(hour) };
    expect(await applicant.client.refused(flows.save, { ...form, documents: [{ id: doc }] })).toBe(1002);
    expect(await applicant.client.refused(flows.save, form)).toBe(5316);
    await grantTo(doc, applicant, 1);
    const documents = [{ id: doc }];
    for (const level of [0, 255, 128, 59]) expect(await applicant.client.refused(flows.save, { ...form, documents, level })).toBe(400);
    expect(await applicant.client.refused(flows.save, { ...form, documents, level: undefined })).toBe(400);
    expect(await applicant.client.refused(flows.save, { ...form, documents, lastTime: inTime(-hour) })).toBe(4904);
    const own = await makeCabinet(applicant.client, { moduleType: 2 });
    const mine = await makeDocument(dossier, applicant.client, { parentId: own });
    expect(await applicant.client.refused(flows.save, { ...form, documents: [{ id: mine }] })).toBe(5311);
  });

  it('has its final decision by the managers of the documents, whatever the template says', async () => {
    const steps = [byManager, stepOf('Somebody', [reader.id])];
    expect(await dossier.admin.refused(flowTemplates.create, { flowKind: 'borrow', name: 'Loose', steps, enabled: true })).toBe(5311);
    expect(await dossier.admin.refused(flowTemplates.update, { id: borrow, steps })).toBe(5311);
  });

  it('is not passed by a former manager of the document', async () => {
    const doc = await document();
    await grantTo(doc, applicant, 1);
    const id = await ask(doc, 3);
    await grantTo(doc, manager, 3);
    expect(await manager.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(4901);
    expect((await applicant.client.call(flows.show, { id })).status).toBe('waiting');
    expect(await bitsOf(doc)).toBe(1);
  });

  it('grants no more than the grantable permissions of the approver', async () => {
    const doc = await document();
    await grantTo(doc, manager, 131);
    await grantTo(doc, applicant, 1);
    const id = await ask(doc, 27);
    expect(await manager.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(4908);
    expect(await bitsOf(doc)).toBe(1);
  });

  it('keeps the applicant’s earlier right, and restores it when the granted one has ended', async () => {
    const doc = await document();
    await grantTo(doc, applicant, 33);
    const id = await ask(doc, 3, 2 * hour);
    await manager.client.call(flows.decide, { id, decision: 'ratify' });
    expect(await bitsOf(doc)).toBe(35);
    dossier.clock.forward(3 * hour);
    await sweepFlows(dossier.services);
    expect(await bitsOf(doc)).toBe(33);
  });

  it('gives no right later to whom the earlier one was taken away', async () => {
    const doc = await document();
    const grant = { objId: doc, granteeType: 'user', granteeId: applicant.id, reach: 'self' } as const;
    await dossier.admin.call(permissions.grant, { ...grant, level: 33, deadline: inTime(2 * hour) });
    await manager.client.call(flows.decide, { id: await ask(doc, 3), decision: 'ratify' });
    await dossier.admin.call(permissions.revoke, { objId: doc, granteeType: 'user', granteeId: applicant.id });
    dossier.clock.forward(3 * hour);
    await sweepFlows(dossier.services);
    expect(await bitsOf(doc)).toBe(0);
  });
});

describe('a grant combined with another one', () => {
  const at = (level: number, deadline: number | null) => ({ level, handOn: null, deadline });
  it.each([
    ['covers it', [at(7, null), at(3, 10)], {}],
    ['is less and ends before', [at(1, 5), at(3, 10)], { now: at(3, 10) }],
    ['is less and lasts', [at(1, null), at(3, 10)], { now: at(3, 10), later: { ...at(1, null), at: 10 } }],
    ['is other and ends before', [at(33, 5), at(3, 10)], { now: at(35, 5), later: { ...at(3, 10), at: 5 } }],
    ['is other and lasts', [at(33, 20), at(3, 10)], { now: at(35, 10), later: { ...at(33, 20), at: 10 } }],
  ] as const)('that %s', (_, [stands, wanted], plan) => {
    expect(combineGrants(stands, wanted)).toEqual(plan);
  });
});

describe('a download flow', () => {
  it('gives one download, which ends an hour after the first', async () => {
    const doc = await document();
    await grantTo(doc, applicant, 3);
    const template = await makeFlowTemplate(dossier, [byManager], { flowKind: 'download' });
    const id = await handIn(applicant.client, template, { documents: [{ id: doc }], lastTime: inTime(100 * hour) });
    await manager.client.call(flows.decide, { id, decision: 'ratify' });
    const { downloadUrl } = await applicant.client.call(content.download, { id: doc });
    await dossier.drain();
    expect((await dossier.server.app.inject({ url: downloadUrl, remoteAddress: '127.0.0.1' })).statusCode).toBe(200);
    dossier.clock.forward(hour + 1000);
    await sweepFlows(dossier.services);
    expect(await applicant.client.refused(content.download, { id: doc })).toBe(4611);
    await applicant.client.call(preview.view, { id: doc });
  });

  it('ends after a download of the file with its comments too', async () => {
    const doc = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `${crypto.randomUUID()}.pdf` });
    await grantTo(doc, manager, 255);
    await grantTo(doc, applicant, levels.pdf);
    await applicant.client.call(comments.create, { objId: doc, content: 'Look' });
    const template = await makeFlowTemplate(dossier, [byManager], { flowKind: 'download' });
    const id = await handIn(applicant.client, template, { documents: [{ id: doc }], lastTime: inTime(100 * hour) });
    await manager.client.call(flows.decide, { id, decision: 'ratify' });
    await applicant.client.call(preview.commentedPdf, { id: doc });
    await dossier.drain();
    dossier.clock.forward(hour + 1000);
    await sweepFlows(dossier.services);
    expect(await applicant.client.refused(content.download, { id: doc })).toBe(4611);
  });

  it('ends after the file was kept offline too', async () => {
    const doc = await document();
    await grantTo(doc, applicant, 3);
    const template = await makeFlowTemplate(dossier, [byManager], { flowKind: 'download' });
    const id = await handIn(applicant.client, template, { documents: [{ id: doc }], lastTime: inTime(100 * hour) });
    await manager.client.call(flows.decide, { id, decision: 'ratify' });
    expect((await applicant.client.call(offlineCopies.keep, { id: doc })).form).toBe('text');
    await dossier.drain();
    dossier.clock.forward(hour + 1000);
    await sweepFlows(dossier.services);
    expect(await applicant.client.refused(offlineCopies.keep, { id: doc })).toBe(4611);
    expect((await applicant.client.call(offlineCopies.check, { ids: [doc] })).list).toEqual([]);
  });

  it('ends after a download of the folder too', async () => {
    const folder = await makeFolder(dossier.admin, await makeCabinet(dossier.admin));
    const doc = await makeDocument(dossier, dossier.admin, { parentId: folder });
    await grantTo(doc, manager, 255);
    await grantTo(doc, applicant, 3);
    await grantTo(folder, applicant, 1);
    const template = await makeFlowTemplate(dossier, [byManager], { flowKind: 'download' });
    const id = await handIn(applicant.client, template, { documents: [{ id: doc }], lastTime: inTime(100 * hour) });
    await manager.client.call(flows.decide, { id, decision: 'ratify' });
    const { downloadUrl } = await applicant.client.call(archives.downloadFolder, { id: folder });
    expect((await dossier.server.app.inject({ url: downloadUrl, remoteAddress: '127.0.0.1' })).statusCode).toBe(200);
    await dossier.drain();
    dossier.clock.forward(hour + 1000);
    await sweepFlows(dossier.services);
    expect(await applicant.client.refused(content.download, { id: doc })).toBe(4611);
  });
});
