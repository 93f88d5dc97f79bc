import type { Db } from '../../ground/db/database.ts';
import { blobBySha, revisionById, type RevisionRow, revisionsByIds, touchBlob } from './queries.ts';

/** Which bytes a revision has; undefined once it is gone. */
export async function blobOf(db: Db, revisionId: number): Promise<{ sha256: string; size: number } | undefined> {
  const [revision] = await revisionById(db, { id: revisionId });
  return revision === undefined ? undefined : { sha256: revision.sha256, size: revision.size };
}

/** The revisions with these ids, as far as they are there. */
export const revisionsOfIds = (db: Db, ids: number[]): Promise<RevisionRow[]> => revisionsByIds(db, { ids: JSON.stringify(ids) });

/** The size of stored bytes; undefined where no row tells of them. */
export const storedSize = async (db: Db, sha256: string): Promise<number | undefined> => (await blobBySha(db, { sha256 }))[0]?.size;

/** Notes that bytes are stored and used from now on; nobody frees them before the transaction ends. */
export const keepBytes = (db: Db, { sha256, size, now }: { sha256: string; size: number; now: number }) =>
  touchBlob(db, { sha256, size, created_at: now });
