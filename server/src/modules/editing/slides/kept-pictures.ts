import type { Db } from '../../../platform/db/database.ts';
import { attachmentOf, attachmentRow } from '../sessions/edit-sessions.queries.ts';

/** Uploaded pictures of a session by their sha256, in base64. */
export async function picturesOf(db: Db, sessionId: number, names: readonly string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of new Set(names)) found[name] = (await attachmentOf(db, sessionId, name))?.slice(65) ?? '';
  return found;
}

/** The rows of the pictures that edits name; undefined where one was not uploaded. */
export async function rowsOfPictures(db: Db, sessionId: number, names: readonly string[]): Promise<number[] | undefined> {
  const rows: number[] = [];
  for (const name of new Set(names)) {
    const row = await attachmentRow(db, sessionId, name);
    if (row === undefined) return undefined;
    rows.push(row);
  }
  return rows;
}
