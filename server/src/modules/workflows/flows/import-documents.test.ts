import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { sensitiveWords } from '@dossier/contract/governance/sensitive-words';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { handIn, makeFlowTemplate } from '../../../../test/make-flows.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';
import { makeOrganisation } from '../../../../test/other-organisation.ts';

type Signed = Made & { client: Client };

let dossier: TestServer;
let applicant: Signed;
let manager: Signed;
const at = { own: '', cabinet: '', folder: '', template: '' };
const byManager = [{ name: 'Let in', approvers: [{ kind: 'manager' as const }] }];

const grantTo = (objId: string, who: Signed, level: number) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: who.id, level, reach: 'all' });

beforeAll(async () => {
  dossier = await openTestServer();
  [applicant, manager] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  at.own = await makeCabinet(applicant.client, { moduleType: 2 });
  at.cabinet = await makeCabinet(dossier.admin, { name: 'Archive' });
  at.folder = await makeFolder(dossier.admin, at.cabinet);
  await grantTo(at.cabinet, applicant, 1);
  await grantTo(at.folder, manager, 255);
  at.template = await makeFlowTemplate(dossier, byManager, { flowKind: 'upload' });
});
afterAll(() => dossier.close());

const draft = (name: string, bytes = 'Some words'): Promise<string> =>
  makeDocument(dossier, applicant.client, { parentId: at.own, name, bytes, onSameName: 'revision' });
const ask = (id: string, targetId = at.folder): Promise<string> => handIn(applicant.client, at.template, { documents: [{ id }], targetId });
const form = (more: object) => ({ templateId: at.template, title: 'x', reason: 'x', submit: true, ...more });
const ratify = (id: string, who: Signed = manager) => who.client.call(flows.decide, { id, decision: 'ratify' });
const refusedWord = (id: string, who: Signed = manager) => who.client.refused(flows.decide, { id, decision: 'ratify' });
const inFolder = async (who: { client: Client }, parentId = at.folder) =>
  (await who.client.call(library.items, { parentId, pageSize: 100 })).list;
const stateOf = async (id: string) => (await applicant.client.call(flows.show, { id })).status;

describe('an upload flow', () => {
  it('copies the submitted revision with the rights of the target’s manager, and leaves the draft unchanged', async () => {
    const doc = await draft('Survey.txt', 'As handed in');
    const direct = { parentId: at.folder, name: 'Survey.txt', size: 1 };
    expect(await applicant.client.refused(content.preUpload, direct)).toBe(4615);
    const id = await ask(doc);
    await draft('Survey.txt', 'Changed since then');
    expect(await inFolder(manager)).toEqual([]);
    await ratify(id);
    const [row] = await inFolder(manager);
    expect(row).toMatchObject({ name: 'Survey.txt', creatorName: applicant.fullName, size: 'As handed in'.length });
    const { downloadUrl: url } = await manager.client.call(content.download, { id: row?.id ?? '' });
    expect((await dossier.server.app.inject({ method: 'GET', url })).payload).toBe('As handed in');
    // the applicant also sees the result and its location, and no more than that
    const shown = await applicant.client.call(flows.show, { id });
    expect(shown.documents).toMatchObject([{ id: doc, resultId: row?.id, resultName: 'Survey.txt' }]);
    expect(shown.target).toMatchObject({ id: at.folder });
    expect(await applicant.client.refused(content.download, { id: row?.id ?? '' })).toBe(4611);
    await applicant.client.call(library.documentDetail, { id: doc });
    const [revision] = await manager.client.call(content.revisions, { id: row?.id ?? '' });
    expect(revision).toMatchObject({ number: 1, note: shown.number });
    await dossier.drain();
    const { list } = await manager.client.call(operationLog.itemLog, { objId: row?.id ?? '' });
    const loggedFacts = { applicant: [applicant.fullName], flow: [shown.number] };
    expect(list.map((line) => [line.userName, JSON.parse(line.detail ?? '{}') as object])).toContainEqual([manager.fullName, loggedFacts]);
  });

  it('keeps the submitted names, whatever the drafts are called since', async () => {
    const doc = await draft('Approved.txt');
    const id = await ask(doc);
    await applicant.client.call(library.update, { id: doc, name: 'Never seen.txt' });
    await ratify(id);
    const names = (await inFolder(manager)).map((row) => row.name);
    expect(names).toContain('Approved.txt');
    expect(names).not.toContain('Never seen.txt');
  });

  it('numbers a taken name, also one of its own documents', async () => {
    const folder = await makeFolder(dossier.admin, at.folder);
    const doc = await draft('Twice.txt');
    const other = await makeDocument(dossier, applicant.client, {
      parentId: await makeFolder(applicant.client, at.own),
      name: 'Twice.txt',
    });
    await makeDocument(dossier, manager.client, { parentId: folder, name: 'TWICE.txt', bytes: 'There before' });
    const id = await handIn(applicant.client, at.template, { documents: [{ id: doc }, { id: other }], targetId: folder });
    await ratify(id);
    expect((await inFolder(manager, folder)).map((row) => row.name).toSorted()).toEqual(['TWICE.txt', 'Twice (2).txt', 'Twice (3).txt']);
  });

  it('shows its target, and resulting documents, only to users who see them', async () => {
    const reader = await makeSignedIn(dossier);
    const doc = await draft('Seen.txt');
    const notify = [{ type: 'user' as const, id: reader.id }];
    const id = await handIn(applicant.client, at.template, { documents: [{ id: doc }], targetId: at.folder, notify });
    await ratify(id);
    const shown = await reader.client.call(flows.show, { id });
    expect(shown.target).toBeUndefined();
    expect(shown.documents[0]?.resultId).toBeUndefined();
    expect((await manager.client.call(flows.show, { id })).target).toMatchObject({ id: at.folder });
  });
});

