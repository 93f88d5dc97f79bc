import { permissions } from '@dossier/contract/access/permissions';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { agendaDocuments, meetings } from '@dossier/contract/meetings/meetings';
import { minutes } from '@dossier/contract/meetings/minutes';
import { votes } from '@dossier/contract/meetings/votes';
import { messages } from '@dossier/contract/notifications/messages';
import { preview } from '@dossier/contract/preview/preview';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';

let dossier: TestServer;
let leader: Awaited<ReturnType<typeof makeSignedIn>>;
let one: Awaited<ReturnType<typeof makeSignedIn>>;
let id: string;
beforeAll(async () => {
  dossier = await openTestServer();
  [leader, one] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  const times = { startTime: '2026-03-02T08:00:00Z', endTime: '2026-03-02T09:00:00Z' };
  const invited = [{ granteeType: 'user' as const, granteeId: one.id }];
  id = (await leader.client.call(meetings.create, { title: 'Q1: <plan> *all*', ...times, invited })).id;
});
afterAll(() => dossier.close());

it('concurrently saved minutes lose nothing: the second save is refused', async () => {
  expect(await one.client.refused(minutes.save, { id, text: 'mine', revision: 0 })).toBe(1001);
  expect(await leader.client.call(minutes.save, { id, text: 'First', revision: 0 })).toEqual({ revision: 1 });
  expect(await leader.client.refused(minutes.save, { id, text: 'Other', revision: 0 })).toBe(1008);
  const both = await Promise.allSettled(['a', 'b'].map((text) => leader.client.call(minutes.save, { id, text, revision: 1 })));
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await one.client.call(minutes.show, { id })).toMatchObject({ revision: 2, writes: false, updaterName: leader.fullName });
});

it('a task notifies its assignee, who marks it as done', async () => {
  const task = { id, kind: 'task' as const, text: 'Write the plan', personId: one.id, due: '2026-04-01' };
  const { id: taskId } = await leader.client.call(minutes.saveTask, task);
  await leader.client.call(minutes.saveTask, { id, kind: 'decision', text: '- We go on' });
  expect(await one.client.refused(minutes.saveTask, { ...task, taskId })).toBe(1001);
  const other = await makeSignedIn(dossier);
  expect(await leader.client.refused(minutes.saveTask, { ...task, personId: other.id })).toBe(6106);
  expect(await other.client.refused(minutes.setDone, { id, taskId, done: true })).toBe(6101);
  await one.client.call(minutes.setDone, { id, taskId, done: true });
  expect((await leader.client.call(minutes.show, { id })).tasks).toMatchObject([
    { done: true, personName: one.fullName },
    { kind: 'decision' },
  ]);
  expect((await one.client.call(messages.list)).list.map((row) => row.content)).toContain(
    `${leader.fullName} assigned you a task in the meeting “Q1: <plan> *all*”: Write the plan`,
  );
});

it('an archived meeting becomes a document with all its results, and gives no temporary access any more', async () => {
  const cabinet = await makeCabinet(dossier.admin);
  const grantInput = { objId: cabinet, granteeType: 'user' as const, granteeId: leader.id, reach: 'all' as const };
  await dossier.admin.call(permissions.grant, { ...grantInput, level: 3 });
  const agendaDocument = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'paper.txt' });
  const [revision] = await dossier.admin.call(content.revisions, { id: agendaDocument });
  await leader.client.call(agendaDocuments.add, { id, objId: agendaDocument });
  await leader.client.call(meetings.setState, { id, state: 'running' });
  await one.client.call(meetings.sign, { id });
  const vote = await leader.client.call(votes.create, { meetingId: id, question: 'Agreed?', kind: 'opinion' });
  const [agree] = (await one.client.call(votes.show, vote)).options;
  await one.client.call(votes.cast, { id: vote.id, optionIds: [agree?.id ?? ''] });
  const third = await makeSignedIn(dossier);
  await leader.client.call(meetings.invite, { id, invited: [{ granteeType: 'user', granteeId: third.id }] });
  const secret = await leader.client.call(votes.create, { meetingId: id, question: 'Whom?', kind: 'opinion', secret: true });
  const [word] = (await one.client.call(votes.show, secret)).options;
  await one.client.call(votes.cast, { id: secret.id, optionIds: [word?.id ?? ''] });
  await leader.client.call(meetings.leaveOut, { id, userId: third.id });
  expect(await leader.client.refused(minutes.archive, { id, parentId: cabinet })).toBe(1008);
  await leader.client.call(meetings.setState, { id, state: 'ended' });
  expect(await leader.client.refused(minutes.archive, { id, parentId: cabinet })).toBe(4615);
  await dossier.admin.call(permissions.grant, { ...grantInput, level: 59 });
  expect(await one.client.call(preview.view, { id: agendaDocument, currentRev: revision?.id })).toMatchObject({ name: 'paper.txt' });
  const kept = await leader.client.call(minutes.archive, { id, parentId: cabinet });
  expect(kept.name).toBe('Q1 plan all minutes 2026-03-02.md');
  const { downloadUrl } = await dossier.admin.call(content.download, { id: kept.documentId });
  const text = (await dossier.server.app.inject({ method: 'GET', url: downloadUrl })).payload;
  for (const part of [
    '# Q1: \\<plan\\> \\*all\\*',
    `## Present\n\n${one.fullName}`,
    `## Absent\n\n${leader.fullName}`,
    '- Documents: paper.txt (version 1.0)',
    '1 of 2 took part',
    `- **Agree**: 1 (100 %) — ${one.fullName}`,
    '### Whom?\n\n1 of 3 took part (secret)\n\nFewer than three people took part, so to keep it secret, no result is shown.\n\n## ',
    '## Decisions\n\n- \\- We go on',
    `- Write the plan (${one.fullName}, due 2026-04-01)`,
  ])
    expect(text).toContain(part);
  expect(await leader.client.refused(minutes.archive, { id, parentId: cabinet })).toBe(6102);
  expect(await one.client.refused(preview.view, { id: agendaDocument, currentRev: revision?.id })).toBe(1002);
  expect((await one.client.call(votes.show, vote)).state).toBe('closed');
  expect(await leader.client.refused(minutes.save, { id, text: 'late', revision: 2 })).toBe(6102);
  expect((await one.client.call(minutes.show, { id })).documentId).toBeUndefined();
  expect((await leader.client.call(minutes.show, { id })).documentId).toBe(kept.documentId);
  expect((await leader.client.call(library.documents, { parentId: cabinet })).list.map((item) => item.name)).toContain(kept.name);
});
