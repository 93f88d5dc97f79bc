import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { AuthorisedItem } from '../access/require-items.ts';
import { visitorName } from '../documents/show-items.ts';
import { personNames } from '../identity/users.ts';
import { lostAfterMs } from './sessions/edit-sessions.ts';
import { deleteSessions, editorsOf, sessionsOfDocuments } from './sessions/edit-sessions.queries.ts';
import { visitorsWithLocks } from './visitor-edits.ts';

/** For lists: who edits the documents now. */
export async function editorFacts(
  ctx: Context,
  ids: number[],
  items: readonly AuthorisedItem[],
): Promise<Map<number, Record<string, unknown>>> {
  if (ctx.shareSession !== undefined) return new Map();
  const visitors = await visitorsWithLocks(
    ctx,
    items.map(({ item }) => item),
  );
  const facts = new Map<number, Record<string, unknown>>(
    [...visitors].map(([id, name]) => [id, { lockUserName: name, lockedByMe: false }]),
  );
  const rows = await editorsOf(ctx.db, { ids: JSON.stringify(ids), since: ctx.now - lostAfterMs });
  if (rows.length === 0) return facts;
  const nameOf = await personNames(
    ctx,
    rows.map((row) => row.person_id),
  );
  const nameOfEditor = ({ person_id, visitor }: (typeof rows)[number]): string =>
    visitor === '' ? nameOf(person_id) : visitorName(ctx.user.lang, visitor);
  for (const [id, editors] of Map.groupBy(rows, (row) => row.document_id))
    facts.set(id, { ...facts.get(id), editors: editors.map(nameOfEditor) });
  return facts;
}

/** Before documents are removed for good: their sessions go with them. */
export async function releaseEditSessions({ db }: { db: Db }, itemIds: number[]): Promise<void> {
  const sessions = await sessionsOfDocuments(db, itemIds);
  await deleteSessions(
    db,
    sessions.map((session) => session.id),
  );
}
