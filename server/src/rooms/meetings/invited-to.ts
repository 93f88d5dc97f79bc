import type { Db } from '../../ground/db/database.ts';
import { attendeesOf } from './people-queries.ts';

/** Everybody who is invited to a meeting, by name. */
export const invitedTo = (db: Db, meetingId: number) => attendeesOf(db, meetingId);
