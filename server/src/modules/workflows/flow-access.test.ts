import { permissions } from '@dossier/contract/access/permissions';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { admin } from '@dossier/contract/identity/user-administration';
import { people } from '@dossier/contract/identity/users';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { compare } from '@dossier/contract/preview/compare';
import { preview } from '@dossier/contract/preview/preview';
import { absences, flows } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { handIn, makeFlowTemplate, stepOf } from '../../../test/make-flows.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { type Made, findRole, makeSignedIn } from '../../../test/make.ts';
import { enter, invite, makeOrganisation, spaceOf } from '../../../test/other-organisation.ts';
import { sweepFlows } from './sweep-flows.ts';

type Signed = Made & { client: Client };

const hour = 3600_000;
const day = 24 * hour;

let dossier: TestServer;
let applicant: Signed;
let approver: Signed;
let other: Signed;
let cabinet: string;

beforeAll(async () => {
  dossier = await openTestServer();
  [applicant, approver, other] = [await makeSignedIn(dossier), await makeSignedIn(dossier), await makeSignedIn(dossier)];
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

const grantTo = (objId: string, who: Signed, level: number) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: who.id, level, reach: 'self' });

const statusOfUrl = async (url: string): Promise<number> =>
  (await dossier.server.app.inject({ url, remoteAddress: '127.0.0.1' })).statusCode;

async function handedIn(): Promise<{ id: string; doc: string; rev: string }> {
  const doc = await makeDocument(dossier, dossier.admin, {
    parentId: cabinet,
    name: `${crypto.randomUUID()}.txt`,
    bytes: 'Some words to read',
  });
  await grantTo(doc, applicant, 3);
  const template = await makeFlowTemplate(dossier, [stepOf('First', [approver.id])]);
  const id = await handIn(applicant.client, template, { documents: [{ id: doc }] });
  const rev = (await applicant.client.call(flows.show, { id })).documents[0]?.currentRev ?? '';
  return { id, doc, rev };
}

