import { objType } from '@dossier/contract/core/rights';
import type { EditState } from '@dossier/contract/documents/library';
import { editType } from '@dossier/contract/editing/editing';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ItemRow } from '../access/items.queries.ts';
import type { AuthorisedItem } from '../access/require-items.ts';
import { personNames } from '../identity/users.ts';
import { isPresentLock } from './office-locks.ts';
import { locksOf } from './office-server/office-server.queries.ts';
import { lostAfterMs } from './sessions/edit-sessions.ts';
import { deleteSessions, editorsOf, sessionsOfDocuments } from './sessions/edit-sessions.queries.ts';

/** Who has a document open, and in which editor, as `editType`. */
interface Editing {
  people: number[];
  editedIn: number;
}

/** Who has some documents open now: in our editors, or by a lock of the office server. */
export async function editingOf(db: Db, items: readonly ItemRow[], now: number): Promise<Map<number, Editing>> {
  const found = new Map<number, Editing>();
  const rows = await editorsOf(db, { ids: JSON.stringify(items.map(({ id }) => id)), since: now - lostAfterMs });
  for (const [id, group] of Map.groupBy(rows, (row) => row.document_id))
    found.set(id, { people: group.map((row) => row.person_id), editedIn: editType.own });
  const locked = new Map(items.filter((item) => item.lock_person_id !== 0 && !found.has(item.id)).map((item) => [item.id, item]));
  if (locked.size === 0) return found;
  for (const row of await locksOf(db, { ids: JSON.stringify([...locked.keys()]), now })) {
    const item = locked.get(row.item_id);
    if (item !== undefined && row.held_before === 0 && isPresentLock(row, item))
      found.set(row.item_id, { people: [row.person_id], editedIn: editType.officeServer });
  }
  return found;
}

/** The fields of an item about who edits it, as one person sees them: the own name first. */
export function editFieldsFor(personId: number, { people, editedIn }: Editing, nameOf: (id: number) => string): Partial<EditState> {
  const isMine = people.includes(personId);
  const ordered = isMine ? [personId, ...people.filter((id) => id !== personId)] : people;
  return { editors: ordered.map(nameOf), editedIn, ...(isMine && { editedByMe: true }) };
}

/** For lists: who edits the documents now. */
export async function editorFacts(
  ctx: Context,
  _ids: number[],
  items: readonly AuthorisedItem[],
): Promise<Map<number, Record<string, unknown>>> {
  if (ctx.shareSession !== undefined) return new Map();
  const rows = items.flatMap(({ item }) => (item.kind === objType.document ? [item] : []));
  if (rows.length === 0) return new Map();
  const editing = await editingOf(ctx.db, rows, ctx.now);
  if (editing.size === 0) return new Map();
  const nameOf = await personNames(
    ctx,
    [...editing.values()].flatMap(({ people }) => people),
  );
  return new Map([...editing].map(([id, one]) => [id, editFieldsFor(ctx.user.id, one, nameOf)]));
}

/** Before documents are removed for good: their sessions go with them. */
export async function releaseEditSessions({ db }: { db: Db }, itemIds: number[]): Promise<void> {
  const sessions = await sessionsOfDocuments(db, itemIds);
  await deleteSessions(
    db,
    sessions.map((session) => session.id),
  );
}
