import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { findItem, type ItemRow } from '../access/items.queries.ts';
import { releaseBlobs } from './blob-cleanup.ts';
import { type Lock, releaseLock, takeLock } from './locks.ts';
import { addRevision, type PlacedDocument, reviseDocument } from './place-document.ts';
import { deleteOlderRevision, isRevisionHeld, revisionById, writerIds } from './revisions/revisions.queries.ts';

/** What an editor saves: stored bytes that the transaction has locked (`lockBlobs`). */
interface EditorSave {
  sha256: string;
  size: number;
  /** The revision that the same editing session made before; 0 for none. */
  ownRevisionId: number;
  writers: readonly number[];
  /** The lock that the editing session holds; released by the save for a moment, as its saver may be another than its holder. */
  lock?: Lock | undefined;
}

/**
 * Saves a document from an editor. Each editing session makes one revision: a later save takes the place of the session's own revision as long
 * as that is the current one and no flow or meeting holds it. The right to modify, and that the editor knows the current revision, were checked
 * before.
 */
export async function saveFromEditor(ctx: Context, document: ItemRow, save: EditorSave): Promise<PlacedDocument> {
  const { sha256, size, ownRevisionId, lock } = save;
  let item = document;
  const holdsLock = lock !== undefined && item.lock_person_id === lock.personId && item.locked_at === lock.since;
  if (holdsLock) {
    await releaseLock(ctx.db, lock);
    item = (await findItem(ctx.db, item.id)) ?? item;
  }
  const replaces = ownRevisionId === item.revision_id && !(await isRevisionHeld(ctx.db, ownRevisionId)) ? ownRevisionId : undefined;
  const revisionId = newId();
  const placed = await reviseDocument(ctx, item, { revisionId, size, keepLock: true, replaces });
  const writers = replaces === undefined ? [] : await dropReplaced(ctx, replaces);
  await addRevision(ctx, placed, { sha256, size, name: item.name, writers: [...writers, ...save.writers] });
  if (holdsLock) await takeLock(ctx.db, lock);
  return placed;
}

/** Removes a revision whose place another has taken; answers who wrote it. */
async function dropReplaced(ctx: Context, revisionId: number): Promise<number[]> {
  const [revision] = await revisionById(ctx.db, { id: revisionId });
  if (revision === undefined || !(await deleteOlderRevision(ctx.db, revisionId)))
    throw new Error(`revision ${revisionId} was not replaced`);
  await releaseBlobs(ctx.db, { shas: [revision.sha256], at: ctx.now });
  return writerIds(revision);
}
