import { PDFDocument } from '@cantoo/pdf-lib';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { preview } from '@dossier/contract/preview/preview';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { signatures } from '@dossier/contract/signatures/signatures';
import { absences, flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../../test/make-items.ts';
import { flowGraph, handIn, makeFlowTemplate, stepOf } from '../../../../test/make-flows.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';
import { pdfOfWords } from '../../../../test/pdf-of-words.ts';
import { pdfTexts } from '../../../../test/pdf-texts.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';

type Signed = Made & { client: Client };

/** Ann hands in and may change what lies in the cabinet, Wang and Bob decide and have no right there, Sue stands in for Bob, Tim only views it. */
let dossier: TestServer;
let cabinet: string;
let ann: Signed;
let wang: Signed;
let bob: Signed;
let sue: Signed;
let tim: Signed;
let original: Buffer;
const signs = { signs: true } as const;

beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  ann = await makeSignedIn(dossier, { fullName: 'Ann Lee' });
  wang = await makeSignedIn(dossier, { fullName: '王小明' });
  bob = await makeSignedIn(dossier, { fullName: 'Bob Boss' });
  sue = await makeSignedIn(dossier, { fullName: 'Sue Sub' });
  tim = await makeSignedIn(dossier);
  await give(ann, level.modify);
  await give(tim, level.view);
  original = await pdfOfWords(['The lease of the house']);
});
afterAll(() => dossier.close());

const give = (who: Signed, given: number, objId = cabinet) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: who.id, level: given, reach: 'all' });
const pdf = (bytes = original): Promise<string> =>
  makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `lease-${crypto.randomUUID()}.pdf`, bytes });
const show = (who: Signed, id: string) => who.client.call(flows.show, { id });
const seen = async (who: Signed, id: string) => (await show(who, id)).documents.map((one) => one.currentRev ?? '');
const terms = async (who: Signed, id: string, given: object = {}) => ({
  id,
  revisionIds: await seen(who, id),
  password: who.password,
  ...given,
});
const sign = async (who: Signed, id: string, given: object = {}) => who.client.call(flows.sign, await terms(who, id, given));
const refused = async (who: Signed, id: string, given: object = {}) => who.client.refused(flows.sign, await terms(who, id, given));
const acts = async (objId: string) => (await dossier.admin.call(signatures.list, { objId })).list;
const versions = async (id: string) => (await dossier.admin.call(content.revisions, { id })).map(({ label }) => label);

async function revise(who: Signed, id: string): Promise<void> {
  const { uploadUrl } = await who.client.call(content.preCheckIn, { id, size: original.length });
  await upload(dossier, uploadUrl, original);
}

it('a flow goes on with the versions that a sub-flow has signed', async () => {
  const child = await makeFlowTemplate(dossier, [stepOf('Agree', [wang.id], signs)]);
  const graph = flowGraph('start subflow:s approval:a end', 'start>s s>a a>end', { settings: { s: { templateId: child } } });
  const template = await makeFlowTemplate(dossier, [stepOf('Approve', [bob.id], signs)], { graph });
  const doc = await pdf();
  const id = await handIn(ann.client, template, { documents: [{ id: doc }] });
  await dossier.drain();
  await sign(wang, (await show(ann, id)).positions.find(({ node }) => node === 's')?.flowId ?? '');
  await dossier.drain();
  expect((await show(bob, id)).documents).toMatchObject([{ versionLabel: '1.1', signed: true, canView: true, changed: false }]);
  const [signed = ''] = await seen(bob, id);
  expect(await dossier.admin.refused(content.deleteRevision, { id: doc, revisionId: signed })).toBe(4617);
  await sign(bob, id);
  expect([(await show(ann, id)).status, (await acts(doc)).map(({ name }) => name)]).toEqual(['passed', ['Bob Boss', '王小明']]);
});

