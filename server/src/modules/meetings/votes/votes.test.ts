import { meetings } from '@dossier/contract/meetings/meetings';
import { scores, votes } from '@dossier/contract/meetings/votes';
import { messages } from '@dossier/contract/notifications/messages';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSignedIn } from '../../../../test/make.ts';
import { queryPlans } from '../../../../test/query-plans.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { pageOfScores } from './scores.queries.ts';
import { averageOf, totalOf, trimmedOf } from './scores.ts';

let dossier: TestServer;
type Person = Awaited<ReturnType<typeof makeSignedIn>>;
let organiser: Person;
let one: Person;
let two: Person;
let three: Person;
let stranger: Person;
beforeAll(async () => {
  dossier = await openTestServer();
  [organiser, one, two, three, stranger] = (await Promise.all(Array.from({ length: 5 }, () => makeSignedIn(dossier)))) as [
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
});
afterAll(() => dossier.close());

const user = (person: { id: string }) => ({ granteeType: 'user' as const, granteeId: person.id });
const iso = (hours: number): string => new Date(dossier.clock.now() + hours * 3600_000).toISOString();

async function ask(more: object = {}): Promise<{ id: string; options: string[] }> {
  const voters = [one, two, three].map(user);
  const { id } = await organiser.client.call(votes.create, { question: 'Shall we?', kind: 'opinion', voters, ...more });
  return { id, options: (await organiser.client.call(votes.show, { id })).options.map((option) => option.id) };
}

describe('a vote', () => {
  it('is cast once, by a voter, while it is open', async () => {
    const { id, options } = await ask({ openTime: iso(1), closeTime: iso(3) });
    const cast = { id, optionIds: [options[0] ?? ''] };
    expect(await one.client.refused(votes.cast, cast)).toBe(6105);
    dossier.clock.forward(2 * 3600_000);
    await one.client.call(votes.cast, { ...cast, opinion: 'Yes 👍' });
    expect(await one.client.refused(votes.cast, cast)).toBe(6104);
    expect(await organiser.client.refused(votes.cast, cast)).toBe(6106);
    expect(await stranger.client.refused(votes.cast, cast)).toBe(6103);
    expect(await stranger.client.refused(votes.summary, { id })).toBe(6103);
    expect(await two.client.refused(votes.cast, { ...cast, opinion: 'x'.repeat(101) })).toBe(6107);
    await two.client.call(votes.cast, { id, optionIds: [options[1] ?? ''], opinion: '👍'.repeat(100) });
    expect(await three.client.refused(votes.cast, { id, optionIds: options })).toBe(400);
    expect(await three.client.refused(votes.cast, { id, optionIds: ['4242'] })).toBe(400);
    expect((await one.client.call(votes.summary, { id })).result).toBeUndefined();
    expect(await one.client.refused(votes.export, { id })).toBe(1009);
    dossier.clock.forward(2 * 3600_000);
    expect(await three.client.refused(votes.cast, cast)).toBe(6105);
    const found = await three.client.call(votes.summary, { id });
    expect(found).toMatchObject({ state: 'closed', voters: 3, votes: 2, missing: [three.fullName] });
    expect(found.result?.map((row) => [row.text, row.count, row.percent, row.names])).toEqual([
      ['agree', 1, 50, [one.fullName]],
      ['against', 1, 50, [two.fullName]],
      ['abstain', 0, 0, []],
    ]);
    expect(found.opinions).toContainEqual({ name: one.fullName, opinion: 'Yes 👍' });
    expect((await one.client.call(votes.export, { id })).text).toContain(`${one.fullName},agree,Yes 👍`);
  });

  it('is refused once its end has passed, however long the request waited', async () => {
    const { id, options } = await ask({ closeTime: iso(1 / 60), secret: true, voters: [one, two, three, organiser].map(user) });
    const cast = { id, optionIds: [options[0] ?? ''] };
    for (const { client } of [one, two, three]) await client.call(votes.cast, cast);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: taken, resolve: took } = Promise.withResolvers<void>();
    const holding = dossier.services.database.write(async (db) => {
      await sql`update vote_voter set voted = 0 where vote_id = ${Number(id)} and person_id = ${Number(organiser.id)}`.execute(db);
      took();
      await held;
    });
    await taken;
    const late = organiser.client.refused(votes.cast, cast);
    await new Promise((done) => void setTimeout(done, 300));
    dossier.clock.forward(60_000);
    const before = await one.client.call(votes.summary, { id }).finally(letGo);
    await holding;
    expect(await late).toBe(6105);
    // counts of a secret vote seen twice would reveal the votes in between
    expect(before).toMatchObject({ counted: true, votes: 3 });
    expect(await one.client.call(votes.summary, { id })).toEqual(before);
  });

  it('waits for a voter while it is open and until it is cast', async () => {
    const { id, options } = await ask({ openTime: iso(1), closeTime: iso(3) });
    const waits = async ({ client }: Person): Promise<boolean> => {
      const { list, totalNumber } = await client.call(votes.list, { waiting: true, pageSize: 1000 });
      expect(totalNumber).toBe(list.length);
      return list.some((row) => row.id === id);
    };
    expect(await waits(one)).toBe(false);
    dossier.clock.forward(2 * 3600_000);
    expect(await Promise.all([one, two, organiser, stranger].map(waits))).toEqual([true, true, false, false]);
    await one.client.call(votes.cast, { id, optionIds: [options[0] ?? ''] });
    expect(await Promise.all([one, two].map(waits))).toEqual([false, true]);
    dossier.clock.forward(2 * 3600_000);
    expect(await waits(two)).toBe(false);
  });

  it('counts one of two concurrent requests of a voter', async () => {
    const { id, options } = await ask({ live: true });
    const sent = await Promise.allSettled(options.slice(0, 2).map((option) => one.client.call(votes.cast, { id, optionIds: [option] })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await one.client.call(votes.summary, { id })).toMatchObject({ votes: 1, counted: true });
    const { result = [] } = await one.client.call(votes.summary, { id });
    expect(result.reduce((sum, row) => sum + row.count, 0)).toBe(1);
    // a voter who has not voted sees no counts
    expect((await two.client.call(votes.summary, { id })).result).toBeUndefined();
  });

  it('that is secret stores nothing that connects a user with a choice', async () => {
    const { id, options } = await ask({ secret: true });
    expect(await one.client.refused(votes.cast, { id, optionIds: [options[0]], opinion: 'mine' })).toBe(1003);
    for (const [person, at] of [
      [one, 0],
      [two, 0],
      [three, 1],
    ] as const)
      await person.client.call(votes.cast, { id, optionIds: [options[at] ?? ''] });
    await dossier.drain();
    const { read } = dossier.services.database;
    const voters = await read.selectFrom('vote_voter').select(['voted', 'voted_at', 'opinion']).where('vote_id', '=', Number(id)).execute();
    expect(voters).toEqual(Array.from({ length: 3 }, () => ({ voted: 1, voted_at: 0, opinion: '' })));
    expect(await read.selectFrom('vote_choice').selectAll().where('vote_id', '=', Number(id)).execute()).toEqual([]);
    const logged = await read.selectFrom('log_entry').select('detail').where('obj_id', '=', Number(id)).execute();
    expect(logged.map((row) => row.detail ?? '').join(' ')).not.toMatch(new RegExp(options.join('|')));
    if (dossier.engine === 'postgres') {
      // every vote writes every counter, so that xmin differs for no option
      const { rows } = await sql<{
        n: number;
      }>`select count(distinct xmin::text) as n from vote_option where vote_id = ${Number(id)}`.execute(read);
      expect(Number(rows[0]?.n)).toBe(1);
    }
    expect(await one.client.call(votes.show, { id })).toMatchObject({ voted: true, chosen: [], counted: false });
    await organiser.client.call(votes.close, { id });
    const found = await organiser.client.call(votes.summary, { id });
    expect(found.result?.map((row) => [row.count, row.names])).toEqual([
      [2, []],
      [1, []],
      [0, []],
    ]);
    expect([found.missing, found.opinions]).toEqual([[], []]);
    expect((await organiser.client.call(votes.export, { id })).text).not.toContain(one.fullName);
    const few = { question: 'q', kind: 'opinion' as const, secret: true };
    expect(await organiser.client.refused(votes.create, { ...few, voters: [user(one), user(two)] })).toBe(1003);
    expect(await organiser.client.refused(votes.create, { ...few, live: true, voters: [one, two, three].map(user) })).toBe(1003);
  });

  it('that is secret never shows counts where fewer than three took part', async () => {
    const { id, options } = await ask({ secret: true });
    for (const person of [one, two]) await person.client.call(votes.cast, { id, optionIds: [options[0] ?? ''] });
    await organiser.client.call(votes.close, { id });
    expect(await organiser.client.call(votes.show, { id })).toMatchObject({ state: 'closed', votes: 2, counted: false });
    const found = await organiser.client.call(votes.summary, { id });
    expect([found.result, found.missing]).toEqual([undefined, []]);
    expect(await one.client.refused(votes.export, { id })).toBe(1009);
  });

  it('has a next round only once it is closed, started by its managers', async () => {
    const { id } = await ask();
    const again = { question: 'Again?', kind: 'options' as const, options: ['a', 'b', 'c'], most: 2, voters: [user(one)], beforeId: id };
    expect(await organiser.client.refused(votes.create, again)).toBe(1003);
    expect(await one.client.refused(votes.close, { id })).toBe(1001);
    await organiser.client.call(votes.close, { id });
    expect(await organiser.client.refused(votes.close, { id })).toBe(6105);
    expect(await one.client.refused(votes.create, again)).toBe(1001);
    const { id: next } = await organiser.client.call(votes.create, again);
    expect(await one.client.call(votes.show, { id: next })).toMatchObject({
      beforeId: id,
      most: 2,
      options: [{ text: 'a' }, { text: 'b' }, { text: 'c' }],
    });
    expect((await two.client.call(votes.show, { id })).afterId).toBe(next);
    expect(await two.client.refused(votes.show, { id: next })).toBe(6103);
    const wrong = { question: 'q', kind: 'options', voters: [user(one)] };
    expect(await organiser.client.refused(votes.create, { ...wrong, options: ['a'] })).toBe(400);
    expect(await organiser.client.refused(votes.create, { ...wrong, options: ['a', 'a'] })).toBe(400);
    expect(await organiser.client.refused(votes.create, { ...wrong, options: ['a', 'b'], most: 3 })).toBe(400);
  });

  it('in a meeting asks its attendees, or those present', async () => {
    const times = { startTime: iso(1), endTime: iso(2) };
    const { id } = await organiser.client.call(meetings.create, { title: 'Council', ...times, invited: [one, two].map(user) });
    await organiser.client.call(meetings.setState, { id, state: 'running' });
    await one.client.call(meetings.sign, { id });
    const plain = { meetingId: id, question: 'Agreed?', kind: 'opinion' as const };
    expect(await one.client.refused(votes.create, plain)).toBe(1001);
    expect(await stranger.client.refused(votes.create, plain)).toBe(6101);
    const all = await organiser.client.call(votes.create, plain);
    const there = await organiser.client.call(votes.create, { ...plain, presentOnly: true });
    expect((await two.client.call(votes.list, { meetingId: id })).list.map((row) => [row.id, row.asked, row.voters])).toEqual([
      [there.id, false, 1],
      [all.id, true, 3],
    ]);
    expect(await stranger.client.refused(votes.list, { meetingId: id })).toBe(6101);
    const [option] = (await two.client.call(votes.show, { id: there.id })).options;
    expect(await two.client.refused(votes.cast, { id: there.id, optionIds: [option?.id] })).toBe(6106);
    await dossier.drain();
    expect((await two.client.call(messages.list)).list.map((row) => [row.objType, row.objId])).toContainEqual([15, all.id]);
  });

  it('in a meeting is managed by the current leaders, and not by a former leader who created it', async () => {
    const host = await makeSignedIn(dossier);
    const times = { startTime: iso(1), endTime: iso(2), secretaryId: host.id };
    const { id: meetingId } = await organiser.client.call(meetings.create, { title: 'Council', ...times, invited: [one, two].map(user) });
    const vote = await host.client.call(votes.create, { meetingId, question: 'Agreed?', kind: 'opinion' });
    const sheet = await host.client.call(scores.create, { meetingId, title: 'Bids', criteria: [{ name: 'Price' }], judges: [user(one)] });
    await organiser.client.call(meetings.update, { id: meetingId, secretaryId: organiser.id });
    expect((await host.client.call(votes.show, vote)).manages).toBe(false);
    expect(await host.client.refused(votes.close, vote)).toBe(1001);
    expect((await host.client.call(scores.summary, sheet)).manages).toBe(false);
    await organiser.client.call(meetings.leaveOut, { id: meetingId, userId: host.id });
    expect(await host.client.refused(scores.summary, sheet)).toBe(6103);
    await organiser.client.call(votes.close, vote);
    await organiser.client.call(scores.close, sheet);
  });
});

describe('scores', () => {
  const criteria = [
    { name: 'Quality', weight: 3, highest: 10 },
    { name: 'Price', weight: 1, highest: 5, lowest: 1 },
  ];

  it('are given for all criteria, can be changed until the end, and are then shown to all judges', async () => {
    const { id } = await organiser.client.call(scores.create, { title: 'Bids', criteria, judges: [one, two, three].map(user) });
    const sheet = await one.client.call(scores.summary, { id });
    const [quality = '', price = ''] = sheet.criteria.map((row) => row.id);
    const marksFor = (q: number, p: number) => ({
      id,
      marks: [
        { criterionId: quality, value: q },
        { criterionId: price, value: p },
      ],
    });
    expect(await stranger.client.refused(scores.give, marksFor(1, 1))).toBe(6103);
    expect(await organiser.client.refused(scores.give, marksFor(1, 1))).toBe(6106);
    expect(await one.client.refused(scores.give, marksFor(11, 1))).toBe(400);
    expect(await one.client.refused(scores.give, marksFor(1, 0))).toBe(400);
    expect(await one.client.refused(scores.give, { id, marks: marksFor(1, 1).marks.slice(1) })).toBe(400);
    await one.client.call(scores.give, marksFor(1, 1));
    await one.client.call(scores.give, { ...marksFor(10, 5), note: 'Best' });
    await two.client.call(scores.give, marksFor(5, 5));
    await three.client.call(scores.give, marksFor(0, 1));
    expect((await one.client.call(scores.summary, { id })).result).toBeUndefined();
    expect(await one.client.refused(scores.export, { id })).toBe(1009);
    expect((await organiser.client.call(scores.summary, { id })).result).toMatchObject({ average: 55.83, trimmed: 62.5 });
    expect(await one.client.refused(scores.close, { id })).toBe(1001);
    await organiser.client.call(scores.close, { id });
    expect(await one.client.refused(scores.give, marksFor(1, 1))).toBe(6105);
    const { result } = await three.client.call(scores.summary, { id });
    expect(result?.judges.map((judge) => judge.total).toSorted()).toEqual([100, 5, 62.5]);
    expect(result?.criteria.map((row) => row.average)).toEqual([5, 3.67]);
    expect((await two.client.call(scores.export, { id })).text).toContain(`${one.fullName},10,5,100,Best`);
    expect((await one.client.call(scores.list)).list.map((row) => [row.id, row.given, row.givenBy])).toContainEqual([id, true, 3]);
    expect(
      await organiser.client.refused(scores.create, { title: 'x', criteria: [{ name: 'a', lowest: 5, highest: 5 }], judges: [user(one)] }),
    ).toBe(400);
  });

  it('wait for a judge while the sheet is open and until they are given', async () => {
    const made = (closeTime?: string) =>
      organiser.client.call(scores.create, { title: 'Bids', criteria: [{ name: 'Price' }], judges: [one, two].map(user), closeTime });
    const [open, ending, closed] = [await made(), await made(iso(2)), await made()];
    await organiser.client.call(scores.close, closed);
    const ours = [open.id, ending.id, closed.id];
    const waiting = async ({ client }: Person): Promise<string[]> => {
      const { list, totalNumber } = await client.call(scores.list, { waiting: true, pageSize: 1000 });
      expect(totalNumber).toBe(list.length);
      return list.map(({ id }) => id).filter((id) => ours.includes(id));
    };
    const both = [ending.id, open.id];
    expect(await Promise.all([one, two, organiser, stranger].map(waiting))).toEqual([both, both, [], []]);
    const sheet = await one.client.call(scores.summary, open);
    await one.client.call(scores.give, { id: open.id, marks: sheet.criteria.map((entry) => ({ criterionId: entry.id, value: 5 })) });
    expect(await Promise.all([one, two].map(waiting))).toEqual([[ending.id], both]);
    dossier.clock.forward(3 * 3600_000);
    expect(await Promise.all([one, two].map(waiting))).toEqual([[], [open.id]]);
  });

  it('that wait for a judge are found along the index of judges', async () => {
    if (dossier.engine === 'postgres') return;
    const asked = { personId: Number(one.id), organisationId: 0, meetingId: undefined, limit: 20, offset: 0, waitingAt: 1 };
    const plans = await queryPlans(dossier.services.database.read, (db) => pageOfScores(db, asked));
    for (const plan of plans) expect(plan).toMatch(/USING INTEGER PRIMARY KEY[^]*score_judge_person/);
    expect(plans).toHaveLength(2);
  });

  it('are weighted, and trimmed from three judges on', () => {
    const both = [
      { id: 1, weight: 3, highest: 10 },
      { id: 2, weight: 1, highest: 5 },
    ];
    expect(totalOf(both, (id) => (id === 1 ? 5 : 5))).toBe(62.5);
    expect(totalOf(both, (id) => (id === 1 ? 5 : undefined))).toBeUndefined();
    expect([averageOf([]), trimmedOf([1, 2]), trimmedOf([9, 1, 2]), trimmedOf([1, 1, 4, 9])]).toEqual([undefined, undefined, 2, 2.5]);
  });
});
