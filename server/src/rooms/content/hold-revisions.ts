import type { Db } from '../../ground/db/database.ts';
import { deleteHolds, insertHolds } from './hold-queries.ts';

/** Keeps revisions from being let go of as too many, for as long as something later holds them: what it held before, it holds no more. */
export async function holdRevisions(db: Db, holderId: number, revisionIds: readonly number[]): Promise<void> {
  await deleteHolds(db, holderId);
  await insertHolds(db, holderId, revisionIds);
}

/** Holds nothing any more. */
export const letGo = (db: Db, holderId: number): Promise<void> => deleteHolds(db, holderId);
