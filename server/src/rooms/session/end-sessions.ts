import type { Db } from '../../ground/db/database.ts';
import { deleteSessionsOf } from './queries.ts';

/** Ends every session of a person, and what waits for a code. */
export const endSessionsOf = (db: Db, personId: number) => deleteSessionsOf(db, personId);
