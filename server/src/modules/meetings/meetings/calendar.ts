import { codes } from '@dossier/contract/core/codes';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Context, Services } from '../../../platform/context.ts';
import type { ServedFile } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findPerson, mayWorkIn } from '../../identity/users.ts';
import { requireMeeting } from './attendees.ts';
import { type MeetingRow, attendeeOf, meetingById } from './meetings.queries.ts';

const day = 86_400_000;

interface CalendarTicket {
  meeting: number;
  person: number;
}

/** A URL of the calendar file of a meeting: valid until a day after it, and only while the user is invited. */
export function calendarPath(
  { tickets, now }: Pick<Services, 'tickets' | 'now'>,
  meeting: Pick<MeetingRow, 'id' | 'ends_at'>,
  person: number,
): string {
  const seconds = Math.ceil((Math.max(meeting.ends_at, now()) + day - now()) / 1000);
  const facts: CalendarTicket = { meeting: meeting.id, person };
  return `/calendar/${tickets.sign('calendar', { ...facts }, seconds)}/meeting.ics`;
}

export async function showCalendar(ctx: Context, { id }: { id: string }) {
  const { meeting } = await requireMeeting(ctx, id);
  return { url: calendarPath(ctx.services, meeting, ctx.user.id) };
}

/** A text without control characters other than line ends, which a calendar may not contain (RFC 5545, 3.3.11). */
const allowedText = (text: string): string => text.replaceAll(/\r\n|[\r\n\u2028\u2029]/g, '\n').replaceAll(/[^\P{Cc}\n]/gu, ' ');

/** A meeting as a calendar file (RFC 5545). */
export function iCalendar(meeting: MeetingRow, now: number): string {
  const calendar = ical({ prodId: '-//Dossier//Meetings//EN', method: ICalCalendarMethod.PUBLISH });
  calendar.createEvent({
    id: `meeting-${meeting.id}@dossier`,
    stamp: new Date(now),
    start: new Date(meeting.starts_at),
    end: new Date(meeting.ends_at),
    summary: allowedText(meeting.title),
    location: meeting.place === '' ? null : allowedText(meeting.place),
    description: meeting.description === '' ? null : allowedText(meeting.description),
    url: URL.canParse(meeting.link) ? new URL(meeting.link).href : null,
    status: meeting.state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return `${calendar.toString()}\r\n`;
}

/** The file itself, for calendars without a session. */
export const calendarFile: ServedFile = {
  method: 'GET',
  path: '/calendar/:ticket/meeting.ics',
  async handle(services, request, reply) {
    const { ticket } = request.params as { ticket: string };
    const facts = services.tickets.open<CalendarTicket>('calendar', ticket);
    if (facts === undefined) throw new Refusal(codes.ticketInvalid);
    const db = services.database.read;
    const [meeting] = await meetingById(db, { id: facts.meeting });
    const [own] = await attendeeOf(db, { meeting: facts.meeting, person: facts.person });
    const person = await findPerson(db, facts.person);
    const isStill = meeting !== undefined && own !== undefined && person?.enabled === 1;
    if (!isStill || !(await mayWorkIn(db, { spaceId: meeting.organisation_id, personId: person.id })))
      throw new Refusal(codes.meetingMissing);
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="meeting.ics"')
      .header('cache-control', 'private, no-store')
      .send(iCalendar(meeting, services.now()));
  },
};
