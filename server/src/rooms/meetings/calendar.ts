import { codes } from '@dossier/contract/codes';
import type { Ctx, House } from '../../ground/ctx.ts';
import type { ServedFile } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findPerson, mayWorkIn } from '../people/people.ts';
import { needMeeting } from './need-meeting.ts';
import { attendeeOf } from './people-queries.ts';
import { meetingById, type MeetingRow } from './queries.ts';

const day = 86_400_000;

interface Facts {
  meeting: number;
  person: number;
}

/** Where somebody fetches a meeting for their calendar: good until a day after it, and only as long as they are invited. */
export function calendarPath(
  { tickets, now }: Pick<House, 'tickets' | 'now'>,
  meeting: Pick<MeetingRow, 'id' | 'ends_at'>,
  person: number,
): string {
  const seconds = Math.ceil((Math.max(meeting.ends_at, now()) + day - now()) / 1000);
  const facts: Facts = { meeting: meeting.id, person };
  return `/calendar/${tickets.sign('calendar', { ...facts }, seconds)}/meeting.ics`;
}

export async function showCalendar(ctx: Ctx, { id }: { id: string }) {
  const { meeting } = await needMeeting(ctx, id);
  return { url: calendarPath(ctx.house, meeting, ctx.user.id) };
}

const stamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** A text as a calendar holds it: what ends a field or a line is written otherwise. */
const value = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(/[;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');

/** No line may be longer than 75 bytes: what is goes on in the next one. */
function folded(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let bytes = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (bytes + size > 74) {
      pieces.push(piece);
      piece = ' ';
      bytes = 1;
    }
    piece += sign;
    bytes += size;
  }
  return [...pieces, piece].join('\r\n');
}

/** A meeting in the form that calendars read (RFC 5545). */
export function iCalendar(meeting: MeetingRow, now: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dossier//Meetings//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:meeting-${meeting.id}@dossier`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(meeting.starts_at)}`,
    `DTEND:${stamp(meeting.ends_at)}`,
    `SUMMARY:${value(meeting.title)}`,
    ...(meeting.place === '' ? [] : [`LOCATION:${value(meeting.place)}`]),
    ...(meeting.description === '' ? [] : [`DESCRIPTION:${value(meeting.description)}`]),
    ...(URL.canParse(meeting.link) ? [`URL:${new URL(meeting.link).href}`] : []),
    `STATUS:${meeting.state === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** The file itself, for calendars that come without a session. */
export const calendarFile: ServedFile = {
  method: 'GET',
  path: '/calendar/:ticket/meeting.ics',
  async handle(house, request, reply) {
    const { ticket } = request.params as { ticket: string };
    const facts = house.tickets.open<Facts>('calendar', ticket);
    if (facts === undefined) throw new Refusal(codes.ticketInvalid);
    const db = house.database.read;
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
      .send(iCalendar(meeting, house.now()));
  },
};
