import { permissions } from '@dossier/contract/access/permissions';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { handIn, makeFlowTemplate, stepOf } from '../../../../test/make-flows.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';

type Signed = Made & { client: Client };

let dossier: TestServer;
let applicant: Signed;
let approver: Signed;
let reader: Signed;
const at = { drafts: '', cabinet: '', folder: '', publish: '', revise: '', abolish: '' };

beforeAll(async () => {
  dossier = await openTestServer();
  [applicant, approver, reader] = [await makeSignedIn(dossier), await makeSignedIn(dossier), await makeSignedIn(dossier)];
  at.drafts = await makeCabinet(dossier.admin);
  at.cabinet = await makeCabinet(dossier.admin, { publishing: true });
  at.folder = await makeFolder(dossier.admin, at.cabinet);
  const grantTo = (objId: string, who: Signed, level: number) =>
    dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: who.id, level, reach: 'all' });
  await grantTo(at.drafts, applicant, 123);
  await grantTo(at.cabinet, applicant, 3);
  await grantTo(at.cabinet, reader, 3);
  const steps = [stepOf('Approve', [approver.id])];
  for (const kind of ['publish', 'revise', 'abolish'] as const)
    at[kind] = await makeFlowTemplate(dossier, steps, { flowKind: kind, cabinetId: at.cabinet });
});
afterAll(() => dossier.close());

const draft = (name: string, bytes = 'Some words'): Promise<string> =>
  makeDocument(dossier, applicant.client, { parentId: at.drafts, name, bytes, onSameName: 'revision' });
const ratify = (id: string) => approver.client.call(flows.decide, { id, decision: 'ratify' });
const form = (templateId: string, more: object) => ({ templateId, title: 'x', reason: 'x', submit: true, ...more });

async function published(name: string): Promise<string> {
  const id = await handIn(applicant.client, at.publish, { documents: [{ id: await draft(name) }], targetId: at.folder });
  await ratify(id);
  return (await applicant.client.call(flows.show, { id })).documents[0]?.resultId ?? '';
}

describe('a publish flow', () => {
  it('copies the submitted revision into the publishing cabinet, where nobody can upload', async () => {
    const doc = await draft('Rules.txt', 'As handed in');
    const id = await handIn(applicant.client, at.publish, { documents: [{ id: doc }], targetId: at.folder });
    await draft('Rules.txt', 'Changed since');
    expect((await reader.client.call(library.items, { parentId: at.folder })).list).toEqual([]);
    await ratify(id);
    const [row] = (await reader.client.call(library.items, { parentId: at.folder })).list;
    expect(row).toMatchObject({ name: 'Rules.txt', size: 'As handed in'.length });
    const { documents } = await applicant.client.call(flows.show, { id });
    expect(documents).toMatchObject([{ resultId: row?.id, changed: true }]);
    // the draft stays in its folder
    await applicant.client.call(library.documentDetail, { id: doc });
    const upload = { parentId: at.folder, name: 'Direct.txt', size: 1 };
    expect(await dossier.admin.refused(content.preUpload, upload)).toBe(4403);
    expect(await dossier.admin.refused(content.preCheckIn, { id: row?.id, size: 1 })).toBe(4403);
    // the approver gets no further access to the cabinet
    expect(await approver.client.refused(library.documentDetail, { id: row?.id })).toBe(1002);
  });

  it('targets the cabinet of its template alone, at a place that the applicant sees and under a free name', async () => {
    const other = await makeCabinet(dossier.admin, { publishing: true });
    const documents = [{ id: await draft('Elsewhere.txt') }];
    expect(await applicant.client.refused(flows.save, form(at.publish, { documents }))).toBe(5306);
    expect(await applicant.client.refused(flows.save, form(at.publish, { documents, targetId: other }))).toBe(1002);
    expect(await applicant.client.refused(flows.save, form(at.publish, { documents, targetId: at.drafts }))).toBe(5306);
    expect(await applicant.client.refused(flows.save, form(at.publish, { targetId: at.folder }))).toBe(5316);
    const doc = await published('Twice.txt');
    expect(doc).not.toBe('');
    const again = await makeDocument(dossier, applicant.client, {
      parentId: await makeFolder(dossier.admin, at.drafts),
      name: 'Twice.txt',
    });
    const id = await handIn(applicant.client, at.publish, { documents: [{ id: again }], targetId: at.folder });
    expect(await approver.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(4605);
    expect((await applicant.client.call(flows.show, { id })).status).toBe('waiting');
    await applicant.client.call(flows.withdraw, { id });
  });

  it('publishes nothing that the applicant may not read any more, and no document of two flows at once', async () => {
    const secret = await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin), name: 'Secret.txt' });
    const grant = { objId: secret, granteeType: 'user', granteeId: applicant.id } as const;
    const grantTo = (level: number) => dossier.admin.call(permissions.grant, { ...grant, level, reach: 'self' });
    await grantTo(27);
    const asked = { documents: [{ id: secret }], targetId: at.folder };
    const id = await handIn(applicant.client, at.publish, asked);
    expect(await applicant.client.refused(flows.save, form(at.publish, asked))).toBe(5312);
    await dossier.admin.call(permissions.revoke, grant);
    expect(await approver.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(1002);
    // nor of an applicant who may read it without the right to the original, which the copy would give
    await grantTo(11);
    expect(await approver.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(5317);
    expect(await applicant.client.refused(flows.save, form(at.publish, asked))).toBe(5317);
    await grantTo(27);
    await ratify(id);
    expect((await reader.client.call(library.items, { parentId: at.folder })).list.map((row) => row.name)).toContain('Secret.txt');
  });

  it('keeps the name that its approvers saw', async () => {
    const doc = await draft('Seen by all.txt');
    const id = await handIn(applicant.client, at.publish, { documents: [{ id: doc }], targetId: at.folder });
    await applicant.client.call(library.update, { id: doc, name: 'Renamed since.txt' });
    await ratify(id);
    expect((await applicant.client.call(flows.show, { id })).documents).toMatchObject([{ resultName: 'Seen by all.txt' }]);
  });

  it('has a publishing cabinet that the editor of its template manages', async () => {
    const steps = [stepOf('Approve', [approver.id])];
    const terms = { flowKind: 'publish', name: 'Into', steps, enabled: true };
    expect(await dossier.admin.refused(flowTemplates.create, terms)).toBe(5306);
    expect(await dossier.admin.refused(flowTemplates.create, { ...terms, cabinetId: at.drafts })).toBe(5306);
    const theirs = await makeCabinet(applicant.client, { moduleType: 2 });
    expect(await dossier.admin.refused(flowTemplates.create, { ...terms, cabinetId: theirs })).toBe(1002);
  });
});

