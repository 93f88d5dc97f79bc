import type { Answer, meetings } from '@dossier/contract/meetings';
import type { OutputOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { agendaOf } from './agenda-queries.ts';
import { showRows } from './list-meetings.ts';
import { isLeader, leadersOf, needMeeting } from './need-meeting.ts';
import { showPapers } from './papers.ts';
import { attendeesOf, countsOf, namesAmong } from './people-queries.ts';

type Detail = OutputOf<typeof meetings.show>;

/** A meeting with all that is planned for it. */
export async function showMeeting(ctx: Ctx, { id }: { id: string }): Promise<Detail> {
  const held = await needMeeting(ctx, id);
  const { meeting, own } = held;
  const [shown] = await showRows(ctx, [{ ...meeting, answer: own.answer }]);
  if (shown === undefined) throw new Error('a meeting without a row');
  const [names, agenda, counts, papers] = await Promise.all([
    namesAmong(ctx.db, [meeting.id], leadersOf(meeting)),
    agendaOf(ctx.db, meeting.id),
    countsOf(ctx.db, meeting.id),
    showPapers(ctx, held),
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

/** Who is invited; of guests as of everybody else the names that stand on the invitation. */
export async function showPeople(ctx: Ctx, { id }: { id: string }): Promise<OutputOf<typeof meetings.people>> {
  const { meeting } = await needMeeting(ctx, id);
  const rows = await attendeesOf(ctx.db, meeting.id);
  return {
    list: rows.map((row) => ({
      id: String(row.person_id),
      name: row.name,
      answer: row.answer as Answer,
      present: row.present === 1,
      signTime: row.signed_at === 0 ? undefined : isoTime(row.signed_at),
      leads: isLeader(meeting, row.person_id),
    })),
  };
}
