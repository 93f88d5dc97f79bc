import type { Context } from '../../platform/context.ts';
import type { ItemRow } from '../access/items.queries.ts';
import { releaseBlobs } from './blob-cleanup.ts';
import { deleteCurrentRevision } from './revisions/revisions.queries.ts';
import { updateItem } from './tree/items.queries.ts';

/**
 * Takes back the current revision of a document, in the transaction that then gives it the next one: a program that saves often makes one
 * revision of all its saves. The caller has checked that the revision is its own. False where the revision stays, as something holds it.
 */
export async function withdrawCurrentRevision(ctx: Context, item: ItemRow): Promise<boolean> {
  const sha256 = await deleteCurrentRevision(ctx.db, item.revision_id);
  if (sha256 === undefined) return false;
  // the next revision gets the same number
  await updateItem(ctx.db, item.id, { version_no: item.version_no - 1 });
  await releaseBlobs(ctx.db, { shas: [sha256], at: ctx.now });
  return true;
}
