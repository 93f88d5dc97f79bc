import type { Db } from '../../ground/db/database.ts';
import { countSessions, deleteKnownDevices } from './forget-queries.ts';
import { unlockAccount } from '../guard/guessing.ts';
import { deleteSessionsOf } from './queries.ts';
import { deleteAuthenticator } from './validation-queries.ts';

/** How many sessions of a person stand in the table, those that lapsed and were not swept yet among them. */
export const sessionsOfPerson = (db: Db, personId: number): Promise<number> => countSessions(db, personId);

/** Ends every session of somebody who is removed, and forgets their devices and second step; a lock of the login name goes too, as it is free again. */
export async function forgetPerson(db: Db, person: { id: number; login_name: string }): Promise<void> {
  await deleteSessionsOf(db, person.id);
  await deleteKnownDevices(db, person.id);
  await deleteAuthenticator(db, person.id);
  await unlockAccount(db, person.login_name);
}
