import type { Db } from '../../ground/db/database.ts';
import { forgetOpenedBy } from './queries.ts';

/** Lets go of what somebody opened who is removed; the log keeps its lines, with the name in them. */
export const forgetReader = async (db: Db, personId: number): Promise<void> => void (await forgetOpenedBy(db, personId));
