import { createHash } from 'node:crypto';
import { permissions } from '@dossier/contract/access/permissions';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { validity } from '@dossier/contract/documents/validity';
import { isolation } from '@dossier/contract/governance/isolation';
import { messages } from '@dossier/contract/notifications/messages';
import { preview } from '@dossier/contract/preview/preview';
import { links, shares } from '@dossier/contract/sharing/shares';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { sweepBin } from '../../documents/bin.ts';
import { upsertIsolated } from '../../governance/isolation/isolation.queries.ts';
import { sweepFlows } from '../sweep-flows.ts';
import { handIn, makeFlowTemplate, stepOf } from '../../../../test/make-flows.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { type Made, makeRole, makeSignedIn } from '../../../../test/make.ts';
import { come } from '../../../../test/share-people.ts';

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
  await give(at.drafts, applicant, 123);
  await give(at.cabinet, applicant, 3);
  await give(at.cabinet, reader, 3);
  const steps = [stepOf('Approve', [approver.id])];
  for (const kind of ['publish', 'revise', 'abolish'] as const)
    at[kind] = await makeFlowTemplate(dossier, steps, { flowKind: kind, cabinetId: at.cabinet });
});
afterAll(() => dossier.close());

const give = (objId: string, who: Signed, level: number) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: who.id, level, reach: 'all' });
const draft = (name: string, bytes = 'Some words'): Promise<string> =>
  makeDocument(dossier, applicant.client, { parentId: at.drafts, name, bytes, onSameName: 'revision' });
const ratify = (id: string) => approver.client.call(flows.decide, { id, decision: 'ratify' });
const form = (templateId: string, more: object) => ({ templateId, title: 'x', reason: 'x', submit: true, ...more });

const quarterMs = 15 * 60_000;
const inTime = (quarters: number): string => new Date(dossier.clock.now() + quarters * quarterMs).toISOString();

