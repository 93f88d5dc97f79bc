import type { Db } from '../../ground/db/database.ts';
import { revisionById } from './queries.ts';

/** Which bytes a revision has; undefined once it is gone. */
export async function blobOf(db: Db, revisionId: number): Promise<{ sha256: string; size: number } | undefined> {
  const [revision] = await revisionById(db, { id: revisionId });
  return revision === undefined ? undefined : { sha256: revision.sha256, size: revision.size };
}
