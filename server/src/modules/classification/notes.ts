import { type Note, type notes, maxNoteLength, maxNotesOnItem } from '@dossier/contract/classification/notes';
import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { type AuthorisedItem, findVisibleItems, requireItem } from '../access/require-items.ts';
import type { ItemFacts } from '../documents/show-items.ts';
import { personNames } from '../identity/users.ts';
import { noteCreated, noteDeleted, noteUpdated } from './events.ts';
import {
  type NoteRow,
  deleteNoteRow,
  deleteNotesOnItems,
  deletePrivateNotes,
  insertNote,
  noteById,
  notedAmong,
  pageOfNotes,
  updateNoteRow,
} from './notes/notes.queries.ts';

/** Whose private notes the caller sees: nobody's in a view-as session. */
const readerOf = ({ user }: Context): number => (user.viewer === undefined ? user.id : 0);

export async function listNotes(
  ctx: Context,
  { objId, pageNo, pageSize }: ParsedOf<typeof notes.list>,
): Promise<OutputOf<typeof notes.list>> {
  const authorised = await requireItem(ctx, right.visible, objId);
  const part = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfNotes(ctx.db, { item: authorised.item.id, person: readerOf(ctx) }, part);
  const nameOf = await personNames(
    ctx,
    rows.map((row) => row.person_id),
  );
  return { list: rows.map((row) => noteShape(ctx, row, { authorised, nameOf })), pageNo, pageSize, totalNumber: total };
}

const isOwn = (ctx: Context, row: NoteRow): boolean => row.person_id === readerOf(ctx);
const mayDelete = (ctx: Context, row: NoteRow, { bits }: AuthorisedItem): boolean => isOwn(ctx, row) || (bits & right.manage) !== 0;

const noteShape = (
  ctx: Context,
  row: NoteRow,
  { authorised, nameOf }: { authorised: AuthorisedItem; nameOf: (id: number) => string },
): Note => ({
  id: String(row.id),
  content: row.content,
  shared: row.shared === 1,
  own: isOwn(ctx, row),
  mayDelete: mayDelete(ctx, row, authorised),
  userName: nameOf(row.person_id),
  createTime: isoTime(row.created_at),
  ...(row.updated_at > row.created_at && { updateTime: isoTime(row.updated_at) }),
});

/** The text of a note as stored: 5903 where it is empty, 5902 where it is longer than a hundred characters, each counted as one. */
function contentOf(text: string): string {
  if (text === '') throw new Refusal(codes.noteEmpty);
  if ([...text].length > maxNoteLength) throw new Refusal(codes.noteTooLong);
  return text;
}

/** Writes a note on an item. Private ones are not logged. */
export async function createNote(
  ctx: Context,
  { objId, content, shared }: ParsedOf<typeof notes.create>,
): Promise<OutputOf<typeof notes.create>> {
  const { item } = await requireItem(ctx, right.visible, objId);
  const id = newId();
  const times = { created_at: ctx.now, updated_at: ctx.now };
  const row = { id, item_id: item.id, person_id: ctx.user.id, content: contentOf(content), shared: shared ? 1 : 0, ...times };
  if (!(await insertNote(ctx.db, row, maxNotesOnItem))) throw new Refusal(codes.notesFull);
  if (shared) await ctx.emit(noteCreated, { objId: item.id, objName: item.name });
  return { id: String(id) };
}

/** A note that the caller sees, with its item; 5901 where it is missing, private to somebody else, or on an item that is hidden. */
async function requireNote(ctx: Context, id: string): Promise<{ note: NoteRow; authorised: AuthorisedItem }> {
  const note = await noteById(ctx.db, Number(id));
  if (note === undefined || (note.shared === 0 && !isOwn(ctx, note))) throw new Refusal(codes.noteMissing);
  const [authorised] = await findVisibleItems(ctx, [note.item_id]);
  if (authorised === undefined) throw new Refusal(codes.noteMissing);
  return { note, authorised };
}

export async function updateNote(ctx: Context, { id, content, shared }: ParsedOf<typeof notes.update>) {
  const { note, authorised } = await requireNote(ctx, id);
  if (!isOwn(ctx, note)) throw new Refusal(codes.noteNotYours);
  const is = { content: content === undefined ? note.content : contentOf(content), shared: Number(shared ?? note.shared === 1) };
  if (is.content === note.content && is.shared === note.shared) return {};
  await updateNoteRow(ctx.db, note.id, { ...is, updated_at: ctx.now });
  const { item } = authorised;
  if (note.shared === 1 || is.shared === 1) await ctx.emit(noteUpdated, { objId: item.id, objName: item.name });
  return {};
}

export async function deleteNote(ctx: Context, { id }: ParsedOf<typeof notes.delete>) {
  const { note, authorised } = await requireNote(ctx, id);
  if (!mayDelete(ctx, note, authorised)) throw new Refusal(codes.noteNotYours);
  await deleteNoteRow(ctx.db, note.id);
  const { item } = authorised;
  if (note.shared === 1) await ctx.emit(noteDeleted, { objId: item.id, objName: item.name });
  return {};
}

/** Adds to every list which of its items have notes that the caller sees; visitors of links see none. */
export const noteFacts: ItemFacts = async (ctx, ids) => {
  if (ctx.shareSession !== undefined) return new Map();
  const noted = await notedAmong(ctx.db, { person: readerOf(ctx), ids: JSON.stringify(ids) });
  return new Map(noted.map((row) => [row.id, { noted: true }]));
};

/** Deletes the notes on items that are purged. */
export const releaseNotes = async (ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> =>
  void (await deleteNotesOnItems(ctx.db, JSON.stringify(itemIds)));

/** Deletes the private notes of a user who is removed; what was shared stays, under the name. */
export const forgetNotesOf = async (db: Db, personId: number): Promise<void> => void (await deletePrivateNotes(db, personId));
