import type { Db } from '../../ground/db/database.ts';
import { deleteMessagesOf } from './queries.ts';

/** Removes the messages of somebody who is removed. */
export const forgetMessagesOf = async (db: Db, personId: number): Promise<void> => void (await deleteMessagesOf(db, personId));
