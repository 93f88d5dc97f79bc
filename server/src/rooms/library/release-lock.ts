import type { Db } from '../../ground/db/database.ts';
import { releaseLockOf } from './item-queries.ts';

/** Lets go of a document's lock where this person still holds it, the one since then and no later one. */
export const releaseLock = (db: Db, held: { itemId: number; personId: number; since: number }): Promise<unknown> => releaseLockOf(db, held);
