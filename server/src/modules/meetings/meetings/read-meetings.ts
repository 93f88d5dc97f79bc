import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { InvitationAnswer, MeetingRow as Shown, MeetingState, meetings } from '@dossier/contract/meetings/meetings';
import type { Context } from '../../../platform/context.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { describeAgendaDocuments } from '../agenda.ts';
import { isLeader, leadersOf, requireMeeting } from './attendees.ts';
import { type MeetingRow, agendaOf, attendeesOf, countsOf, namesAmong, pageOfMeetings } from './meetings.queries.ts';

type ListedMeeting = MeetingRow & { answer: string };

/** Meetings as lists show them, with the names of their hosts from one query. */
async function describeMeetings(ctx: Context, rows: readonly ListedMeeting[]): Promise<Shown[]> {
  const names = await namesAmong(
    ctx.db,
    rows.map((row) => row.id),
    [...new Set(rows.map((row) => row.host_id))],
  );
  const nameOf = new Map(names.map((row) => [`${row.meeting_id} ${row.person_id}`, row.name]));
  return rows.map((row) => ({
    id: String(row.id),
    title: row.title,
    startTime: isoTime(row.starts_at),
    endTime: isoTime(row.ends_at),
    place: row.place,
    state: row.state as MeetingState,
    hostName: nameOf.get(`${row.id} ${row.host_id}`) ?? '',
    answer: row.answer as InvitationAnswer,
    leads: isLeader(row, ctx.user.id),
  }));
}

/** The upper bound of a meeting's length. */
const maxDurationMs = 31 * 86_400_000;

export async function listMeetings(ctx: Context, input: ParsedOf<typeof meetings.list>): Promise<OutputOf<typeof meetings.list>> {
  const { pageNo, pageSize, state, keyword, from, to, when } = input;
  const { rows, count } = await pageOfMeetings(ctx.db, {
    personId: ctx.user.id,
    organisationId: ctx.user.organisationId,
    states: state === undefined ? undefined : [state],
    titleKey: keyword === undefined ? undefined : nameKey(keyword.trim()),
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
    when: when && { side: when, now: ctx.now, startsAfter: ctx.now - maxDurationMs },
    earliestFirst: from !== undefined || when === 'coming',
    limit: pageSize,
    offset: (pageNo - 1) * pageSize,
  });
  return { list: await describeMeetings(ctx, rows), pageNo, pageSize, totalNumber: await count() };
}

/** Current and future meetings. */
export async function upcomingMeetings(ctx: Context, { pageSize }: ParsedOf<typeof meetings.coming>) {
  const { rows } = await pageOfMeetings(ctx.db, {
    personId: ctx.user.id,
    organisationId: ctx.user.organisationId,
    states: ['planned', 'running'],
    // the upper bound of a meeting's length tells where the index scan starts
    from: ctx.now - maxDurationMs,
    endsAfter: ctx.now,
    earliestFirst: true,
    limit: pageSize,
    offset: 0,
  });
  return { list: await describeMeetings(ctx, rows) };
}

type MeetingDetail = OutputOf<typeof meetings.show>;

/** A meeting with its agenda. */
export async function showMeeting(ctx: Context, { id }: { id: string }): Promise<MeetingDetail> {
  const authorised = await requireMeeting(ctx, id);
  const { meeting, own } = authorised;
  const [shown] = await describeMeetings(ctx, [{ ...meeting, answer: own.answer }]);
  if (shown === undefined) throw new Error('a meeting without a row');
  const [names, agenda, counts, papers] = await Promise.all([
    namesAmong(ctx.db, [meeting.id], leadersOf(meeting)),
    agendaOf(ctx.db, meeting.id),
    countsOf(ctx.db, meeting.id),
    describeAgendaDocuments(ctx, authorised),
  ]);
  const nameOf = (person: number): string => names.find((row) => row.person_id === person)?.name ?? '';
  return {
    ...shown,
    description: meeting.description,
    link: meeting.link,
    organiserId: String(meeting.organiser_id),
    organiserName: nameOf(meeting.organiser_id),
    hostId: String(meeting.host_id),
    secretaryId: meeting.secretary_id === 0 ? undefined : String(meeting.secretary_id),
    secretaryName: nameOf(meeting.secretary_id),
    version: meeting.version,
    present: own.present === 1,
    counts,
    agenda: agenda.map(({ id: item, title, presenter, minutes, notes }) => ({ id: String(item), title, presenter, minutes, notes })),
    papers,
  };
}

/** The attendees; also of guests the names stored with the invitation. */
export async function listAttendees(ctx: Context, { id }: { id: string }): Promise<OutputOf<typeof meetings.people>> {
  const { meeting } = await requireMeeting(ctx, id);
  const rows = await attendeesOf(ctx.db, meeting.id);
  return {
    list: rows.map((row) => ({
      id: String(row.person_id),
      name: row.name,
      answer: row.answer as InvitationAnswer,
      present: row.present === 1,
      signTime: row.signed_at === 0 ? undefined : isoTime(row.signed_at),
      leads: isLeader(meeting, row.person_id),
    })),
  };
}
