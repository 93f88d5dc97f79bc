import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { findItem, type ItemRow } from '../access/items.queries.ts';
import { releaseBlobs } from './blob-cleanup.ts';
import { type Lock, releaseLock, takeLock } from './locks.ts';
import { addRevision, type Place, placeDocument, type PlacedDocument, reviseDocument } from './place-document.ts';
import { type Authors, authorsOf, deleteCurrentRevision, revisionById } from './revisions/revisions.queries.ts';
import { updateItem } from './tree/items.queries.ts';

/**
 * Takes back the current revision of a document, in the transaction that then gives it the next one, with the same number and version: a
 * program that saves often makes one revision of all its saves. The caller has checked that the revision is its own. Answers who wrote it;
 * undefined where it stays, as a flow or a meeting holds it, or as it was made a major version or given a note.
 */
export async function withdrawCurrentRevision(ctx: Context, item: ItemRow): Promise<Authors | undefined> {
  const gone = await deleteCurrentRevision(ctx.db, item.revision_id);
  if (gone === undefined) return undefined;
  await updateItem(ctx.db, item.id, { version_no: item.version_no - 1, minor_no: item.minor_no - 1 });
  await releaseBlobs(ctx.db, { shas: [gone.sha256], at: ctx.now });
  return authorsOf(gone);
}

/** What an editor saves: stored bytes that the transaction has locked (`lockBlobs`). */
interface EditorSave {
  sha256: string;
  size: number;
  /** The revision that the same editing session made before; 0 for none. */
  ownRevisionId: number;
  authors: Authors;
  /** The lock that the editing session holds; released by the save for a moment, as its saver may be another than its holder. */
  lock?: Lock | undefined;
}

/**
 * Saves a document from an editor. Each editing session makes one revision: a later save takes back the session's own revision as long as that
 * is the current one. The right to modify, and that the editor knows the current revision, were checked before.
 */
export async function saveFromEditor(ctx: Context, document: ItemRow, save: EditorSave): Promise<PlacedDocument> {
  const { sha256, size, ownRevisionId, lock } = save;
  const holdsLock = lock !== undefined && document.lock_person_id === lock.personId && document.locked_at === lock.since;
  if (holdsLock) await releaseLock(ctx.db, lock);
  const [own] = ownRevisionId !== 0 && ownRevisionId === document.revision_id ? await revisionById(ctx.db, { id: ownRevisionId }) : [];
  // visitors alone take back no version with words of users, as they may have overwritten these
  const isFolded = own !== undefined && (save.authors.people.length > 0 || authorsOf(own).people.length === 0);
  const before = isFolded ? await withdrawCurrentRevision(ctx, document) : undefined;
  const item = (await findItem(ctx.db, document.id)) ?? document;
  const placed = await reviseDocument(ctx, item, { revisionId: newId(), size, keepLock: true });
  const authors = {
    people: [...(before?.people ?? []), ...save.authors.people],
    visitors: [...(before?.visitors ?? []), ...save.authors.visitors],
  };
  await addRevision(ctx, placed, { sha256, size, name: item.name, authors });
  if (holdsLock) await takeLock(ctx.db, lock);
  return placed;
}

/** What an editor saves beside a document that has a revision from elsewhere: `name` without the number that a taken name gets. */
interface SaveBeside {
  sha256: string;
  size: number;
  name: string;
  authors: Authors;
  /** The document that becomes the next revision of it, instead of a new one; the right to modify it was checked before. */
  into?: ItemRow | undefined;
}

/** Saves what an editor cannot make a revision of its document as a document in the same container. */
export async function saveBeside(ctx: Context, place: Place, { name, authors, into, ...content }: SaveBeside): Promise<PlacedDocument> {
  const revisionId = newId();
  const placed =
    into === undefined
      ? await placeDocument(ctx, place, { id: newId(), revisionId, name, size: content.size, onSameName: 'rename' })
      : await reviseDocument(ctx, into, { revisionId, size: content.size });
  await addRevision(ctx, placed, { ...content, name, authors });
  return placed;
}