describe('a flow that asks for signatures', () => {
  it('is signed by who decides, also as a substitute, and goes on with the version that shows it', async () => {
    const steps = [stepOf('Agree', [wang.id], signs), stepOf('Approve', [bob.id], signs), stepOf('File', [wang.id])];
    const template = await makeFlowTemplate(dossier, steps);
    const doc = await pdf();
    const id = await handIn(ann.client, template, { documents: [{ id: doc }] });
    expect((await show(wang, id)).stepList.map((step) => step.signs)).toEqual([true, true, undefined]);
    const [handedIn = ''] = await seen(wang, id);
    expect(await wang.client.refused(signatures.sign, { id: doc, revisionId: handedIn, password: wang.password })).toBe(1002);
    await sign(wang, id, { opinion: '同意' });

    const now = new Date(dossier.clock.now()).getTime();
    const time = (ms: number): string => new Date(now + ms).toISOString();
    await bob.client.call(absences.create, { userId: sue.id, begins: time(0), ends: time(3600_000) });
    // the substitute views and checks the version with the first signature, and no other one
    const [current = ''] = await seen(sue, id);
    expect((await sue.client.call(signatures.verify, { id: doc, revisionId: current })).list).toMatchObject([{ verdict: 'holds' }]);
    expect(await sue.client.refused(signatures.verify, { id: doc, revisionId: handedIn })).toBe(1002);
    await sign(sue, id);
    await wang.client.call(flows.decide, { id, decision: 'ratify' });

    const { status, trail, documents } = await show(ann, id);
    expect(status).toBe('passed');
    expect(trail.filter((line) => line.kind === 'signed')).toMatchObject([
      { personName: '王小明', stepName: 'Agree', opinion: '同意', forName: '' },
      { personName: 'Sue Sub', stepName: 'Approve', opinion: '', forName: 'Bob Boss' },
    ]);
    expect(documents).toMatchObject([{ versionLabel: '1.2', changed: false }]);
    expect(await acts(doc)).toMatchObject([
      { name: 'Sue Sub', reason: 'Approve, on behalf of Bob Boss', means: 'password', revisionLabel: '1.1', current: true },
      { name: '王小明', reason: 'Agree: 同意', means: 'password', revisionId: handedIn, revisionLabel: '1.0', current: true },
    ]);
    const [newest] = await dossier.admin.call(content.revisions, { id: doc });
    expect(newest).toMatchObject({ creatorName: 'Sue Sub', note: 'Signed by Sue Sub' });
    const { downloadUrl } = await ann.client.call(content.download, { id: doc });
    const bytes = (await dossier.server.app.inject({ method: 'GET', url: downloadUrl })).rawPayload;
    const page = (await pdfTexts(bytes)).at(-1)?.join('\n');
    for (const words of ['王小明', 'Agree: 同意', 'Sue Sub', 'Approve, on behalf of Bob Boss']) expect(page).toContain(words);
    expect((await ann.client.call(signatures.verify, { id: doc })).list).toMatchObject([{ verdict: 'holds', issuedBy: 'own' }]);
    // what was signed stays, also for who has signed it
    expect(await dossier.admin.refused(content.deleteRevision, { id: doc, revisionId: handedIn })).toBe(4617);
    const all = await dossier.admin.call(content.revisions, { id: doc });
    const byLabel = (label: string) => ({ id: doc, currentRev: all.find((one) => one.label === label)?.id ?? '' });
    for (const who of [wang, sue]) {
      expect((await show(who, id)).documents).toMatchObject([{ id: doc, canView: true, hidden: false, signed: true }]);
      expect((await who.client.call(signatures.verify, { id: doc, revisionId: newest?.id })).list).toMatchObject([{ verdict: 'holds' }]);
      expect((await who.client.call(preview.view, byLabel('1.1'))).rights).toBe(3);
      expect(await who.client.refused(preview.view, { id: doc })).toBe(1002);
      expect(await who.client.refused(content.download, byLabel('1.2'))).toBe(1002);
    }
    // Bob was to sign and has not; Sue signed what Wang had, and not what was handed in
    expect((await show(bob, id)).documents).toMatchObject([{ hidden: true, canView: false }]);
    expect(await bob.client.refused(preview.view, byLabel('1.2'))).toBe(1002);
    await wang.client.call(preview.view, byLabel('1.0'));
    expect(await sue.client.refused(preview.view, byLabel('1.0'))).toBe(1002);
    // another text is none that they have signed
    await revise(ann, doc);
    const [later] = await dossier.admin.call(content.revisions, { id: doc });
    for (const who of [wang, sue]) expect(await who.client.refused(preview.view, { id: doc, currentRev: later?.id ?? '' })).toBe(1002);
    await dossier.drain();
    const log = (await dossier.admin.call(operationLog.itemLog, { objId: doc })).list;
    expect(log.filter((line) => line.action === action.documentSign)).toHaveLength(2);
  });

  it('keeps in sight what was signed in it, not what the same person signed elsewhere', async () => {
    const zoe = await makeSignedIn(dossier);
    const doc = await pdf();
    await give(zoe, level.modify, doc);
    const revisionId = (await dossier.admin.call(content.revisions, { id: doc }))[0]?.id ?? '';
    await zoe.client.call(signatures.sign, { id: doc, revisionId, password: zoe.password });
    await give(zoe, 0, doc);
    const target = { id: doc, currentRev: revisionId };
    expect(await zoe.client.refused(preview.view, target)).toBe(1002);
    // she then decides, without a signature, about another version
    await revise(ann, doc);
    const id = await handIn(ann.client, await makeFlowTemplate(dossier, [stepOf('Read', [zoe.id])]), { documents: [{ id: doc }] });
    await zoe.client.call(flows.decide, { id, decision: 'veto', opinion: 'No' });
    expect(await zoe.client.refused(preview.view, target)).toBe(1002);
    expect((await show(zoe, id)).documents).toMatchObject([{ hidden: true, canView: false }]);
  });

  it('publishes all its documents with the signature', async () => {
    const shelf = await makeCabinet(dossier.admin, { publishing: true });
    const targetId = await makeFolder(dossier.admin, shelf);
    await give(ann, level.view, shelf);
    const template = await makeFlowTemplate(dossier, [stepOf('Release', [wang.id], signs)], { flowKind: 'publish', cabinetId: shelf });
    const documents = [{ id: await pdf() }, { id: await pdf(await pdfOfWords(['Annex'])) }];
    const id = await handIn(ann.client, template, { documents, targetId });
    await sign(wang, id);
    const results = (await show(ann, id)).documents;
    expect(results.map((one) => one.versionLabel)).toEqual(['1.1', '1.1']);
    for (const { resultId = '' } of results)
      expect((await ann.client.call(signatures.verify, { id: resultId })).list).toMatchObject([{ verdict: 'holds' }]);
    // what lies in a publishing cabinet gets no version beside publications
    const normal = await makeFlowTemplate(dossier, [stepOf('Sign', [wang.id], signs)]);
    await give(ann, level.modify, shelf);
    const form = { templateId: normal, title: 'x', reason: 'x', documents: [{ id: results[0]?.resultId ?? '' }], submit: true };
    expect(await ann.client.refused(flows.save, form)).toBe(4403);
  });

  it('lets two sign at once lose no signature', async () => {
    const template = await makeFlowTemplate(dossier, [stepOf('All', [wang.id, bob.id], { rule: 'all', ...signs })]);
    const doc = await pdf();
    const id = await handIn(ann.client, template, { documents: [{ id: doc }] });
    const [one, two] = [await terms(wang, id), await terms(bob, id)];
    const both = await Promise.allSettled([wang.client.call(flows.sign, one), bob.client.call(flows.sign, two)]);
    expect(both.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    const late = both[0]?.status === 'fulfilled' ? bob : wang;
    // the version that they saw is not that of the flow any more
    expect(await late.client.refused(flows.sign, late === bob ? two : one)).toBe(1008);
    await sign(late, id);
    expect((await show(ann, id)).status).toBe('passed');
    expect(new Set((await acts(doc)).map(({ name }) => name))).toEqual(new Set(['王小明', 'Bob Boss']));
  });
});

describe('a form with a step to sign', () => {
  it('takes only current PDFs that can be sealed, of who may change and download them', async () => {
    const templateId = await makeFlowTemplate(dossier, [stepOf('Read', [bob.id]), stepOf('Sign', [wang.id], signs)]);
    const form = (...documents: { id: string; currentRev?: string }[]) => ({
      templateId,
      title: 'x',
      reason: 'x',
      documents,
      submit: true,
    });
    const doc = await pdf();
    expect(await ann.client.refused(flows.save, form())).toBe(5316);
    expect(await tim.client.refused(flows.save, form({ id: doc }))).toBe(5935);
    const text = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `note-${crypto.randomUUID()}.txt` });
    expect(await ann.client.refused(flows.save, form({ id: doc }, { id: text }))).toBe(5934);
    const secret = await PDFDocument.load(original);
    secret.encrypt({ userPassword: '', ownerPassword: 'x' });
    expect(await ann.client.refused(flows.save, form({ id: await pdf(Buffer.from(await secret.save())) }))).toBe(4671);
    expect(await ann.client.refused(flows.save, form({ id: await pdf(Buffer.from('%PDF-1.7\nno pages')) }))).toBe(4672);
    const [first] = await dossier.admin.call(content.revisions, { id: doc });
    await revise(ann, doc);
    expect(await ann.client.refused(flows.save, form({ id: doc, currentRev: first?.id ?? '' }))).toBe(5936);
    // a draft may have what a submission may not
    expect((await ann.client.call(flows.save, { ...form({ id: text }), submit: false })).number).toBe('');
    const steps = [stepOf('Sign', [], { approvers: [{ kind: 'manager' }], ...signs })];
    const borrow = { flowKind: 'borrow', name: 'Borrow and sign', steps } as const;
    expect(await dossier.admin.refused(flowTemplates.create, borrow)).toBe(400);
  });
});

