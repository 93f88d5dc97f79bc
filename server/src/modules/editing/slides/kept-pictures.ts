import type { Db } from '../../../platform/db/database.ts';
import { attachmentOf } from '../sessions/edit-sessions.queries.ts';

/** Uploaded pictures of a session by their sha256, in base64. */
export async function picturesOf(db: Db, sessionId: number, names: readonly string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of new Set(names)) found[name] = (await attachmentOf(db, sessionId, name))?.slice(65) ?? '';
  return found;
}

/** Whether all pictures that edits name were uploaded. */
export async function hasPictures(db: Db, sessionId: number, names: readonly string[]): Promise<boolean> {
  for (const name of new Set(names)) if ((await attachmentOf(db, sessionId, name)) === undefined) return false;
  return true;
}