describe('a target', () => {
  it('is visible to the applicant, in the organisation, not personal, and no publishing cabinet', async () => {
    const documents = [{ id: await draft('Where.txt') }];
    const other = await makeOrganisation(dossier);
    const places = {
      hidden: await makeCabinet(dossier.admin),
      elsewhere: await makeCabinet(other.admin),
      publishing: await makeCabinet(dossier.admin, { publishing: true }),
      gone: await makeFolder(dossier.admin, at.cabinet),
    };
    await grantTo(places.publishing, applicant, 1);
    await grantTo(places.publishing, manager, 255);
    const within = await makeFolder(dossier.admin, places.publishing);
    await dossier.admin.call(library.delete, { objIds: [places.gone] });
    const refused = (targetId?: string) => applicant.client.refused(flows.save, form({ documents, targetId }));
    expect(await refused()).toBe(5306);
    for (const targetId of [places.hidden, places.elsewhere, places.gone]) expect(await refused(targetId)).toBe(1002);
    for (const targetId of [places.publishing, within]) expect(await refused(targetId)).toBe(4403);
    expect(await refused(at.own)).toBe(5306);
    expect(await refused(documents[0]?.id)).toBe(4501);
    // and one that another user manages
    const alone = await makeCabinet(dossier.admin);
    await grantTo(alone, applicant, 1);
    const mine = await dossier.admin.call(library.cabinetDetail, { id: alone });
    expect(mine.rights & right.manage).not.toBe(0);
    expect(
      await dossier.admin.refused(
        flows.save,
        form({ documents: [{ id: await makeDocument(dossier, dossier.admin, { parentId: alone }) }], targetId: alone }),
      ),
    ).toBe(5311);
    expect((await applicant.client.call(flows.foresee, { templateId: at.template, targetId: at.folder })).steps[0]?.people).toContain(
      manager.fullName,
    );
    expect(await applicant.client.refused(flows.foresee, { templateId: at.template, targetId: places.hidden })).toBe(1002);
  });

  it('needs an approver with the right to upload, and otherwise the flow keeps waiting', async () => {
    const [stranger, reader] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
    await grantTo(at.folder, reader, 27);
    const id = await ask(await draft('By whom.txt'));
    for (const [who, code] of [
      [stranger, 1002],
      [reader, 4615],
    ] as const) {
      await dossier.admin.call(flows.replace, { id, userId: who.id });
      expect(await refusedWord(id, who)).toBe(code);
      expect(await stateOf(id)).toBe('waiting');
    }
    await grantTo(at.folder, reader, 59);
    await ratify(id, reader);
    expect((await inFolder(manager)).map((row) => row.name)).toContain('By whom.txt');
  });

  it('is refused once it was moved to personal documents', async () => {
    const folder = await makeFolder(manager.client, at.folder);
    const id = await ask(await draft('Wanders.txt'), folder);
    const parentId = await makeCabinet(manager.client, { moduleType: 2 });
    await manager.client.call(library.move, { objIds: [folder], parentId });
    expect(await refusedWord(id)).toBe(5306);
    await manager.client.call(library.move, { objIds: [folder], parentId: at.folder });
    await ratify(id);
  });

  it('is refused while it is deleted, or by the rules of names, files and space', async () => {
    const folder = await makeFolder(dossier.admin, at.folder, { name: 'Comes back' });
    const id = await ask(await draft('绝密 plan.txt', '0123456789'), folder);
    const { entries } = await dossier.admin.call(library.delete, { objIds: [folder] });
    expect(await refusedWord(id)).toBe(1002);
    await dossier.admin.call(library.restore, { objIds: entries.map((one) => one.objId) });

    const words = await dossier.admin.call(sensitiveWords.createGroup, { name: 'Words', words: ['绝密'], action: 'block' });
    expect(await refusedWord(id)).toBe(codes.sensitiveWordFound.code);
    await dossier.admin.call(sensitiveWords.deleteGroup, words);

    await dossier.admin.call(site.saveSettings, { group: 'upload', values: { forbidden: ['txt'] } });
    expect(await refusedWord(id)).toBe(4604);
    await dossier.admin.call(site.saveSettings, { group: 'upload', values: { forbidden: [] } });

    const organisation = (await dossier.admin.call(session.current)).spaceId;
    await dossier.admin.call(people.updateOrganisation, { id: organisation, quota: 1 });
    expect(await refusedWord(id)).toBe(4621);
    await dossier.admin.call(people.updateOrganisation, { id: organisation, quota: '' });

    expect(await stateOf(id)).toBe('waiting');
    expect(await inFolder(manager, folder)).toEqual([]);
    await ratify(id);
    expect((await inFolder(manager, folder)).map((row) => row.name)).toEqual(['绝密 plan.txt']);
  });
});