describe('the documents of a flow', () => {
  it('are submitted only by users who may read them, and at most 15', async () => {
    const doc = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `${crypto.randomUUID()}.txt` });
    const template = await makeFlowTemplate(dossier, [stepOf('First', [approver.id])]);
    const form = { templateId: template, title: 'x', reason: 'x' };
    expect(await applicant.client.refused(flows.save, { ...form, documents: [{ id: doc }] })).toBe(1002);
    await grantTo(doc, applicant, 1);
    expect(await applicant.client.refused(flows.save, { ...form, documents: [{ id: doc }] })).toBe(4610);
    expect(await applicant.client.refused(flows.save, { ...form, documents: [{ id: cabinet }] })).toBe(1002);
    const many = Array.from({ length: 16 }, (_, n) => ({ id: String(n + 1) }));
    expect(await applicant.client.refused(flows.save, { ...form, documents: many })).toBe(1007);
  });

  it('give the current approvers temporary access: to this revision, for viewing, and nothing more', async () => {
    const { id, doc, rev } = await handedIn();
    const view = await approver.client.call(preview.view, { id: doc, currentRev: rev });
    expect(await approver.client.call(flows.show, { id })).toMatchObject({ documents: [{ id: doc, canView: true, hidden: false }] });
    expect(view.rights).toBe(3);
    for (const [route, input] of [
      [preview.view, { id: doc }],
      [library.documentDetail, { id: doc }],
      [content.revisions, { id: doc }],
      [content.download, { id: doc, currentRev: rev }],
      [preview.print, { id: doc, currentRev: rev }],
      [preview.pdf, { id: doc, currentRev: rev }],
    ] as const)
      expect([route.path, await approver.client.refused(route, input)]).toEqual([route.path, 1002]);
    // nor may they submit it themselves
    const template = await makeFlowTemplate(dossier, [stepOf('First', [other.id])]);
    const onward = { templateId: template, title: 'x', reason: 'x', submit: true, documents: [{ id: doc, currentRev: rev }] };
    expect(await approver.client.refused(flows.save, onward)).toBe(1002);
    expect(await other.client.refused(preview.view, { id: doc, currentRev: rev })).toBe(1002);
    expect(await other.client.refused(flows.show, { id })).toBe(5301);
  });

  it('are compared with nothing by who only decides about them', async () => {
    const [one, second] = [await handedIn(), await handedIn()];
    const lookAt = async (client: Client, { doc, rev }: typeof one) => (await client.call(preview.view, { id: doc, currentRev: rev })).look;
    const [look, others] = [await lookAt(approver.client, one), await lookAt(approver.client, second)];
    expect(await dossier.nobody.refused(compare.state, { look, other: others, spaces: true })).toBe(1002);
    expect(await dossier.nobody.refused(compare.changes, { look, other: look, spaces: true })).toBe(1002);
    // who may read them by a right of their own compares them
    const own = { look: await lookAt(applicant.client, one), other: await lookAt(applicant.client, second), spaces: true };
    expect(await dossier.nobody.call(compare.state, own)).toHaveProperty('state');
  });

  it('are closed to an approver after the decision, also by an earlier ticket', async () => {
    const { id, doc, rev } = await handedIn();
    const { streamUrl } = await approver.client.call(preview.view, { id: doc, currentRev: rev });
    expect(await statusOfUrl(streamUrl)).toBe(200);
    await approver.client.call(flows.decide, { id, decision: 'ratify' });
    expect(await statusOfUrl(streamUrl)).not.toBe(200);
    expect(await approver.client.refused(preview.view, { id: doc, currentRev: rev })).toBe(1002);
    expect((await approver.client.call(flows.show, { id })).documents).toMatchObject([{ hidden: true, name: '', canView: false }]);
  });

  it('are closed once the applicant may not read them any more, or is disabled', async () => {
    const { doc, rev } = await handedIn();
    await dossier.admin.call(permissions.revoke, { objId: doc, granteeType: 'user', granteeId: applicant.id });
    expect(await approver.client.refused(preview.view, { id: doc, currentRev: rev })).toBe(1002);
    await grantTo(doc, applicant, 3);
    await approver.client.call(preview.view, { id: doc, currentRev: rev });
    await dossier.admin.call(people.updateUser, { id: applicant.id, enabled: false });
    expect(await approver.client.refused(preview.view, { id: doc, currentRev: rev })).toBe(1002);
    await dossier.admin.call(people.updateUser, { id: applicant.id, enabled: true });
    applicant.client = await dossier.as(applicant);
  });

  it('keep the submitted revision', async () => {
    const { id, doc, rev } = await handedIn();
    await makeDocument(dossier, dossier.admin, {
      parentId: cabinet,
      name: (await dossier.admin.call(library.documentDetail, { id: doc })).name,
      bytes: 'Other words',
      onSameName: 'revision',
    });
    const newest = (await dossier.admin.call(content.revisions, { id: doc }))[0]?.id ?? '';
    expect(newest).not.toBe(rev);
    expect(await approver.client.refused(preview.view, { id: doc, currentRev: newest })).toBe(1002);
    expect((await applicant.client.call(flows.show, { id })).documents).toMatchObject([{ currentRev: rev, changed: true }]);
    const { version } = await approver.client.call(preview.view, { id: doc, currentRev: rev });
    expect(version).toBe(1);
  });
});

