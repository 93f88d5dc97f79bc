import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import type { Happening, Listener } from '../../ground/outbox.ts';
import { tell } from '../messages/tell.ts';
import type { Lang } from '@dossier/contract/shapes';
import { mailIsOn, postLetter } from '../site/mail.ts';
import { calendarPath } from './calendar.ts';
import { meetingLetter, type Occasion } from './letters.ts';
import { messageObject } from '@dossier/contract/messages';
import { addressesOf, attendeesOf } from './people-queries.ts';
import { meetingById, type MeetingRow } from './queries.ts';

const occasions: Record<string, { occasion: Occasion; kind: 'meetingInvited' | 'meetingMoved' | 'meetingCancelled' }> = {
  'meeting.created': { occasion: 'invited', kind: 'meetingInvited' },
  'meeting.invited': { occasion: 'invited', kind: 'meetingInvited' },
  'meeting.moved': { occasion: 'moved', kind: 'meetingMoved' },
  'meeting.cancelled': { occasion: 'cancelled', kind: 'meetingCancelled' },
};

interface Data {
  objId: number;
  origin: string;
  people?: number[];
  /** Told of by a row that waits. */
  later?: boolean;
  /** Who did what is told of later. */
  byId?: number;
  byName?: string;
}

/** The listener that tells the invited. */
export const tellListener = 'meetings.tell';

/** Whom it concerns and who is still invited; who did it knows. */
async function toTell(db: Db, meeting: MeetingRow, { data, personId }: Happening): Promise<number[]> {
  const { people, byId } = data as unknown as Data;
  const invited = (await attendeesOf(db, meeting.id)).map((row) => row.person_id);
  return invited.filter((id) => id !== (byId ?? personId) && (people === undefined || people.includes(id)));
}

async function tellAll(db: Db, house: House, happening: Happening): Promise<void> {
  const { event, data, at } = happening;
  const { objId, origin, later, byName = happening.personName } = data as unknown as Data;
  if (later === true) return;
  const meant = occasions[event];
  const [meeting] = await meetingById(db, { id: objId });
  // what was called off meanwhile invites nobody
  if (meant === undefined || meeting === undefined || (meeting.state === 'cancelled') !== (meant.occasion === 'cancelled')) return;
  const people = await toTell(db, meeting, happening);
  const about = { spaceId: meeting.organisation_id, objType: messageObject.meeting, objId, name: meeting.title, at };
  for (const personId of people) await tell(db, { ...about, personId, kind: meant.kind, facts: { byName } });
  if (!(await mailIsOn(db))) return;
  for (const { id, mail, lang } of await addressesOf(db, people)) {
    if (mail === null) continue;
    const told = {
      meeting,
      byName,
      url: `${origin}/meeting/index?id=${objId}`,
      calendar: origin + calendarPath(house, meeting, id),
    };
    await postLetter(db, { to: mail, ...meetingLetter(lang as Lang, meant.occasion, told), until: meeting.ends_at, at });
  }
}

export const meetingListeners: Listener[] = [
  {
    name: tellListener,
    events: Object.keys(occasions),
    async batch(db, happenings, house) {
      for (const happening of happenings) await tellAll(db, house, happening);
    },
  },
];
