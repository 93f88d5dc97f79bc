import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { content } from '@dossier/contract/documents/content';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireItem } from '../../access/require-items.ts';
import { releaseBlobs } from '../blob-cleanup.ts';
import { revisionDeleted } from '../events.ts';
import { downloadDocument, requireRevision } from '../file-tickets.ts';
import { requireOpenContainer } from '../folders.ts';
import { lockDocument, requireUnlocked } from '../locks.ts';
import { labelOf } from '../version-labels.ts';
import { deleteOlderRevision } from './revisions.queries.ts';

/** Locks a document for the caller, who fetches it to work on it elsewhere; ends by a check-in, or by giving it up. */
export async function checkOutDocument(ctx: Context, input: ParsedOf<typeof content.checkOut>) {
  const { item } = await requireItem(ctx, right.visible | right.modify, input.id, objType.document);
  // otherwise the check-in would be refused
  await requireOpenContainer(ctx, item);
  await lockDocument(ctx, input, { checkedOut: true });
  return downloadDocument(ctx, input);
}

/**
 * Deletes an older revision for good; its bytes are freed where nothing else has them. The current revision stays, and one that a flow,
 * a meeting or unsaved edits need: 4617.
 */
export async function deleteRevision(ctx: Context, input: ParsedOf<typeof content.deleteRevision>) {
  const target = { id: input.id, currentRev: input.revisionId };
  const { item, revision } = await requireRevision(ctx, right.visible | right.manage, target);
  await requireOpenContainer(ctx, item);
  await requireUnlocked(ctx, item);
  if (!(await deleteOlderRevision(ctx.db, revision.id))) throw new Refusal(codes.revisionKept);
  await releaseBlobs(ctx.db, { shas: [revision.sha256], at: ctx.now });
  const after = { version: labelOf(revision) };
  await ctx.emit(revisionDeleted, { objId: item.id, objName: item.name, number: revision.number, after });
  return {};
}
