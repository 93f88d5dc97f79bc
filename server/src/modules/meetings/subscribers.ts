import { messageObject } from '@dossier/contract/notifications/messages';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Delivered } from '../../platform/events/event.ts';
import { subscribe, type Subscriber } from '../../platform/events/outbox.ts';
import { type EmailDetails, notify } from '../notifications/notify.ts';
import { meetingCancelled, meetingCreated, meetingInvited, meetingMoved, scoreCreated, voteCreated } from './events.ts';
import { calendarPath } from './meetings/calendar.ts';
import { attendeesOf, claimReminder, dueMeetings, meetingById, type MeetingRow } from './meetings/meetings.queries.ts';
import { judgesOf, scoreById } from './votes/scores.queries.ts';
import { voteById, votersOf } from './votes/votes.queries.ts';

const kinds: Record<MeetingNotice['event'], 'meetingInvited' | 'meetingMoved' | 'meetingCancelled'> = {
  'meeting.created': 'meetingInvited',
  'meeting.invited': 'meetingInvited',
  'meeting.moved': 'meetingMoved',
  'meeting.cancelled': 'meetingCancelled',
};

const noticeEvents = [meetingCreated, meetingInvited, meetingMoved, meetingCancelled];

type MeetingNotice = Delivered<(typeof noticeEvents)[number]>;

/** The subscriber that notifies attendees. */
export const attendeeSubscriberName = 'meetings.tell';

/** The affected users who are still invited, without the actor. */
async function peopleToNotify(db: Db, meeting: MeetingRow, { data, personId }: MeetingNotice): Promise<number[]> {
  const { people, byId } = data;
  const invited = (await attendeesOf(db, meeting.id)).map((row) => row.person_id);
  return invited.filter((id) => id !== (byId ?? personId) && (people === undefined || people.includes(id)));
}

async function notifyAttendees(db: Db, services: Services, delivered: MeetingNotice): Promise<void> {
  const { event, data, at } = delivered;
  const { objId, later, byName = delivered.personName } = data;
  if (later === true) return;
  const kind = kinds[event];
  const [meeting] = await meetingById(db, { id: objId });
  // no invitation to a meeting that was cancelled meanwhile
  if (meeting === undefined || (meeting.state === 'cancelled') !== (kind === 'meetingCancelled')) return;
  const people = await peopleToNotify(db, meeting, delivered);
  const about = { spaceId: meeting.organisation_id, objType: messageObject.meeting, objId, name: meeting.title, at };
  for (const personId of people)
    await notify(db, { ...about, personId, kind, facts: { byName }, details: detailsFor(services, { meeting, personId, kind }) });
}

/** What an email to an attendee adds: time and place, and the calendar file of theirs. */
function detailsFor(
  services: Services,
  { meeting, personId, kind }: { meeting: MeetingRow; personId: number; kind: (typeof kinds)[MeetingNotice['event']] },
): EmailDetails {
  return {
    startsAt: meeting.starts_at,
    endsAt: meeting.ends_at,
    ...(meeting.place !== '' && { place: meeting.place }),
    ...(meeting.link !== '' && { link: meeting.link }),
    ...(kind !== 'meetingCancelled' && { calendar: calendarPath(services, meeting, personId) }),
    until: meeting.ends_at,
  };
}

export const meetingSubscribers: Subscriber[] = [
  subscribe(noticeEvents, {
    name: attendeeSubscriberName,
    async batch(db, deliveredEvents, services) {
      for (const delivered of deliveredEvents) await notifyAttendees(db, services, delivered);
    },
  }),
];

/** Users notified in one transaction, since all other writes wait for its end. */
const noticeBatch = 100;

interface VoteNotice {
  kind: 'voteOpened' | 'scoreAsked';
  objType: number;
  spaceId: number;
  people: number[];
}

async function noticeFor(
  services: Services,
  { event, data, personId }: Delivered<typeof voteCreated | typeof scoreCreated>,
): Promise<VoteNotice | undefined> {
  const db = services.database.read;
  const id = data.objId;
  const others = (rows: readonly { person_id: number }[]): number[] => rows.map((row) => row.person_id).filter((one) => one !== personId);
  if (event === 'vote.created') {
    const [vote] = await voteById(db, { id });
    if (vote === undefined) return undefined;
    return { kind: 'voteOpened', objType: messageObject.vote, spaceId: vote.organisation_id, people: others(await votersOf(db, id)) };
  }
  const [score] = await scoreById(db, { id });
  if (score === undefined) return undefined;
  return { kind: 'scoreAsked', objType: messageObject.score, spaceId: score.organisation_id, people: others(await judgesOf(db, id)) };
}

export const voteSubscribers: Subscriber[] = [
  subscribe([voteCreated, scoreCreated], {
    name: 'votes.tell',
    async job(delivered, services) {
      const meant = await noticeFor(services, delivered);
      if (meant === undefined) return;
      const { kind, people, ...about } = meant;
      const told = { ...about, objId: delivered.data.objId, name: delivered.data.objName, at: delivered.at };
      for (let at = 0; at < people.length; at += noticeBatch)
        await services.database.write(async (db) => {
          for (const personId of people.slice(at, at + noticeBatch))
            await notify(db, { ...told, personId, kind, facts: { byName: delivered.personName } });
        });
      services.outbox.wake();
    },
  }),
];

const batchSize = 20;
/** The sweep runs every hour: each meeting has one reminder, within the last day before it. */
const reminderLeadMs = 24 * 3600_000;

/** Reminds attendees who have not declined of a meeting within a day. A meeting that has started by then is marked without a reminder. */
export async function remindMeetings(services: Services): Promise<void> {
  for (let more = true; more; ) {
    if ((await dueMeetings(services.database.read, services.now() + reminderLeadMs, 1)).length === 0) return;
    more = await services.database.write((db) => remindBatch(services, db));
    services.outbox.wake();
  }
}

async function remindBatch(services: Services, db: Db): Promise<boolean> {
  const now = services.now();
  const due = await dueMeetings(db, now + reminderLeadMs, batchSize);
  for (const meeting of due) {
    if (!(await claimReminder(db, meeting.id, now)) || meeting.starts_at < now) continue;
    const about = { spaceId: meeting.organisation_id, objType: messageObject.meeting, objId: meeting.id, name: meeting.title, at: now };
    // invitations of the last day serve as the reminder
    if (meeting.created_at > now - reminderLeadMs) continue;
    for (const row of await attendeesOf(db, meeting.id))
      if (row.answer !== 'no') await notify(db, { ...about, personId: row.person_id, kind: 'meetingSoon', facts: {} });
  }
  return due.length === batchSize;
}
