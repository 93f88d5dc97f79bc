import { messageObject } from '@dossier/contract/messages';
import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { tell } from '../messages/tell.ts';
import { attendeesOf } from './people-queries.ts';
import { dueMeetings, takeReminder } from './queries.ts';

const batch = 20;
/** The sweep comes every hour: each meeting is told of once, a day before it at the latest. */
const aheadMs = 24 * 3600_000;

/** Reminds whoever has not said no of a meeting within a day; one that is over by then was reminded of by nobody, and stays so. */
export async function remindMeetings(house: House): Promise<void> {
  for (let more = true; more; ) {
    if ((await dueMeetings(house.database.read, house.now() + aheadMs, 1)).length === 0) return;
    more = await house.database.write((db) => remindSome(house, db));
    house.outbox.poke();
  }
}

async function remindSome(house: House, db: Db): Promise<boolean> {
  const now = house.now();
  const due = await dueMeetings(db, now + aheadMs, batch);
  for (const meeting of due) {
    if (!(await takeReminder(db, meeting.id, now)) || meeting.starts_at < now) continue;
    const about = { spaceId: meeting.organisation_id, objType: messageObject.meeting, objId: meeting.id, name: meeting.title, at: now };
    // who was invited within the last day has just been told
    if (meeting.created_at > now - aheadMs) continue;
    for (const row of await attendeesOf(db, meeting.id))
      if (row.answer !== 'no') await tell(db, { ...about, personId: row.person_id, kind: 'meetingSoon', facts: {} });
  }
  return due.length === batch;
}
