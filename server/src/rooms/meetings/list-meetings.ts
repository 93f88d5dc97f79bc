import type { Answer, MeetingRow as Shown, meetings, MeetingState } from '@dossier/contract/meetings';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { nameKey } from '../../ground/text/names.ts';
import { isLeader } from './need-meeting.ts';
import { namesAmong } from './people-queries.ts';
import { type MeetingRow, pageOfMeetings } from './queries.ts';

type Found = MeetingRow & { answer: string };

/** Meetings as lists show them, with the names of their hosts: one query for all. */
export async function showRows(ctx: Ctx, rows: readonly Found[]): Promise<Shown[]> {
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
    answer: row.answer as Answer,
    leads: isLeader(row, ctx.user.id),
  }));
}

/** The caller's meetings. */
export async function listMeetings(ctx: Ctx, input: ParsedOf<typeof meetings.list>): Promise<OutputOf<typeof meetings.list>> {
  const { pageNo, pageSize, state, keyword, from, to } = input;
  const { rows, count } = await pageOfMeetings(ctx.db, {
    personId: ctx.user.id,
    organisationId: ctx.user.organisationId,
    states: state === undefined ? undefined : [state],
    titleKey: keyword === undefined ? undefined : nameKey(keyword.trim()),
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
    earliestFirst: from !== undefined,
    limit: pageSize,
    offset: (pageNo - 1) * pageSize,
  });
  return { list: await showRows(ctx, rows), pageNo, pageSize, totalNumber: await count() };
}

const longest = 31 * 86_400_000;

/** What runs or is still to come. */
export async function comingMeetings(ctx: Ctx, { pageSize }: ParsedOf<typeof meetings.coming>) {
  const { rows } = await pageOfMeetings(ctx.db, {
    personId: ctx.user.id,
    organisationId: ctx.user.organisationId,
    states: ['planned', 'running'],
    // no meeting lasts longer: so the index tells where to begin
    from: ctx.now - longest,
    endsAfter: ctx.now,
    earliestFirst: true,
    limit: pageSize,
    offset: 0,
  });
  return { list: await showRows(ctx, rows) };
}
