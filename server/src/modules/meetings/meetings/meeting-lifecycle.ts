import { codes } from '@dossier/contract/core/codes';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { MeetingState, meetings } from '@dossier/contract/meetings/meetings';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { changedFields } from '../../../platform/events/event.ts';
import { deliverTo } from '../../../platform/events/outbox.queries.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireSiteOrigin } from '../../../platform/settings/settings.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { isPlainGuest } from '../../identity/effective-membership.ts';
import { emitForMeeting } from '../events.ts';
import { meetingCancelled, meetingCreated, meetingInvited, meetingMoved, meetingUpdated } from '../events.ts';
import { attendeeSubscriberName } from '../subscribers.ts';
import { closeVotes } from '../votes/read-votes.ts';
import { addAttendees, expandPrincipals, leadersOf, requireColleague, requireLedMeeting, requireOpenLedMeeting } from './attendees.ts';
import {
  type MeetingRow,
  insertMeeting,
  releaseHeldRevisions,
  transitionMeeting,
  updateAttendeeStart,
  updateMeeting,
} from './meetings.queries.ts';

const maxDurationMs = 31 * 86_400_000;

/** The times of a meeting in milliseconds: 1003 where it ends before it starts, or lasts longer than a month. */
function timesOf(start: string, end: string): { starts_at: number; ends_at: number } {
  const times = { starts_at: Date.parse(start), ends_at: Date.parse(end) };
  const lasts = times.ends_at - times.starts_at;
  if (!(lasts > 0 && lasts <= maxDurationMs)) throw new Refusal(codes.illegalOperation);
  return times;
}

/** Creates a meeting. Guests without an administrative permission cannot: they do not see whom to invite. */
export async function createMeeting(ctx: Context, input: ParsedOf<typeof meetings.create>) {
  if (isPlainGuest(ctx.user)) throw new Refusal(codes.noRightToOperate);
  const times = timesOf(input.startTime, input.endTime);
  const id = newId();
  const row = {
    id,
    organisation_id: ctx.user.organisationId,
    organiser_id: ctx.user.id,
    host_id: input.hostId === undefined ? ctx.user.id : await requireColleague(ctx, input.hostId),
    secretary_id: input.secretaryId === undefined ? 0 : await requireColleague(ctx, input.secretaryId),
    title: input.title,
    title_key: nameKey(input.title),
    description: input.description,
    place: input.place,
    link: input.link,
    ...times,
    state: 'planned',
    version: 0,
    reminded_at: 0,
    document_id: 0,
    created_at: ctx.now,
  };
  await insertMeeting(ctx.db, row);
  const people = await addAttendees(ctx, row, [...new Set([...leadersOf(row), ...(await expandPrincipals(ctx, input.invited))])]);
  await emitForMeeting(ctx, meetingCreated, row, { people, number: people.length });
  return { id: String(id) };
}

const auditedFields = (row: MeetingRow) => ({
  title: row.title,
  startTime: isoTime(row.starts_at),
  endTime: isoTime(row.ends_at),
  place: row.place,
  link: row.link,
  description: row.description,
  hostId: String(row.host_id),
  secretaryId: String(row.secretary_id),
});

/** Attendees are notified of a first change of time at once, and of further changes within this time together, at its end. */
const noticeIntervalMs = 10 * 60_000;

/** When attendees are notified of a change of time: now, or with a notice that is scheduled already. */
async function nextNoticeAt(ctx: Context, { id, title, moved_at }: MeetingRow): Promise<number> {
  const next = moved_at + noticeIntervalMs;
  if (next <= ctx.now) return ctx.now;
  if (moved_at > ctx.now) return moved_at;
  const data = { objId: id, objName: title, origin: await requireSiteOrigin(ctx), byId: ctx.user.id, byName: ctx.user.fullName };
  await deliverTo(ctx.db, attendeeSubscriberName, { event: meetingMoved, data, dedupe: `moved ${id}`, at: next });
  return next;
}

/** Changes a meeting that is not over; fields left out stay. New leaders are invited. */
export async function changeMeeting(ctx: Context, input: ParsedOf<typeof meetings.update>) {
  const { meeting } = await requireOpenLedMeeting(ctx, input.id);
  const person = (id: string | undefined, before: number) => (id === undefined ? before : requireColleague(ctx, id));
  const title = input.title ?? meeting.title;
  const changes = {
    title,
    title_key: nameKey(title),
    description: input.description ?? meeting.description,
    place: input.place ?? meeting.place,
    link: input.link ?? meeting.link,
    ...timesOf(input.startTime ?? isoTime(meeting.starts_at), input.endTime ?? isoTime(meeting.ends_at)),
    host_id: await person(input.hostId, meeting.host_id),
    secretary_id: await person(input.secretaryId, meeting.secretary_id),
  };
  const after = { ...meeting, ...changes };
  const isMoved = after.starts_at !== meeting.starts_at;
  const elsewhere = isMoved || after.ends_at !== meeting.ends_at || after.place !== meeting.place || after.link !== meeting.link;
  const isTold = elsewhere && meeting.moved_at + noticeIntervalMs <= ctx.now;
  const moved_at = elsewhere ? await nextNoticeAt(ctx, meeting) : meeting.moved_at;
  await updateMeeting(ctx.db, meeting.id, { ...changes, moved_at, ...(isMoved && { reminded_at: 0 }) });
  if (isMoved) await updateAttendeeStart(ctx.db, meeting.id, after.starts_at);
  const added = await addAttendees(ctx, after, leadersOf(after));
  if (added.length > 0) await emitForMeeting(ctx, meetingInvited, after, { people: added, number: added.length });
  const changed = changedFields(auditedFields(meeting), auditedFields(after));
  await emitForMeeting(ctx, elsewhere ? meetingMoved : meetingUpdated, after, {
    ...changed,
    ...(elsewhere && !isTold && { later: true }),
  });
  return {};
}

/** The states that each state can be reached from. */
const statesBefore: Record<ParsedOf<typeof meetings.setState>['state'], readonly MeetingState[]> = {
  planned: ['cancelled'],
  running: ['planned', 'ended'],
  ended: ['running'],
  cancelled: ['planned'],
};

/** Changes the state of a meeting; 6102 where it is over or archived, 1008 where its state has changed since it was shown. */
export async function setMeetingState(ctx: Context, { id, state }: ParsedOf<typeof meetings.setState>) {
  const { meeting } = await requireLedMeeting(ctx, id);
  if (!(await transitionMeeting(ctx.db, { id: meeting.id, from: statesBefore[state], to: state }))) {
    const isOver = meeting.state === 'ended' || meeting.state === 'archived';
    throw new Refusal(isOver ? codes.meetingEnded : codes.changedMeanwhile);
  }
  if (state === 'ended') await closeVotes(ctx, meeting.id);
  const event = state === 'cancelled' ? meetingCancelled : meetingUpdated;
  await emitForMeeting(ctx, event, meeting, { before: { state: meeting.state }, after: { state } });
  return {};
}

/** Archives an ended meeting with the document of its minutes; answers whether it was in the state `ended`. */
export async function markArchived(db: Db, { id, documentId }: { id: number; documentId: number }): Promise<boolean> {
  if (!(await transitionMeeting(db, { id, from: ['ended'], to: 'archived' }))) return false;
  await updateMeeting(db, id, { document_id: documentId });
  await releaseHeldRevisions(db, id);
  return true;
}
