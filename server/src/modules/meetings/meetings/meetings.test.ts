import { permissions } from '@dossier/contract/access/permissions';
import { content } from '@dossier/contract/documents/content';
import { people } from '@dossier/contract/identity/users';
import { agendaDocuments, meetings } from '@dossier/contract/meetings/meetings';
import { messages } from '@dossier/contract/notifications/messages';
import { preview } from '@dossier/contract/preview/preview';
import { watermarks } from '@dossier/contract/preview/watermarks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeGroup, makeSignedIn } from '../../../../test/make.ts';
import { makeGuest } from '../../../../test/other-organisation.ts';
import { iCalendar } from './calendar.ts';
import type { MeetingRow } from './meetings.queries.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const hour = 3600_000;
const iso = (hours: number): string => new Date(dossier.clock.now() + hours * hour).toISOString();
const user = (one: { id: string }) => ({ granteeType: 'user' as const, granteeId: one.id });

async function call(leader: Person, invited: { id: string }[], more: object = {}): Promise<string> {
  const times = { startTime: iso(2), endTime: iso(3) };
  return (await leader.client.call(meetings.create, { title: 'Budget', ...times, invited: invited.map(user), ...more })).id;
}

describe('a meeting', () => {
  it('invites users and the current members of groups, once each, and notifies them', async () => {
    const [leader, one, two, late] = await Promise.all([
      makeSignedIn(dossier),
      makeSignedIn(dossier),
      makeSignedIn(dossier),
      makeSignedIn(dossier),
    ]);
    const group = await makeGroup(dossier, [one.id, two.id]);
    const id = await call(leader, [one], { invited: [user(one), { granteeType: 'group', granteeId: group }] });
    await dossier.admin.call(people.addToGroup, { id: group, userIds: [late.id] });
    expect((await leader.client.call(meetings.people, { id })).list.map((row) => row.id).toSorted()).toEqual(
      [leader.id, one.id, two.id].toSorted(),
    );
    await dossier.drain();
    const messagesOfTwo = (await two.client.call(messages.list)).list;
    expect(messagesOfTwo.map((row) => [row.objId, row.objType, row.content])).toContainEqual([
      id,
      11,
      `${leader.fullName} invited you to the meeting “Budget”`,
    ]);
    expect((await leader.client.call(messages.list)).totalNumber).toBe(0);
    expect(await late.client.refused(meetings.show, { id })).toBe(6101);
    expect(await leader.client.call(meetings.invite, { id, invited: [{ granteeType: 'group', granteeId: group }] })).toEqual({ added: 1 });
    expect(await late.client.call(meetings.show, { id })).toMatchObject({ title: 'Budget', leads: false, counts: { invited: 4 } });
    await leader.client.call(meetings.leaveOut, { id, userId: late.id });
    expect(await late.client.refused(meetings.show, { id })).toBe(6101);
    expect(await leader.client.refused(meetings.leaveOut, { id, userId: leader.id })).toBe(1003);
  });

  it('is led by its organiser, its host and its secretary, and by no other user', async () => {
    const [leader, host, plain] = await Promise.all([makeSignedIn(dossier), makeSignedIn(dossier), makeSignedIn(dossier)]);
    const id = await call(leader, [plain], { hostId: host.id });
    const agenda = [{ title: 'Welcome', minutes: 5 }];
    const calls: [Parameters<typeof plain.client.refused>[0], object][] = [
      [meetings.update, { title: 'Other' }],
      [meetings.setState, { state: 'running' }],
      [meetings.invite, { invited: [user(plain)] }],
      [meetings.leaveOut, { userId: host.id }],
      [meetings.saveAgenda, { version: 0, agenda }],
      [meetings.sign, { userId: host.id }],
    ];
    for (const [route, input] of calls)
      expect([route.path, await plain.client.refused(route, { id, ...input })]).toEqual([route.path, 1001]);
    await host.client.call(meetings.update, { id, title: 'Other', secretaryId: plain.id });
    await plain.client.call(meetings.saveAgenda, { id, version: 0, agenda });
    expect(await leader.client.call(meetings.show, { id })).toMatchObject({
      title: 'Other',
      version: 1,
      secretaryName: plain.fullName,
      agenda,
    });
    expect(await leader.client.refused(meetings.saveAgenda, { id, version: 0, agenda: [] })).toBe(1008);
  });

  it('keeps remaining agenda items, and replaces unknown ids', async () => {
    const leader = await makeSignedIn(dossier);
    const [id, other] = [await call(leader, []), await call(leader, [])];
    await leader.client.call(meetings.saveAgenda, { id, version: 0, agenda: [{ title: 'One' }, { title: 'Two' }] });
    await leader.client.call(meetings.saveAgenda, { id: other, version: 0, agenda: [{ title: 'Theirs' }] });
    const [first, second] = (await leader.client.call(meetings.show, { id })).agenda;
    const theirs = (await leader.client.call(meetings.show, { id: other })).agenda[0];
    const agenda = [
      { id: second?.id, title: 'Two' },
      { id: theirs?.id, title: 'Taken' },
      { id: second?.id, title: 'Twice' },
    ];
    await leader.client.call(meetings.saveAgenda, { id, version: 1, agenda });
    const after = (await leader.client.call(meetings.show, { id })).agenda;
    expect(after.map((item) => item.title)).toEqual(['Two', 'Taken', 'Twice']);
    expect(after[0]?.id).toBe(second?.id);
    expect(new Set([first?.id, theirs?.id, ...after.map((item) => item.id)]).size).toBe(5);
    expect((await leader.client.call(meetings.show, { id: other })).agenda).toEqual([theirs]);
  });

  it('accepts answers and attendance according to its state', async () => {
    const [leader, one, stranger] = await Promise.all([makeSignedIn(dossier), makeSignedIn(dossier), makeSignedIn(dossier)]);
    const id = await call(leader, [one]);
    await one.client.call(meetings.answer, { id, answer: 'perhaps' });
    expect(await one.client.refused(meetings.sign, { id })).toBe(6102);
    expect(await leader.client.refused(meetings.setState, { id, state: 'ended' })).toBe(1008);
    await leader.client.call(meetings.setState, { id, state: 'running' });
    await one.client.call(meetings.sign, { id });
    expect(await one.client.refused(meetings.sign, { id, present: false })).toBe(1001);
    expect(await leader.client.refused(meetings.sign, { id, userId: stranger.id })).toBe(6106);
    expect(await leader.client.call(meetings.show, { id })).toMatchObject({ counts: { invited: 2, perhaps: 1, present: 1 } });
    await leader.client.call(meetings.setState, { id, state: 'ended' });
    expect(await one.client.refused(meetings.answer, { id, answer: 'no' })).toBe(6102);
    expect(await leader.client.refused(meetings.update, { id, title: 'Late' })).toBe(6102);
    await leader.client.call(meetings.sign, { id, userId: one.id, present: false });
    expect(await one.client.call(meetings.show, { id })).toMatchObject({ state: 'ended', present: false });
    await leader.client.call(meetings.setState, { id, state: 'running' });
  });

  it('is listed by its time, and cancelled for all attendees', async () => {
    const leader = await makeSignedIn(dossier);
    const guest = await makeSignedIn(dossier);
    const [second, first] = [
      await call(leader, [guest], { title: 'Second', startTime: iso(30), endTime: iso(31) }),
      await call(leader, [guest]),
    ];
    const ids = async (input: object) => (await guest.client.call(meetings.list, input)).list.map((row) => row.id);
    expect(await ids({})).toEqual([second, first]);
    expect(await ids({ from: iso(0) })).toEqual([first, second]);
    expect(await ids({ from: iso(0), to: iso(24) })).toEqual([first]);
    expect(await ids({ keyword: 'SECOND' })).toEqual([second]);
    expect((await guest.client.call(meetings.coming)).list.map((row) => row.id)).toEqual([first, second]);
    await leader.client.call(meetings.update, { id: first, startTime: iso(40), endTime: iso(41) });
    expect(await ids({ from: iso(0) })).toEqual([second, first]);
    await leader.client.call(meetings.setState, { id: second, state: 'cancelled' });
    expect((await guest.client.call(meetings.coming)).list.map((row) => row.id)).toEqual([first]);
    await dossier.drain();
    const messagesOfTwo = (await guest.client.call(messages.list)).list.map((row) => row.content);
    expect(messagesOfTwo).toContain(`${leader.fullName} canceled the meeting “Second”`);
    expect(messagesOfTwo).toContain(`${leader.fullName} changed the time or location of the meeting “Budget”`);
  });

  it('is listed as to come until it is over, the next one first', async () => {
    const leader = await makeSignedIn(dossier);
    const inMinutes = (minutes: number): string => iso(minutes / 60);
    const [far, near, called] = [
      await call(leader, [], { startTime: inMinutes(8), endTime: inMinutes(10) }),
      await call(leader, [], { startTime: inMinutes(2), endTime: inMinutes(4) }),
      await call(leader, [], { startTime: inMinutes(5), endTime: inMinutes(9) }),
    ];
    const ids = async (when: 'coming' | 'past') => {
      const { list, totalNumber } = await leader.client.call(meetings.list, { when });
      expect(totalNumber).toBe(list.length);
      return list.map((row) => row.id);
    };
    expect(await ids('coming')).toEqual([near, called, far]);
    // ended before its time
    await leader.client.call(meetings.setState, { id: called, state: 'running' });
    await leader.client.call(meetings.setState, { id: called, state: 'ended' });
    expect([await ids('coming'), await ids('past')]).toEqual([[near, far], [called]]);
    dossier.clock.forward(6 * 60_000);
    // a planned meeting that was never started counts as past once its end time has passed
    expect([await ids('coming'), await ids('past')]).toEqual([[far], [called, near]]);
    await leader.client.call(meetings.setState, { id: far, state: 'running' });
    dossier.clock.forward(6 * 60_000);
    expect([await ids('coming'), await ids('past')]).toEqual([[far], [called, near]]);
  });

  it('that is moved repeatedly notifies once in ten minutes', async () => {
    const [leader, one] = await Promise.all([makeSignedIn(dossier), makeSignedIn(dossier)]);
    const id = await call(leader, [one], { title: 'Moving' });
    const messagesOfTwo = async (): Promise<number> => {
      await dossier.drain();
      return (await one.client.call(messages.list)).list.filter((row) => row.content.includes('changed the time or location')).length;
    };
    for (const place of ['a', 'b', 'c']) await leader.client.call(meetings.update, { id, place });
    expect(await messagesOfTwo()).toBe(1);
    dossier.clock.forward(11 * 60_000);
    expect(await messagesOfTwo()).toBe(2);
    await leader.client.call(meetings.update, { id, place: 'd' });
    expect(await messagesOfTwo()).toBe(2);
    dossier.clock.forward(10 * 60_000);
    expect(await messagesOfTwo()).toBe(3);
    expect((await one.client.call(messages.list)).list[0]?.content).toBe(
      `${leader.fullName} changed the time or location of the meeting “Moving”`,
    );
  });

  it('is refused with impossible times, with links that run scripts, and to guests', async () => {
    const leader = await makeSignedIn(dossier);
    const wrong = { title: 'x', startTime: iso(2), endTime: iso(1) };
    expect(await leader.client.refused(meetings.create, wrong)).toBe(1003);
    expect(await leader.client.refused(meetings.create, { ...wrong, endTime: iso(3), link: 'javascript:alert(1)' })).toBe(400);
    expect(
      await leader.client.refused(meetings.create, { ...wrong, endTime: iso(3), invited: [{ granteeType: 'user', granteeId: '4242' }] }),
    ).toBe(2002);
    const { client, other } = await makeGuest(dossier);
    const { session } = await import('@dossier/contract/identity/sessions');
    await client.call(session.changeSpace, { spaceId: other.id });
    expect(await client.refused(meetings.create, { ...wrong, endTime: iso(3) })).toBe(1001);
  });
});

