import { objType, right } from '@dossier/contract/core/rights';
import type { Lang } from '@dossier/contract/core/shapes';
import type { EditState } from '@dossier/contract/documents/library';
import { editType } from '@dossier/contract/editing/editing';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ItemRow } from '../access/items.queries.ts';
import type { AuthorisedItem } from '../access/require-items.ts';
import type { Lock } from '../documents/locks.ts';
import { visitorName } from '../documents/show-items.ts';
import { personNames } from '../identity/users.ts';
import { isPresentLock } from './office-locks.ts';
import { leaveLockOfOffice, locksOf } from './office-server/office-server.queries.ts';
import { lostAfterMs } from './sessions/edit-sessions.ts';
import { deleteCopies } from './sessions/edited-copies.queries.ts';
import { deleteSessions, editorsOf, leaveLockOfSession, sessionsOfDocuments } from './sessions/edit-sessions.queries.ts';
import { lockVisitorNames } from './visitor-edits.ts';

/** Who has a document open, and in which editor, as `editType`. */
interface Editing {
  people: EditingPerson[];
  editedIn: number;
  /** The document's lock is not that of the editor: it stays when the editor is closed. */
  lockStays: boolean;
}

/** A user, or the visitor of a share link by the proven name; `personId` is then the giver of the link. */
interface EditingPerson {
  personId: number;
  visitor: string;
}

/** Whose names are asked for. */
export const usersAmong = (editing: ReadonlyMap<number, Editing>): number[] =>
  [...editing.values()].flatMap(({ people }) => people.flatMap(({ personId, visitor }) => (visitor === '' ? [personId] : [])));

/** Who has some documents open now: in our editors, or by a lock of the office server. */
export async function editingOf(db: Db, items: readonly ItemRow[], now: number): Promise<Map<number, Editing>> {
  const found = new Map<number, Editing>();
  const rows = await editorsOf(db, { ids: JSON.stringify(items.map(({ id }) => id)), since: now - lostAfterMs });
  const lockOf = new Map(items.map((item) => [item.id, item]));
  for (const [id, group] of Map.groupBy(rows, (row) => row.document_id)) {
    const { lock_person_id: holder = 0, locked_at: since = 0 } = lockOf.get(id) ?? {};
    const lockStays = holder !== 0 && group.every((row) => row.lock_person_id !== holder || row.locked_at !== since);
    const people = group.map((row) => ({ personId: row.person_id, visitor: row.visitor }));
    found.set(id, { people, editedIn: editType.own, lockStays });
  }
  const locked = new Map(items.filter((item) => item.lock_person_id !== 0 && !found.has(item.id)).map((item) => [item.id, item]));
  if (locked.size === 0) return found;
  for (const row of await locksOf(db, { ids: JSON.stringify([...locked.keys()]), now })) {
    const item = locked.get(row.item_id);
    if (item !== undefined && row.held_before === 0 && isPresentLock(row, item))
      found.set(row.item_id, {
        people: [{ personId: row.person_id, visitor: '' }],
        editedIn: editType.officeServer,
        lockStays: false,
      });
  }
  return found;
}

/** The fields of an item about who edits it, as one user sees them: the own name first. */
export function editFieldsFor(
  { personId, lang }: { personId: number; lang: Lang },
  { people, editedIn, lockStays }: Editing,
  nameOf: (id: number) => string,
): Partial<EditState> {
  const isOwn = (one: EditingPerson): boolean => one.visitor === '' && one.personId === personId;
  const isMine = people.some(isOwn);
  const ordered = [...people.filter(isOwn), ...people.filter((one) => !isOwn(one))];
  const editors = ordered.map((one) => (one.visitor === '' ? nameOf(one.personId) : visitorName(lang, one.visitor)));
  return { editors, editedIn, ...(isMine && { editedByMe: true }), ...(lockStays && { lockStays }) };
}

/** For lists: who edits the documents now. */
export async function editorFacts(
  ctx: Context,
  _ids: number[],
  items: readonly AuthorisedItem[],
): Promise<Map<number, Record<string, unknown>>> {
  if (ctx.shareSession !== undefined) return new Map();
  const { id: personId, lang } = ctx.user;
  const documents = items.filter(({ item }) => item.kind === objType.document);
  const rows = documents.map(({ item }) => item);
  if (rows.length === 0) return new Map();
  const facts = new Map<number, Record<string, unknown>>();
  const managed = new Set(documents.flatMap(({ item, bits }) => ((bits & right.manage) === 0 ? [] : [item.id])));
  for (const [id, lockUserName] of await lockVisitorNames(ctx, rows))
    facts.set(id, { lockUserName, lockedByMe: false, mayUnlock: managed.has(id) });
  const editing = await editingOf(ctx.db, rows, ctx.now);
  if (editing.size === 0) return facts;
  const nameOf = await personNames(ctx, usersAmong(editing));
  for (const [id, one] of editing) facts.set(id, { ...facts.get(id), ...editFieldsFor({ personId, lang }, one, nameOf) });
  return facts;
}

/** Leaves a lock to its user that would end with an editing session or with an office server. */
export async function leaveEditorLock(db: Db, lock: Lock): Promise<boolean> {
  const left = [...(await leaveLockOfSession(db, lock)), ...(await leaveLockOfOffice(db, lock))];
  return left.length > 0;
}

/** Before documents are removed for good: their sessions go with them. */
export async function releaseEditSessions({ db }: { db: Db }, itemIds: number[]): Promise<void> {
  await deleteCopies(db, itemIds);
  const sessions = await sessionsOfDocuments(db, itemIds);
  await deleteSessions(
    db,
    sessions.map((session) => session.id),
  );
}
