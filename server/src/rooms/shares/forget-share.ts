import type { Db } from '../../ground/db/database.ts';
import { deleteShare } from './queries.ts';
import { deleteRecipientsOf } from './recipient-queries.ts';

/** Removes a share with whom it was for; its visits have gone before. */
export async function forgetShare(db: Db, shareId: number): Promise<void> {
  await deleteRecipientsOf(db, shareId);
  await deleteShare(db, shareId);
}
