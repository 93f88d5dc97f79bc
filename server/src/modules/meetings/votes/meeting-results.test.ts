import { meetings } from '@dossier/contract/meetings/meetings';
import { scores, votes } from '@dossier/contract/meetings/votes';
import { action } from '@dossier/contract/reporting/actions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';

let dossier: TestServer;
type Person = Awaited<ReturnType<typeof makeSignedIn>>;
let organiser: Person;
let one: Person;
let two: Person;
beforeAll(async () => {
  dossier = await openTestServer();
  [organiser, one, two] = [await makeSignedIn(dossier), await makeSignedIn(dossier), await makeSignedIn(dossier)];
});
afterAll(() => dossier.close());

const user = (person: { id: string }) => ({ granteeType: 'user' as const, granteeId: person.id });
const iso = (hours: number): string => new Date(dossier.clock.now() + hours * 3600_000).toISOString();

describe('the end of a meeting', () => {
  it('closes its votes for good, with a log entry for each, and nothing else', async () => {
    const times = { startTime: iso(1), endTime: iso(2) };
    const { id: meetingId } = await organiser.client.call(meetings.create, { title: 'Short', ...times, invited: [one, two].map(user) });
    await organiser.client.call(meetings.setState, { id: meetingId, state: 'running' });
    const made = (more: object) => organiser.client.call(votes.create, { meetingId, question: 'Agreed?', kind: 'opinion', ...more });
    const open = await made({});
    const later = await made({ openTime: iso(3), closeTime: iso(5) });
    const over = await made({});
    await organiser.client.call(votes.close, over);
    const alone = await organiser.client.call(votes.create, { question: 'Shall we?', kind: 'opinion', voters: [user(two)] });
    const sheet = await organiser.client.call(scores.create, {
      meetingId,
      title: 'Bids',
      criteria: [{ name: 'Price' }],
      judges: [user(one)],
    });
    const cast = { id: open.id, optionIds: [(await one.client.call(votes.show, open)).options[0]?.id ?? ''] };
    await one.client.call(votes.cast, cast);
    expect(await one.client.refused(meetings.setState, { id: meetingId, state: 'ended' })).toBe(1001);
    expect((await two.client.call(votes.show, open)).state).toBe('open');
    await organiser.client.call(meetings.setState, { id: meetingId, state: 'ended' });
    expect(await two.client.refused(votes.cast, cast)).toBe(6105);
    expect(await two.client.call(votes.summary, open)).toMatchObject({
      state: 'closed',
      votes: 1,
      missing: expect.arrayContaining([organiser.fullName, two.fullName]),
    });
    expect((await two.client.call(votes.show, later)).state).toBe('closed');
    await two.client.call(votes.cast, { id: alone.id, optionIds: [(await two.client.call(votes.show, alone)).options[0]?.id ?? ''] });
    expect((await one.client.call(scores.summary, sheet)).state).toBe('open');
    // restarting a meeting does not reopen closed votes
    await organiser.client.call(meetings.setState, { id: meetingId, state: 'running' });
    expect(await two.client.refused(votes.cast, cast)).toBe(6105);
    await dossier.drain();
    const logged = await dossier.services.database.read
      .selectFrom('log_entry')
      .select(['action', 'obj_id'])
      .where(
        'obj_id',
        'in',
        [open, later, over].map(({ id }) => Number(id)),
      )
      .where('action', '=', action.voteClose)
      .execute();
    expect(logged.map((row) => String(row.obj_id)).toSorted()).toEqual([open.id, later.id, over.id].toSorted());
  });
});
