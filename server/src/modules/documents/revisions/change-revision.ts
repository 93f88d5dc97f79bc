import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { content } from '@dossier/contract/documents/content';
import { nextVersion, versionLabel } from '@dossier/contract/documents/version-labels';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { revisionPromoted, revisionUpdated } from '../events.ts';
import { type AuthorisedRevision, requireRevision } from '../file-tickets.ts';
import { requireOpenContainer } from '../folders.ts';
import { requireUnlocked } from '../locks.ts';
import { updateItem } from '../tree/items.queries.ts';
import { labelOf } from '../version-labels.ts';
import { setMajorVersion, setRevisionNote } from './revisions.queries.ts';

async function requireChangeableRevision(
  ctx: Context,
  { id, revisionId }: { id: string; revisionId: string },
): Promise<AuthorisedRevision> {
  const authorised = await requireRevision(ctx, right.visible | right.modify, { id, currentRev: revisionId });
  await requireOpenContainer(ctx, authorised.item);
  await requireUnlocked(ctx, authorised.item);
  return authorised;
}

/**
 * Makes the current revision the next major version, without new bytes. 4617 for an older one. One that is a major version already is
 * refused, so that a repeated call does not count twice.
 */
export async function promoteRevision(ctx: Context, input: ParsedOf<typeof content.promoteRevision>) {
  const { item, revision } = await requireChangeableRevision(ctx, input);
  if (revision.id !== item.revision_id) throw new Refusal(codes.revisionKept);
  const version = nextVersion({ major: item.major_no, minor: item.minor_no }, true);
  const numbers = { major_no: version.major, minor_no: version.minor };
  if (!(await setMajorVersion(ctx.db, revision.id, numbers))) throw new Refusal(codes.illegalOperation);
  await updateItem(ctx.db, item.id, { ...numbers, updater_id: ctx.user.id, updated_at: ctx.now });
  if (input.note !== undefined) await setRevisionNote(ctx.db, revision.id, input.note);
  const label = versionLabel(version);
  await ctx.emit(revisionPromoted, {
    objId: item.id,
    objName: item.name,
    before: { version: labelOf(revision) },
    after: { version: label },
    ...(input.note !== undefined && { changed: ['note'] }),
  });
  return { label };
}

/** Changes the note of a revision, current or older; the log keeps no text of it, as of descriptions. */
export async function updateRevision(ctx: Context, input: ParsedOf<typeof content.updateRevision>) {
  const { item, revision } = await requireChangeableRevision(ctx, input);
  if (input.note === revision.note) return {};
  await setRevisionNote(ctx.db, revision.id, input.note);
  await ctx.emit(revisionUpdated, { objId: item.id, objName: item.name, after: { version: labelOf(revision) }, changed: ['note'] });
  return {};
}
