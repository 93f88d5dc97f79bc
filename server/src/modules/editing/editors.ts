import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { personNames } from '../identity/users.ts';
import { lostAfterMs } from './sessions/edit-sessions.ts';
import { deleteSessions, editorsOf, sessionsOfDocuments } from './sessions/edit-sessions.queries.ts';

/** For lists: who edits the documents now. */
export async function editorFacts(ctx: Context, ids: number[]): Promise<Map<number, Record<string, unknown>>> {
  if (ctx.shareSession !== undefined) return new Map();
  const rows = await editorsOf(ctx.db, { ids: JSON.stringify(ids), since: ctx.now - lostAfterMs });
  if (rows.length === 0) return new Map();
  const nameOf = await personNames(
    ctx,
    rows.map((row) => row.person_id),
  );
  return new Map(
    [...Map.groupBy(rows, (row) => row.document_id)].map(([id, editors]) => [id, { editors: editors.map((row) => nameOf(row.person_id)) }]),
  );
}

/** Before documents are removed for good: their sessions go with them. */
export async function releaseEditSessions({ db }: { db: Db }, itemIds: number[]): Promise<void> {
  const sessions = await sessionsOfDocuments(db, itemIds);
  await deleteSessions(
    db,
    sessions.map((session) => session.id),
  );
}