describe('the calendar of a meeting', () => {
  it('is fetched without a session, while the user is invited', async () => {
    const [leader, one] = await Promise.all([makeSignedIn(dossier), makeSignedIn(dossier)]);
    const id = await call(leader, [one], { title: 'Plans; and, more\\' });
    const { url } = await one.client.call(meetings.calendar, { id });
    const fetched = await dossier.server.app.inject({ method: 'GET', url });
    expect(fetched.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(fetched.payload).toContain('SUMMARY:Plans\\; and\\, more\\\\\r\n');
    expect(
      (await dossier.server.app.inject({ method: 'GET', url: url.replace('.ics', '.ics').replace(/\/calendar\/./, '/calendar/x') }))
        .statusCode,
    ).toBe(403);
    await leader.client.call(meetings.leaveOut, { id, userId: one.id });
    expect((await dossier.server.app.inject({ method: 'GET', url })).statusCode).toBe(404);
  });

  it('escapes line breaks of user input, and folds long lines', () => {
    const row = {
      id: 1,
      title: `x\r\nATTACH:evil\n${'会'.repeat(60)}`,
      description: '',
      place: '',
      link: '',
      starts_at: 0,
      ends_at: 1,
      state: 'planned',
    };
    const lines = iCalendar(row as MeetingRow, 0).split('\r\n');
    expect(lines.some((line) => line.startsWith('ATTACH'))).toBe(false);
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`SUMMARY:x\\nATTACH:evil\\n${'会'.repeat(60)}`);
  });
});