async function published(name: string, bytes?: string, { template = at.publish, targetId = at.folder } = {}): Promise<string> {
  const id = await handIn(applicant.client, template, { documents: [{ id: await draft(name, bytes) }], targetId });
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

  it('carries the dates of the document over, also to one that it replaces', async () => {
    const [doc, next] = [await draft('Dated.txt'), await draft('Dated next.txt')];
    const [soon, later] = [inTime(4 * 24 * 30), inTime(4 * 24 * 60)];
    await applicant.client.call(validity.set, { objIds: [doc], validUntil: later, reviewTime: soon });
    await applicant.client.call(validity.set, { objIds: [next], reviewTime: later });
    const id = await handIn(applicant.client, at.publish, { documents: [{ id: doc }], targetId: at.folder });
    await ratify(id);
    const result = (await applicant.client.call(flows.show, { id })).documents[0]?.resultId ?? '';
    expect(await reader.client.call(library.documentDetail, { id: result })).toMatchObject({ validUntil: later, reviewTime: soon });
    await ratify(await handIn(applicant.client, at.revise, { documents: [{ id: next }], targetId: result }));
    expect(await reader.client.call(library.documentDetail, { id: result })).toMatchObject({ validUntil: later, reviewTime: later });
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

  it('is decided by others, or in another way, only where who changes that manages the cabinet', async () => {
    const editor = await makeSignedIn(dossier);
    await makeRole(dossier, { deeds: ['flows.edit'], userIds: [editor.id] });
    const id = await makeFlowTemplate(dossier, [stepOf('Approve', [approver.id])], { flowKind: 'publish', cabinetId: at.cabinet });
    const steps = [stepOf('Approve', [editor.id])];
    const refused = (changes: object) => editor.client.refused(flowTemplates.update, { id, ...changes });
    expect(await refused({ steps })).toBe(1002);
    expect(await refused({ fields: [{ id: 'why', kind: 'text', name: 'Why' }] })).toBe(1002);
    expect(await refused({ emailDecisions: 'open' })).toBe(1002);
    await editor.client.call(flowTemplates.update, { id, name: 'Named by the office', enabled: false });
    await give(at.cabinet, editor, 3);
    expect(await refused({ steps })).toBe(4901);
    await give(at.cabinet, editor, 255);
    expect(await editor.client.call(flowTemplates.update, { id, steps })).toEqual({ version: 2 });
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
    const labelsFor = async (client: Client) =>
      (await client.call(content.revisions, { id: old })).map(({ number, label }) => [number, label]);
    const superseded = [1, '1.0'];
    expect(await labelsFor(dossier.admin)).toEqual([[2, '2.0'], superseded]);
    // what is superseded is open to managers alone, also by its own number
    expect(await labelsFor(reader.client)).toEqual([[2, '2.0']]);
    const [, first] = await dossier.admin.call(content.revisions, { id: old });
    const currentRev = first?.id ?? '';
    await dossier.admin.call(preview.view, { id: old, currentRev });
    expect(await reader.client.refused(preview.view, { id: old, currentRev })).toBe(4616);
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
    expect((await dossier.admin.call(content.revisions, { id: old })).map((one) => one.number)).toEqual([2, 1]);
  });

  it('takes the superseded bytes from readers, by their hash too', async () => {
    const old = await published('Bytes.txt', 'The first edition');
    const [first] = await dossier.admin.call(content.revisions, { id: old });
    const next = await draft('Bytes to come.txt', 'The second edition');
    await ratify(await handIn(applicant.client, at.revise, { documents: [{ id: next }], targetId: old }));
    const late = await makeSignedIn(dossier);
    await dossier.admin.call(permissions.grant, { objId: old, granteeType: 'user', granteeId: late.id, level: 27, reach: 'self' });
    expect(await late.client.refused(content.download, { id: old, currentRev: first?.id ?? '' })).toBe(4616);
    const parentId = await makeCabinet(late.client, { moduleType: 2 });
    const takeBytes = (sha256 = '', size = 0) => late.client.call(content.apass, { parentId, name: 'Mine.txt', sha256, size });
    expect(await takeBytes(first?.sha256, first?.size)).toEqual({ done: false });
    const [current] = await late.client.call(content.revisions, { id: old });
    expect(await takeBytes(current?.sha256, current?.size)).toMatchObject({ done: true });
  });
});

describe('a superseded version of a published document', () => {
  it('is shown to readers who are asked to decide about it, and handed on by none of them', async () => {
    const old = await published('Decided on.txt', 'The first edition');
    const normal = await makeFlowTemplate(dossier, [stepOf('Look', [reader.id])], { flowKind: 'normal' });
    const flow = await handIn(dossier.admin, normal, { documents: [{ id: old }] });
    await ratify(await handIn(applicant.client, at.revise, { documents: [{ id: await draft('Next.txt') }], targetId: old }));
    const { currentRev = '' } = (await reader.client.call(flows.show, { id: flow })).documents[0] ?? {};
    const target = { id: old, currentRev };
    await reader.client.call(preview.view, target);
    expect(await applicant.client.refused(preview.view, target)).toBe(4616);
    await dossier.admin.call(permissions.grant, { objId: old, granteeType: 'user', granteeId: reader.id, level: 27, reach: 'self' });
    expect(await reader.client.refused(content.download, target)).toBe(4616);
    expect(await reader.client.refused(flows.save, form(normal, { documents: [target] }))).toBe(4616);
    await reader.client.call(flows.decide, { id: flow, decision: 'ratify' });
    expect(await reader.client.refused(preview.view, target)).toBe(4616);
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

  it('ends the rights on the document that flows have still to give', async () => {
    const [old, friend] = [await published('Borrowed.txt'), await makeSignedIn(dossier)];
    const grant = { objId: old, granteeType: 'user', granteeId: friend.id, level: 27, reach: 'self' } as const;
    await dossier.admin.call(permissions.grant, { ...grant, deadline: inTime(2) });
    const steps = [{ name: 'Manager', approvers: [{ kind: 'manager' as const }] }];
    const borrow = await makeFlowTemplate(dossier, steps, { flowKind: 'borrow' });
    const id = await handIn(friend.client, borrow, { documents: [{ id: old }], level: 3, lastTime: inTime(20) });
    await dossier.admin.call(flows.decide, { id, decision: 'ratify' });
    await ratify(await handIn(applicant.client, at.abolish, { documents: [{ id: old }] }));
    dossier.clock.forward(3 * quarterMs);
    await sweepFlows(dossier.services);
    expect(await friend.client.refused(library.documentDetail, { id: old })).toBe(1002);
  });

  it('takes the document from share links, of managers too, to it and to the folder that it is in', async () => {
    const [old, stays] = [await published('Linked.txt'), await published('Stays.txt')];
    const linkTo = async (objId: string) => (await dossier.admin.call(shares.create, { objIds: [objId], allowDownload: true })).token;
    const [direct, folder] = [await linkTo(old), await linkTo(at.folder)];
    const [early, visitor] = [await come(dossier, direct), await come(dossier, folder)];
    const shown = async () => (await visitor.call(links.items, { token: folder, parentId: at.folder })).list.map((one) => one.id);
    expect(await shown()).toEqual(expect.arrayContaining([old, stays]));
    await early.call(links.download, { token: direct, id: old });
    await ratify(await handIn(applicant.client, at.abolish, { documents: [{ id: old }] }));
    expect(await shown()).toContain(stays);
    expect(await shown()).not.toContain(old);
    for (const [client, token] of [
      [early, direct],
      [visitor, folder],
      [await come(dossier, folder), folder],
    ] as const)
      expect(await client.refused(links.download, { token, id: old })).toBe(1002);
  });
});

// sessions would end within days
const passTime = async (quarters: number): Promise<void> => {
  dossier.clock.forward(quarters * quarterMs);
  await dossier.drain();
};
const publicationFor = async ({ client }: Signed, id: string) => (await client.call(library.documentDetail, { id })).publication;
const trailOf = async (id: string) => (await applicant.client.call(flows.show, { id })).trail.map((line) => line.kind);

describe('a published version that the security office deletes', () => {
  it('is not in effect any more, and the one before is again', async () => {
    const old = await published('Guide.txt');
    const since = new Date(dossier.clock.now()).toISOString();
    dossier.clock.forward(quarterMs);
    const next = await draft('Guide next.txt', 'Bytes with a virus');
    await ratify(await handIn(applicant.client, at.revise, { documents: [{ id: next }], targetId: old }));
    expect(await publicationFor(reader, old)).toEqual({ state: 'effective', since: new Date(dossier.clock.now()).toISOString() });
    const sha256 = createHash('sha256').update('Bytes with a virus').digest('hex');
    const found = { sha256, size: 18, threat: 'Found', state: 'infected' as const, at: dossier.clock.now() };
    const id = await dossier.services.database.write((db) => upsertIsolated(db, found));
    await dossier.admin.call(isolation.delete, { id: String(id) });
    await dossier.drain();
    expect(await publicationFor(reader, old)).toEqual({ state: 'effective', since });
  });
});

describe('a publication with a time of its own', () => {
  it('is canceled before it takes effect by its requester, who manages the cabinet and the office, once, and told', async () => {
    const terms = { targetId: at.folder, effectiveTime: inTime(2) };
    const scheduled = async (name: string) => {
      const id = await handIn(applicant.client, at.publish, { documents: [{ id: await draft(name) }], ...terms });
      await ratify(id);
      return id;
    };
    const [one, two, three] = [await scheduled('A.txt'), await scheduled('B.txt'), await scheduled('C.txt')];
    expect((await applicant.client.call(flows.show, { id: one })).canCancel).toBe(true);
    expect((await approver.client.call(flows.show, { id: one })).canCancel).toBe(false);
    expect(await approver.client.refused(flows.cancelPublication, { id: one })).toBe(5302);
    expect(await reader.client.refused(flows.cancelPublication, { id: one })).toBe(5301);
    expect(await applicant.client.refused(flows.cancelPublication, { id: one, opinion: 'x'.repeat(101) })).toBe(5314);
    await applicant.client.call(flows.cancelPublication, { id: one, opinion: 'Too early' });
    expect(await applicant.client.refused(flows.cancelPublication, { id: one })).toBe(5303);
    await dossier.admin.call(flows.cancelPublication, { id: two });
    await dossier.admin.call(permissions.grant, {
      objId: at.cabinet,
      granteeType: 'user',
      granteeId: approver.id,
      level: 255,
      reach: 'all',
    });
    expect((await approver.client.call(flows.show, { id: three })).canCancel).toBe(true);
    await approver.client.call(flows.cancelPublication, { id: three });
    await dossier.admin.call(permissions.revoke, { objId: at.cabinet, granteeType: 'user', granteeId: approver.id });
    await passTime(3);
    const names = (await dossier.admin.call(library.items, { parentId: at.folder, pageSize: 100 })).list.map(({ name }) => name);
    expect(names.filter((name) => ['A.txt', 'B.txt', 'C.txt'].includes(name))).toEqual([]);
    const { trail, isScheduled } = await applicant.client.call(flows.show, { id: one });
    expect([trail.at(-1), isScheduled]).toMatchObject([
      { kind: 'canceled', personName: applicant.fullName, opinion: 'Too early' },
      undefined,
    ]);
    const told = (await approver.client.call(messages.list, { pageSize: 50 })).list.filter(({ objId }) => objId === one);
    expect(told.map(({ content: words }) => words)).toContainEqual(expect.stringContaining(`${applicant.fullName} canceled`));
  });

  it('gives readers the next version at that time, as it was submitted, and abolishes at another', async () => {
    const old = await published('Policy.txt');
    const since = new Date(dossier.clock.now()).toISOString();
    expect(await publicationFor(reader, old)).toEqual({ state: 'effective', since });
    // a viewer offers none of the changes that flows alone make
    expect((await reader.client.call(preview.view, { id: old })).publication).toEqual({ state: 'effective', since });
    const next = await draft('Policy draft.txt', 'Second edition');
    const effectiveTime = inTime(2);
    const id = await handIn(applicant.client, at.revise, { documents: [{ id: next }], targetId: old, effectiveTime });
    await ratify(id);
    expect(await applicant.client.call(flows.show, { id })).toMatchObject({ status: 'passed', effectiveTime, isScheduled: true });
    // neither a later change of the draft nor its owner's leaving stops what was approved
    await draft('Policy draft.txt', 'Changed since');
    await dossier.admin.call(permissions.revoke, { objId: at.drafts, granteeType: 'user', granteeId: applicant.id });
    await passTime(1);
    expect(await reader.client.call(library.documentDetail, { id: old })).toMatchObject({ size: 'Some words'.length, versionLabel: '1.0' });
    expect(await publicationFor(reader, old)).toEqual({ state: 'effective', since, next: { kind: 'revise', time: effectiveTime } });
    await passTime(1);
    expect(await reader.client.call(library.documentDetail, { id: old })).toMatchObject({
      size: 'Second edition'.length,
      versionLabel: '2.0',
    });
    expect(await publicationFor(reader, old)).toEqual({ state: 'effective', since: effectiveTime });
    expect((await trailOf(id)).slice(-2)).toEqual(['passed', 'effective']);
    expect((await applicant.client.call(flows.show, { id })).isScheduled).toBeUndefined();
    await dossier.admin.call(permissions.grant, {
      objId: at.drafts,
      granteeType: 'user',
      granteeId: applicant.id,
      level: 123,
      reach: 'all',
    });

    const end = await handIn(applicant.client, at.abolish, {
      documents: [{ id: old }],
      reason: 'Nobody needs it',
      effectiveTime: inTime(1),
    });
    await ratify(end);
    expect((await publicationFor(reader, old))?.next).toEqual({ kind: 'abolish', time: inTime(1) });
    await passTime(1);
    expect(await reader.client.refused(library.documentDetail, { id: old })).toBe(1002);
    const { publication } = await dossier.admin.call(library.documentDetail, { id: old });
    expect(publication).toEqual({ state: 'abolished', since: new Date(dossier.clock.now()).toISOString(), reason: 'Nobody needs it' });
  });

  it('is tried again each hour where it cannot take effect, and tells so', async () => {
    const doc = await draft('Coming.txt');
    const terms = { documents: [{ id: doc }], targetId: at.folder, effectiveTime: inTime(1) };
    const tooFar = form(at.publish, { ...terms, effectiveTime: inTime(4 * 24 * 3661) });
    expect(await applicant.client.refused(flows.save, tooFar)).toBe(400);
    const id = await handIn(applicant.client, at.publish, terms);
    await ratify(id);
    // until then its draft is in no other flow
    expect(await applicant.client.refused(flows.save, form(at.publish, terms))).toBe(5312);
    const twin = await makeFolder(dossier.admin, at.folder, { name: 'Coming.txt' });
    await passTime(1);
    expect((await trailOf(id)).at(-1)).toBe('delayed');
    const told = (await applicant.client.call(messages.list, {})).list.map((one) => one.msgType);
    expect(told.filter((kind) => kind === 151)).toHaveLength(1);
    await dossier.admin.call(library.update, { id: twin, name: 'Out of the way' });
    dossier.clock.forward(3600_000);
    await dossier.drain();
    expect((await trailOf(id)).slice(-2)).toEqual(['delayed', 'effective']);
    expect((await reader.client.call(library.items, { parentId: at.folder })).list.map((one) => one.name)).toContain('Coming.txt');
  });

  it('takes effect at once where it is passed at that time or later', async () => {
    const id = await handIn(applicant.client, at.publish, {
      documents: [{ id: await draft('Late.txt') }],
      targetId: at.folder,
      effectiveTime: inTime(1),
    });
    await passTime(2);
    await ratify(id);
    expect((await reader.client.call(library.items, { parentId: at.folder })).list.map((one) => one.name)).toContain('Late.txt');
    expect(await trailOf(id)).not.toContain('effective');
  });
});

describe('a publishing cabinet', () => {
  const change = (client: Client, id: string, publishing: boolean) => client.call(library.updateCabinet, { id, publishing });
  const refusedTo = (client: Client, id: string, publishing: boolean) => client.refused(library.update, { id, publishing });

  it('is made of an ordinary one, and back, by its managers while it holds no documents and no flow uses it', async () => {
    const id = await makeCabinet(dossier.admin);
    const grantTo = (level: number) =>
      dossier.admin.call(permissions.grant, { objId: id, granteeType: 'user', granteeId: applicant.id, level, reach: 'all' });
    await grantTo(123);
    expect(await refusedTo(applicant.client, id, true)).toBe(4901);
    await grantTo(255);
    const folder = await makeFolder(dossier.admin, id);
    expect(await refusedTo(applicant.client, folder, true)).toBe(1003);
    const doc = await makeDocument(dossier, dossier.admin, { parentId: folder });
    expect(await refusedTo(applicant.client, id, true)).toBe(4404);
    await dossier.admin.call(library.delete, { objIds: [doc] });
    expect(await refusedTo(applicant.client, id, true)).toBe(4404);
    await dossier.admin.call(library.remove, { objIds: [doc] });
    await change(applicant.client, id, true);
    expect(await applicant.client.call(library.cabinetDetail, { id })).toMatchObject({ publishing: true });
    expect(await applicant.client.call(library.ancestors, { id: folder })).toMatchObject([{ id, publishing: true }, { id: folder }]);
    const template = await makeFlowTemplate(dossier, [stepOf('Approve', [approver.id])], { flowKind: 'publish', cabinetId: id });
    expect((await applicant.client.call(flows.choices, { flowKind: 'publish' })).list).toContainEqual(
      expect.objectContaining({ id: template, cabinetId: id }),
    );
    expect(await refusedTo(applicant.client, id, false)).toBe(4404);
    await dossier.admin.call(flowTemplates.delete, { id: template });
    await change(applicant.client, id, false);
    expect(await applicant.client.call(library.cabinetDetail, { id })).toMatchObject({ publishing: false });
    const own = await makeCabinet(applicant.client, { moduleType: 2 });
    expect(await refusedTo(applicant.client, own, true)).toBe(4403);
  });

  it('has its folders made, and its items renamed, moved and deleted, by managers alone', async () => {
    const id = await makeCabinet(dossier.admin, { publishing: true });
    const folder = await makeFolder(dossier.admin, id);
    const grantTo = (level: number) =>
      dossier.admin.call(permissions.grant, { objId: id, granteeType: 'user', granteeId: applicant.id, level, reach: 'all' });
    await grantTo(123);
    const { client } = applicant;
    expect(await client.refused(library.createFolder, { parentId: id, name: 'New' })).toBe(4901);
    expect(await client.refused(library.updateFolder, { id: folder, name: 'Other' })).toBe(4901);
    expect(await client.refused(library.delete, { objIds: [folder] })).toBe(4901);
    const target = await makeFolder(dossier.admin, id);
    expect(await client.refused(library.move, { objIds: [folder], parentId: target })).toBe(4901);
    await grantTo(255);
    const { id: made } = await client.call(library.createFolder, { parentId: id, name: 'New' });
    await client.call(library.updateFolder, { id: made, name: 'Other' });
    await client.call(library.move, { objIds: [folder], parentId: target });
    await client.call(library.delete, { objIds: [made] });
    // documents come in by no other way than a flow
    const doc = await draft('By hand.txt');
    expect(await client.refused(content.preUpload, { parentId: target, name: 'x.txt', size: 1 })).toBe(4403);
    await client.call(library.copy, { objIds: [doc] });
    expect(await client.refused(library.paste, { parentId: target })).toBe(4403);
    expect(await dossier.admin.refused(library.move, { objIds: [doc], parentId: target })).toBe(4403);
  });

  it('has its documents locked, and deleted or moved with their folder, by who manages these too', async () => {
    const cabinet = await makeCabinet(dossier.admin, { publishing: true });
    const [folder, other] = [await makeFolder(dossier.admin, cabinet), await makeFolder(dossier.admin, cabinet)];
    const grantTo = (objId: string, who: Signed, level: number, reach: 'self' | 'all') =>
      dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: who.id, level, reach });
    await grantTo(cabinet, applicant, 3, 'all');
    const template = await makeFlowTemplate(dossier, [stepOf('Approve', [approver.id])], { flowKind: 'publish', cabinetId: cabinet });
    const doc = await published('Kept.txt', undefined, { template, targetId: folder });
    const manager = await makeSignedIn(dossier);
    const { client } = manager;
    for (const objId of [folder, other]) await grantTo(objId, manager, 255, 'self');
    await grantTo(doc, manager, 123, 'self');
    expect(await client.refused(content.lock, { id: doc })).toBe(4901);
    expect(await client.refused(library.delete, { objIds: [doc] })).toBe(4901);
    expect(await client.refused(library.delete, { objIds: [folder] })).toBe(4901);
    expect(await client.refused(library.move, { objIds: [folder], parentId: other })).toBe(4901);
    await grantTo(doc, manager, 255, 'self');
    await client.call(content.lock, { id: doc });
    await client.call(content.unlock, { id: doc });
    await client.call(library.delete, { objIds: [folder] });
  });
});

describe('a publication that waits for weeks', () => {
  /** Sessions end meanwhile. */
  async function passDays(days: number): Promise<void> {
    await passTime(4 * 24 * days);
    dossier.admin = await dossier.as({ loginName: 'admin', password: 'admin-pass-1' });
    for (const who of [applicant, approver, reader]) who.client = await dossier.as(who);
  }

  it('keeps its draft from being removed for good, by hand and by the sweep of the recycle bin', async () => {
    const doc = await draft('Binned.txt', 'As approved');
    const inDays = (days: number): string => inTime(4 * 24 * days);
    const id = await handIn(applicant.client, at.publish, { documents: [{ id: doc }], targetId: at.folder, effectiveTime: inDays(40) });
    await ratify(id);
    const other = await draft('Binned too.txt');
    for (const one of [doc, other]) await dossier.admin.call(library.delete, { objIds: [one] });
    expect(await dossier.admin.refused(library.remove, { objIds: [doc] })).toBe(5312);
    await passDays(35);
    await dossier.admin.call(site.saveSettings, { group: 'retention', values: { binDays: 30 } });
    await sweepBin(dossier.services);
    const binned = async () => (await dossier.admin.call(library.bin, {})).list.map((one) => one.id);
    // what follows it in the recycle bin is removed
    expect((await binned()).filter((one) => one === doc || one === other)).toEqual([doc]);
    await passDays(5);
    expect((await trailOf(id)).at(-1)).toBe('effective');
    await sweepBin(dossier.services);
    expect(await binned()).not.toContain(doc);
  });

  it('is given up after thirty days, which is told, and then frees its draft and its cabinet', async () => {
    const cabinet = await makeCabinet(dossier.admin, { publishing: true });
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: applicant.id, level: 3, reach: 'all' });
    const template = await makeFlowTemplate(dossier, [stepOf('Approve', [approver.id])], { flowKind: 'publish', cabinetId: cabinet });
    const [doc, folder] = [await draft('Given up.txt'), await makeFolder(dossier.admin, cabinet)];
    const id = await handIn(applicant.client, template, { documents: [{ id: doc }], targetId: folder, effectiveTime: inTime(1) });
    await ratify(id);
    await dossier.admin.call(flowTemplates.delete, { id: template });
    for (const call of [library.delete, library.remove]) await dossier.admin.call(call, { objIds: [folder] });
    await passTime(1);
    expect((await trailOf(id)).at(-1)).toBe('delayed');
    expect(await dossier.admin.refused(library.updateCabinet, { id: cabinet, publishing: false })).toBe(4404);
    await passDays(30);
    expect((await trailOf(id)).slice(-2)).toEqual(['delayed', 'givenUp']);
    const told = (await applicant.client.call(messages.list, {})).list.filter((one) => one.msgType === 158 && one.objId === id);
    expect(told).toHaveLength(1);
    await passDays(1);
    expect((await trailOf(id)).at(-1)).toBe('givenUp');
    expect((await applicant.client.call(flows.show, { id })).isScheduled).toBeUndefined();
    await handIn(applicant.client, at.publish, { documents: [{ id: doc }], targetId: at.folder });
    await dossier.admin.call(library.updateCabinet, { id: cabinet, publishing: false });
  });
});
