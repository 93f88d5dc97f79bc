import { permissions } from '@dossier/contract/access/permissions';
import { content } from '@dossier/contract/documents/content';
import { agendaDocuments, meetings } from '@dossier/contract/meetings/meetings';
import { compare } from '@dossier/contract/preview/compare';
import { preview } from '@dossier/contract/preview/preview';
import { watermarks } from '@dossier/contract/preview/watermarks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { builtInDesign } from '../preview/watermarks/watermarks.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const iso = (hours: number): string => new Date(dossier.clock.now() + hours * 3600_000).toISOString();
const user = (one: { id: string }) => ({ granteeType: 'user' as const, granteeId: one.id });
const letRead = (one: Person) => dossier.admin.call(permissions.grant, { objId: cabinet, ...user(one), level: 3, reach: 'all' });

async function makePaper(): Promise<{ id: string; currentRev: string | undefined }> {
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `${crypto.randomUUID()}.txt` });
  return { id, currentRev: (await dossier.admin.call(content.revisions, { id }))[0]?.id };
}

it('gives no access by a provider who was removed, and can be removed by them at any time', async () => {
  const [boss, provider, one] = await Promise.all([makeSignedIn(dossier), makeSignedIn(dossier), makeSignedIn(dossier)]);
  await letRead(provider);
  const target = await makePaper();
  const times = { startTime: iso(2), endTime: iso(3) };
  const { id } = await boss.client.call(meetings.create, { title: 'Board', ...times, secretaryId: provider.id, invited: [user(one)] });
  const { id: first } = await provider.client.call(agendaDocuments.add, { id, objId: target.id });
  const { id: second } = await provider.client.call(agendaDocuments.add, { id, objId: target.id });
  expect((await one.client.call(preview.view, target)).lent).toBe(true);
  await boss.client.call(meetings.update, { id, secretaryId: boss.id });
  await boss.client.call(meetings.leaveOut, { id, userId: provider.id });
  expect(await one.client.refused(preview.view, target)).toBe(1002);
  expect(
    (await one.client.call(meetings.show, { id })).papers.map((agendaDocument) => [
      agendaDocument.name,
      agendaDocument.open,
      agendaDocument.own,
    ]),
  ).toEqual([
    ['', false, false],
    ['', false, false],
  ]);
  await provider.client.call(agendaDocuments.remove, { id: first });
  for (const state of ['running', 'ended'] as const) await boss.client.call(meetings.setState, { id, state });
  expect(await boss.client.refused(agendaDocuments.remove, { id: second })).toBe(6102);
  await provider.client.call(agendaDocuments.remove, { id: second });
  expect((await boss.client.call(meetings.show, { id })).papers).toEqual([]);
});

it('is shown with a watermark that names the viewer, whatever the watermark of its cabinet is, and cannot be compared', async () => {
  const [leader, one] = await Promise.all([makeSignedIn(dossier), makeSignedIn(dossier)]);
  const cabinetId = await makeCabinet(dossier.admin);
  await dossier.admin.call(permissions.grant, { objId: cabinetId, ...user(leader), level: 3, reach: 'all' });
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinetId, name: 'plan.txt' });
  const target = { id, currentRev: (await dossier.admin.call(content.revisions, { id }))[0]?.id };
  const times = { startTime: iso(2), endTime: iso(3) };
  const meeting = await leader.client.call(meetings.create, { title: 'Board', ...times, invited: [user(one)] });
  await leader.client.call(agendaDocuments.add, { id: meeting.id, objId: id });
  const design = { ...builtInDesign, lines: ['{department}'] };
  await dossier.admin.call(watermarks.create, { name: 'Departments', design, cabinetIds: [cabinetId], enabled: true });
  expect((await one.client.call(watermarks.ofDocument, target)).text).toContain(one.fullName);
  expect((await leader.client.call(watermarks.ofDocument, target)).text).toBe('');
  const pair = { ...target, otherId: id, otherRev: target.currentRev };
  expect(await one.client.refused(compare.open, pair)).toBe(1002);
  expect((await leader.client.call(compare.open, pair)).sameBytes).toBe(true);
});

it('gives no access to people invited by a user who has temporary access only', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => makeSignedIn(dossier)));
  const [leader, secretary, stranger, later, reader] = people as [Person, Person, Person, Person, Person];
  await Promise.all([letRead(leader), letRead(reader)]);
  const [target, next] = [await makePaper(), await makePaper()];
  const times = { startTime: iso(2), endTime: iso(3) };
  const { id } = await leader.client.call(meetings.create, { title: 'Board', ...times, secretaryId: secretary.id, hostId: reader.id });
  await leader.client.call(agendaDocuments.add, { id, objId: target.id });
  expect((await secretary.client.call(preview.view, target)).lent).toBe(true);
  await secretary.client.call(meetings.invite, { id, invited: [user(stranger)] });
  expect(await stranger.client.refused(preview.view, target)).toBe(1002);
  expect((await stranger.client.call(meetings.show, { id })).papers).toMatchObject([{ name: '', open: false }]);
  // making a user a leader of the meeting gives no access either
  await secretary.client.call(meetings.update, { id, secretaryId: later.id });
  expect(await later.client.refused(preview.view, target)).toBe(1002);
  // the leader adds it knowing the attendees, so its access counts
  await leader.client.call(agendaDocuments.add, { id, objId: next.id });
  expect((await stranger.client.call(preview.view, next)).lent).toBe(true);
  expect((await stranger.client.call(meetings.show, { id })).papers.map((agendaDocument) => agendaDocument.open)).toEqual([false, true]);
  await leader.client.call(meetings.leaveOut, { id, userId: stranger.id });
  await reader.client.call(meetings.invite, { id, invited: [user(stranger)] });
  expect((await stranger.client.call(preview.view, target)).lent).toBe(true);
  await dossier.admin.call(permissions.revoke, { objId: cabinet, ...user(reader) });
  expect(await stranger.client.refused(preview.view, target)).toBe(1002);
  expect((await stranger.client.call(meetings.show, { id })).papers.map((agendaDocument) => agendaDocument.open)).toEqual([false, false]);
});