describe('an agenda document', () => {
  it('is open to attendees, that revision alone, until the meeting is over for good or its provider loses access', async () => {
    const [leader, one, stranger] = await Promise.all([makeSignedIn(dossier), makeSignedIn(dossier), makeSignedIn(dossier)]);
    const cabinet = await makeCabinet(dossier.admin);
    const grant = { objId: cabinet, ...user(leader), level: 3, reach: 'all' as const };
    await dossier.admin.call(permissions.grant, grant);
    const document = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'plan.txt' });
    const [revision] = await dossier.admin.call(content.revisions, { id: document });
    const id = await call(leader, [one]);
    expect(await one.client.refused(agendaDocuments.add, { id, objId: document })).toBe(1001);
    const { id: agendaDocumentId } = await leader.client.call(agendaDocuments.add, { id, objId: document });
    const target = { id: document, currentRev: revision?.id };
    expect((await one.client.call(meetings.show, { id })).papers).toMatchObject([
      { id: agendaDocumentId, name: 'plan.txt', version: 1, versionLabel: '1.0', open: true },
    ]);
    expect(await one.client.call(preview.view, target)).toMatchObject({ name: 'plan.txt', rights: 3, lent: true });
    expect((await leader.client.call(preview.view, target)).lent).toBeUndefined();
    const [rule] = (await dossier.admin.call(watermarks.list)).list;
    await dossier.admin.call(watermarks.update, { id: rule?.id ?? '', enabled: false });
    expect((await one.client.call(watermarks.ofDocument, target)).text).toContain(one.fullName);
    expect((await leader.client.call(watermarks.ofDocument, target)).text).toBe('');
    const theirs = await call(one, []);
    expect(await one.client.refused(agendaDocuments.add, { id: theirs, objId: document, currentRev: revision?.id })).toBe(1002);
    expect(await one.client.refused(content.download, target)).toBe(1002);
    expect(await stranger.client.refused(preview.view, target)).toBe(1002);
    await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'plan.txt', bytes: 'second', onSameName: 'revision' });
    expect(await one.client.refused(preview.view, { id: document })).toBe(1002);
    expect((await one.client.call(meetings.show, { id })).papers).toMatchObject([{ version: 1, newer: true }]);
    expect(await one.client.call(preview.view, target)).toMatchObject({ version: 1, versionLabel: '1.0' });
    await dossier.admin.call(permissions.revoke, { objId: cabinet, ...user(leader) });
    expect(await one.client.refused(preview.view, target)).toBe(1002);
    expect((await one.client.call(meetings.show, { id })).papers).toMatchObject([{ name: '', open: false }]);
    await dossier.admin.call(permissions.grant, grant);
    await leader.client.call(meetings.setState, { id, state: 'cancelled' });
    expect(await one.client.refused(preview.view, target)).toBe(1002);
    await leader.client.call(meetings.setState, { id, state: 'planned' });
    await leader.client.call(meetings.leaveOut, { id, userId: one.id });
    expect(await one.client.refused(preview.view, target)).toBe(1002);
    expect(await one.client.refused(agendaDocuments.remove, { id: agendaDocumentId })).toBe(6101);
    await leader.client.call(agendaDocuments.remove, { id: agendaDocumentId });
    expect((await leader.client.call(meetings.show, { id })).papers).toEqual([]);
  });
});
