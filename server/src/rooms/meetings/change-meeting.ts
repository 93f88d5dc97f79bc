import { codes } from '@dossier/contract/codes';
import type { meetings, MeetingState } from '@dossier/contract/meetings';
import type { ParsedOf } from '@dossier/contract/route';
import { changedFields } from '../../ground/changed-fields.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { sayTo } from '../../ground/outbox-queries.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { nameKey } from '../../ground/text/names.ts';
import { needSiteOrigin } from '../site/site-origin.ts';
import { timesOf } from './create-meeting.ts';
import { addPeople, needColleague } from './invite.ts';
import { leadersOf, needLed, needOpenLed } from './need-meeting.ts';
import { tellListener } from './listeners.ts';
import { moveAttendees } from './people-queries.ts';
import { type MeetingRow, moveState, updateMeeting } from './queries.ts';
import { sayOf } from './said.ts';

const factsOf = (row: MeetingRow) => ({
  title: row.title,
  startTime: isoTime(row.starts_at),
  endTime: isoTime(row.ends_at),
  place: row.place,
  link: row.link,
  description: row.description,
  hostId: String(row.host_id),
  secretaryId: String(row.secretary_id),
});

/** The invited are told at once that a meeting moved, and of what it moves within this time together, at its end. */
const apartMs = 10 * 60_000;

/** When the invited are told of a move: now, or with one that waits already; answers it. */
async function nextTelling(ctx: Ctx, { id, title, moved_at }: MeetingRow): Promise<number> {
  const next = moved_at + apartMs;
  if (next <= ctx.now) return ctx.now;
  if (moved_at > ctx.now) return moved_at;
  const data = { objId: id, objName: title, origin: await needSiteOrigin(ctx), byId: ctx.user.id, byName: ctx.user.fullName };
  await sayTo(ctx.db, tellListener, { event: 'meeting.moved', data, dedupe: `moved ${id}`, at: next });
  return next;
}

/** Changes a meeting that is not over; what is left out stays. Who newly leads it is invited with that. */
export async function changeMeeting(ctx: Ctx, input: ParsedOf<typeof meetings.update>) {
  const { meeting } = await needOpenLed(ctx, input.id);
  const person = (id: string | undefined, before: number) => (id === undefined ? before : needColleague(ctx, id));
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
  const isTold = elsewhere && meeting.moved_at + apartMs <= ctx.now;
  const moved_at = elsewhere ? await nextTelling(ctx, meeting) : meeting.moved_at;
  await updateMeeting(ctx.db, meeting.id, { ...changes, moved_at, ...(isMoved && { reminded_at: 0 }) });
  if (isMoved) await moveAttendees(ctx.db, meeting.id, after.starts_at);
  const added = await addPeople(ctx, after, leadersOf(after));
  if (added.length > 0) await sayOf(ctx, 'meeting.invited', after, { people: added, number: added.length });
  const changed = changedFields(factsOf(meeting), factsOf(after));
  await sayOf(ctx, elsewhere ? 'meeting.moved' : 'meeting.updated', after, { ...changed, ...(elsewhere && !isTold && { later: true }) });
  return {};
}

/** From where each state is reached. */
const ways: Record<ParsedOf<typeof meetings.setState>['state'], readonly MeetingState[]> = {
  planned: ['cancelled'],
  running: ['planned', 'ended'],
  ended: ['running'],
  cancelled: ['planned'],
};

/** Moves a meeting on; 6102 where it has ended or lies in the archive, 1008 where it stands elsewhere than its page showed. */
export async function setMeetingState(ctx: Ctx, { id, state }: ParsedOf<typeof meetings.setState>) {
  const { meeting } = await needLed(ctx, id);
  if (!(await moveState(ctx.db, { id: meeting.id, from: ways[state], to: state }))) {
    const isOver = meeting.state === 'ended' || meeting.state === 'archived';
    throw new Refusal(isOver ? codes.meetingEnded : codes.changedMeanwhile);
  }
  if (state === 'ended') for (const end of ctx.house.onMeetingEnd) await end(ctx, meeting.id);
  const event = state === 'cancelled' ? 'meeting.cancelled' : 'meeting.updated';
  await sayOf(ctx, event, meeting, { before: { state: meeting.state }, after: { state } });
  return {};
}
