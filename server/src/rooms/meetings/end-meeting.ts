import type { Db } from '../../ground/db/database.ts';
import { letPapersGo } from './agenda-queries.ts';
import { moveState, updateMeeting } from './queries.ts';

/** Puts an ended meeting away for good, with the document that was made of it; answers whether it was one that had ended. */
export async function putAway(db: Db, { id, documentId }: { id: number; documentId: number }): Promise<boolean> {
  if (!(await moveState(db, { id, from: ['ended'], to: 'archived' }))) return false;
  await updateMeeting(db, id, { document_id: documentId });
  await letPapersGo(db, id);
  return true;
}