describe('a revise flow', () => {
  it('makes one document the next major version of a published one', async () => {
    const old = await published('Manual.txt');
    const next = await draft('Manual draft.txt', 'Second edition');
    const wrong = await draft('Manual.md', 'Other kind');
    const ask = (id: string) => form(at.revise, { documents: [{ id }], targetId: old });
    expect(await applicant.client.refused(flows.save, ask(wrong))).toBe(4604);
    const id = await handIn(applicant.client, at.revise, { documents: [{ id: next }], targetId: old });
    await ratify(id);
    const shown = await reader.client.call(library.documentDetail, { id: old });
    expect(shown).toMatchObject({ name: 'Manual.txt', size: 'Second edition'.length });
    const revisions = await reader.client.call(content.revisions, { id: old });
    expect(revisions.map(({ number, label }) => [number, label])).toEqual([
      [2, '2.0'],
      [1, '1.0'],
    ]);
  });

  it('needs the right to the original, at the submission and at the final decision', async () => {
    const old = await published('Handbook.txt');
    const doc = await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin), name: 'Next.txt' });
    const grantTo = (level: number) =>
      dossier.admin.call(permissions.grant, { objId: doc, granteeType: 'user', granteeId: applicant.id, level, reach: 'self' });
    const asked = { documents: [{ id: doc }], targetId: old };
    await grantTo(7);
    expect(await applicant.client.refused(flows.save, form(at.revise, asked))).toBe(5317);
    await grantTo(27);
    const id = await handIn(applicant.client, at.revise, asked);
    await grantTo(7);
    expect(await approver.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(5317);
    await grantTo(19);
    await ratify(id);
    expect((await reader.client.call(content.revisions, { id: old })).map((one) => one.number)).toEqual([2, 1]);
  });
});

describe('an abolish flow', () => {
  it('withdraws a published document from its readers, and keeps it for its managers', async () => {
    const old = await published('Old rules.txt');
    await reader.client.call(library.documentDetail, { id: old });
    const outside = [{ id: await draft('Draft of mine.txt') }];
    expect(await applicant.client.refused(flows.save, form(at.abolish, { documents: outside }))).toBe(5306);
    const id = await handIn(applicant.client, at.abolish, { documents: [{ id: old }] });
    await ratify(id);
    for (const { client } of [reader, applicant]) expect(await client.refused(library.documentDetail, { id: old })).toBe(1002);
    await dossier.admin.call(library.documentDetail, { id: old });
    // neighbouring documents stay visible
    expect((await reader.client.call(library.items, { parentId: at.folder })).list.map((one) => one.name)).toContain('Manual.txt');
  });
});