describe('the submitted documents', () => {
  it('need the right to the original, also at the final decision', async () => {
    const cabinet = await makeCabinet(dossier.admin);
    const doc = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'Lent.txt' });
    const grant = (level: number) =>
      dossier.admin.call(permissions.grant, { objId: doc, granteeType: 'user', granteeId: applicant.id, level, reach: 'self' });
    for (const level of [1, 7]) {
      await grant(level);
      expect(await applicant.client.refused(flows.save, form({ documents: [{ id: doc }], targetId: at.folder }))).toBe(5317);
    }
    await grant(27);
    const id = await ask(doc);
    await grant(7);
    expect(await refusedWord(id)).toBe(5317);
    await dossier.admin.call(permissions.revoke, { objId: doc, granteeType: 'user', granteeId: applicant.id });
    expect(await refusedWord(id)).toBe(1002);
    expect(await stateOf(id)).toBe('waiting');
  });

  it('are refused for a disabled applicant; the approver stays signed in', async () => {
    const leaving = await makeSignedIn(dossier);
    await grantTo(at.cabinet, leaving, 1);
    const own = await makeCabinet(leaving.client, { moduleType: 2 });
    const doc = await makeDocument(dossier, leaving.client, { parentId: own });
    const id = await handIn(leaving.client, at.template, { documents: [{ id: doc }], targetId: at.folder });
    await dossier.admin.call(people.updateUser, { id: leaving.id, enabled: false });
    expect(await refusedWord(id)).toBe(2002);
    await manager.client.call(flows.show, { id });
  });
});

describe('a template of uploads', () => {
  it('leaves the final decision to the manager of the target', async () => {
    const steps = [...byManager, { name: 'Somebody', approvers: [{ kind: 'person' as const, id: manager.id }] }];
    const template = { flowKind: 'upload', name: 'Anybody' } as const;
    expect(await dossier.admin.refused(flowTemplates.create, { ...template, steps })).toBe(5311);
    await dossier.admin.call(flowTemplates.create, { ...template, steps: steps.toReversed() });
  });
});