describe('a substitute', () => {
  it('decides and reads for a time, and both names are in the trail', async () => {
    const { id, doc, rev } = await handedIn();
    const now = dossier.clock.now();
    const time = (ms: number): string => new Date(now + ms).toISOString();
    expect(await approver.client.refused(absences.create, { userId: approver.id, begins: time(0), ends: time(day) })).toBe(5311);
    expect(await approver.client.refused(absences.create, { userId: other.id, begins: time(day), ends: time(0) })).not.toBe(200);
    // an own absence replaces those that it overlaps
    const first = { userId: applicant.id, begins: time(-2 * hour), ends: time(hour) };
    await approver.client.call(absences.create, first);
    const absence = await approver.client.call(absences.create, { userId: other.id, begins: time(-hour), ends: time(day) });
    expect((await approver.client.call(absences.list)).own).toMatchObject([{ id: absence.id, personName: other.fullName }]);
    expect((await other.client.call(absences.list)).others).toMatchObject([{ personName: approver.fullName, active: true }]);
    expect(await other.client.refused(absences.delete, absence)).toBe(1002);
    await other.client.call(preview.view, { id: doc, currentRev: rev });
    expect((await other.client.call(flows.show, { id })).decidesFor).toBe(approver.fullName);
    await other.client.call(flows.decide, { id, decision: 'ratify', opinion: 'Fine' });
    const { trail: history, status } = await applicant.client.call(flows.show, { id });
    expect(status).toBe('passed');
    expect(history.find((line) => line.kind === 'ratified')).toMatchObject({ personName: other.fullName, forName: approver.fullName });
    const next = await handedIn();
    await approver.client.call(absences.delete, absence);
    expect(await other.client.refused(flows.show, { id: next.id })).toBe(5301);
  });

  it('and who is away are forgotten with a removed user, and with a guest who leaves', async () => {
    const [leaver, stays] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
    const guest = await makeSignedIn({ ...dossier, admin: (await makeOrganisation(dossier)).admin });
    await invite(dossier.admin, guest.loginName);
    await enter(guest.client, await spaceOf(dossier.admin));
    const terms = { begins: new Date(dossier.clock.now()).toISOString(), ends: new Date(dossier.clock.now() + day).toISOString() };
    const kept = await approver.client.call(absences.create, { userId: stays.id, ...terms });
    for (const gone of [leaver, guest]) {
      await gone.client.call(absences.create, { userId: stays.id, ...terms });
      const away = await makeSignedIn(dossier);
      await away.client.call(absences.create, { userId: gone.id, ...terms });
      if (gone === leaver) await dossier.admin.call(admin.deleteUser, { id: gone.id });
      else await dossier.admin.call(people.endGuest, { id: gone.id });
      await dossier.drain();
      expect((await away.client.call(absences.list)).own).toEqual([]);
      expect((await stays.client.call(absences.list)).others).toEqual([expect.objectContaining({ id: kept.id })]);
      const rows = await dossier.services.database.read.selectFrom('flow_absence').select(['person_id', 'substitute_id']).execute();
      expect(rows.filter((row) => [row.person_id, row.substitute_id].includes(Number(gone.id)))).toEqual([]);
    }
    await approver.client.call(absences.delete, kept);
  });

  it('never decides their own application', async () => {
    const now = dossier.clock.now();
    const time = (ms: number): string => new Date(now + ms).toISOString();
    const absence = await approver.client.call(absences.create, { userId: applicant.id, begins: time(-hour), ends: time(day) });
    const { id } = await handedIn();
    expect(await applicant.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(5302);
    expect((await applicant.client.call(flows.list, { scope: 'waiting' })).list.map((flow) => flow.id)).not.toContain(id);
    await approver.client.call(absences.delete, absence);
  });
});

describe('a step that is due', () => {
  it('notifies a substitute once for the same time, and limits the number of absences', async () => {
    const [away, substitute] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
    const time = (ms: number): string => new Date(dossier.clock.now() + ms).toISOString();
    for (let n = 0; n < 5; n++) await away.client.call(absences.create, { userId: substitute.id, begins: time(0), ends: time(day + n) });
    await dossier.drain();
    expect((await substitute.client.call(messages.list)).totalNumber).toBe(1);
    const at = (n: number) => ({ userId: substitute.id, begins: time(n * day + hour), ends: time(n * day + 2 * hour) });
    for (let n = 2; n < 21; n++) await away.client.call(absences.create, at(n));
    expect(await away.client.refused(absences.create, at(21))).toBe(1007);
    await away.client.call(absences.create, at(20));
  });

  it('sends one reminder, and a day later goes to the flow administrators', async () => {
    const template = await makeFlowTemplate(dossier, [stepOf('First', [approver.id], { days: 2 })]);
    const boss = await makeSignedIn(dossier, { roleIds: [await findRole(dossier.admin, 'Administrators')] });
    const id = await handIn(applicant.client, template, { title: 'Overdue' });
    // sessions expire meanwhile
    const kinds = async (who: { loginName: string; password: string }) =>
      (await (await dossier.as(who)).call(messages.list, {})).list.filter((one) => one.objId === id).map((one) => one.msgType);
    await sweepFlows(dossier.services);
    expect(await kinds(approver)).toEqual([msgType.flowWaiting]);
    dossier.clock.forward(2 * day + hour);
    await sweepFlows(dossier.services);
    await sweepFlows(dossier.services);
    expect(await kinds(approver)).toEqual([msgType.flowDue, msgType.flowWaiting]);
    expect(await kinds(boss)).toEqual([]);
    dossier.clock.forward(day + hour);
    await sweepFlows(dossier.services);
    await sweepFlows(dossier.services);
    expect(await kinds(boss)).toEqual([msgType.flowEscalated]);
    await (await dossier.as(boss)).call(flows.decide, { id, decision: 'ratify' });
    expect((await (await dossier.as(applicant)).call(flows.show, { id })).status).toBe('passed');
  });
});
