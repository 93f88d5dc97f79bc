import { messageObject } from '@dossier/contract/notifications/messages';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { notify } from '../notifications/notify.ts';
import { attendeesOf, claimReminder, dueMeetings } from './meetings/meetings.queries.ts';

const batchSize = 20;
/** The sweep comes every hour: each meeting is told of once, a day before it at the latest. */
const reminderLeadMs = 24 * 3600_000;

/** Reminds whoever has not said no of a meeting within a day; one that is over by then was reminded of by nobody, and stays so. */
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
    // who was invited within the last day has just been told
    if (meeting.created_at > now - reminderLeadMs) continue;
    for (const row of await attendeesOf(db, meeting.id))
      if (row.answer !== 'no') await notify(db, { ...about, personId: row.person_id, kind: 'meetingSoon', facts: {} });
  }
  return due.length === batchSize;
}