describe('a decision that asks for a signature', () => {
  it('needs a proof, a step to sign, and a task in it', async () => {
    const template = await makeFlowTemplate(dossier, [stepOf('Sign', [wang.id], signs), stepOf('File', [bob.id])]);
    const doc = await pdf();
    const id = await handIn(ann.client, template, { documents: [{ id: doc }] });
    expect(await wang.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(5937);
    expect(await refused(wang, id, { password: '' })).toBe(2004);
    expect(await refused(wang, id, { password: 'not this one' })).toBe(2004);
    expect(await refused(wang, id, { opinion: 'x'.repeat(101) })).toBe(5314);
    expect(await refused(wang, id, { revisionIds: ['1'] })).toBe(1008);
    expect(await refused(ann, id)).toBe(5302);
    expect(await tim.client.refused(flows.sign, await terms(wang, id))).toBe(5301);
    expect([await versions(doc), await acts(doc)]).toEqual([['1.0'], []]);
    await sign(wang, id);
    expect(await refused(bob, id)).toBe(1003);
    await bob.client.call(flows.decide, { id, decision: 'veto', opinion: 'No' });
    expect(await refused(wang, id, { revisionIds: ['1'] })).toBe(5303);
    // who returns or vetoes signs nothing
    const other = await handIn(ann.client, template, { documents: [{ id: await pdf() }] });
    await wang.client.call(flows.decide, { id: other, decision: 'veto', opinion: 'No' });
    expect((await show(ann, other)).status).toBe('rejected');
  });

  it('saves nothing where the document is locked, has another version, or is no longer the applicant’s to change', async () => {
    const template = await makeFlowTemplate(dossier, [stepOf('Sign', [wang.id], signs)]);
    const [doc, annex] = [await pdf(), await pdf(await pdfOfWords(['Annex']))];
    const id = await handIn(ann.client, template, { documents: [{ id: doc }, { id: annex }] });
    const untouched = async (): Promise<void> => {
      expect([await acts(doc), await acts(annex), await versions(doc)]).toEqual([[], [], ['1.0']]);
      expect((await show(ann, id)).tasks).toMatchObject([{ state: 'waiting' }]);
    };
    await ann.client.call(content.lock, { id: annex });
    expect(await refused(wang, id)).toBe(4619);
    await ann.client.call(content.unlock, { id: annex });
    await give(ann, level.download, annex);
    expect(await refused(wang, id)).toBe(5935);
    await give(ann, level.modify, annex);
    await revise(ann, annex);
    expect(await refused(wang, id)).toBe(5936);
    await untouched();
    // the applicant hands it in anew with the present version
    await wang.client.call(flows.decide, { id, decision: 'return', opinion: 'The annex has changed' });
    const form = { id, templateId: template, title: 'Again', reason: 'x', documents: [{ id: doc }, { id: annex }], submit: true };
    await ann.client.call(flows.save, form);
    // a version that comes while the files are sealed
    const given = await terms(wang, id);
    const [signing] = await Promise.allSettled([wang.client.call(flows.sign, given), revise(ann, doc)]);
    const isFirst = signing.status === 'fulfilled';
    expect(await versions(doc)).toHaveLength(isFirst ? 3 : 2);
    expect([await acts(doc), await acts(annex)].map((list) => list.length)).toEqual(isFirst ? [1, 1] : [0, 0]);
    expect((await show(ann, id)).status).toBe(isFirst ? 'passed' : 'waiting');
    await dossier.admin.call(library.delete, { objIds: [doc] });
  });
});
