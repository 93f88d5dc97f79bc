import { messageObject } from '@dossier/contract/notifications/messages';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { notify } from '../notifications/notify.ts';
import { attendeesOf, claimReminder, dueMeetings } from './meetings/meetings.queries.ts';

const batchSize = 20;
/** The sweep runs every hour: each meeting has one reminder, within the last day before it. */
const reminderLeadMs = 24 * 3600_000;

/** Reminds attendees who have not declined of a meeting within a day. A meeting that has started by then is marked without a reminder. */
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
    // invitations of the last day serve as the reminder
    if (meeting.created_at > now - reminderLeadMs) continue;
    for (const row of await attendeesOf(db, meeting.id))
      if (row.answer !== 'no') await notify(db, { ...about, personId: row.person_id, kind: 'meetingSoon', facts: {} });
  }
  return due.length === batchSize;
}
