import type { Context } from '../../platform/context.ts';
import { subscribe } from '../../platform/events/outbox.ts';
import { findItem, type ItemRow, withAncestors } from '../access/items.queries.ts';
import { deleteOne } from './bin.ts';
import { releaseBlobs } from './blob-cleanup.ts';
import { refusalOf, unreadableContents } from './content-verdicts.ts';
import { contentCleared, contentDestroyed, revisionDeleted } from './events.ts';
import { deleteOlderRevision, type RevisionRow, revisionsOf } from './revisions/revisions.queries.ts';
import { updateItem } from './tree/items.queries.ts';
import { labelOf } from './version-labels.ts';
import { setVerdict, versionsOfContent } from './verdicts.queries.ts';

/**
 * Destroys a content, by the permission for the isolation area. Versions that have it are deleted, and an older one becomes the current one again; a
 * document without another version goes to the recycle bin. What a flow, a meeting or unsaved edits hold stays, as attachments of flows do, without bytes.
 */
export async function deleteContent(ctx: Context, sha256: string): Promise<void> {
  await setVerdict(ctx.db, sha256, { from: ['infected', 'unchecked'], to: 'deleted' });
  const documentIds = [...new Set((await versionsOfContent(ctx.db, sha256)).map((row) => row.document_id))];
  for (const id of documentIds) {
    const item = await findItem(ctx.db, id);
    if (item !== undefined) await deleteVersions(ctx, item, sha256);
  }
  await ctx.emit(contentDestroyed, { sha256 });
  await releaseBlobs(ctx.db, { shas: [sha256], at: ctx.now });
}

async function deleteVersions(ctx: Context, item: ItemRow, sha256: string): Promise<void> {
  const all = await revisionsOf(ctx.db, item.id);
  const others = all.filter((row) => row.sha256 !== sha256);
  const current = all.find((row) => row.id === item.revision_id);
  if (current?.sha256 === sha256) {
    const verdicts = await unreadableContents(
      ctx.services,
      ctx.db,
      others.map((row) => row.sha256),
    );
    const before = others.find((row) => refusalOf(verdicts.get(row.sha256) ?? '') === undefined);
    // an attachment of a flow lies in no cabinet, and in no bin
    if (before === undefined) return item.bin_id === 0 && item.cabinet_id !== 0 ? binDocument(ctx, item) : undefined;
    await makeCurrent(ctx, item, before);
  }
  for (const row of all.filter((one) => one.sha256 === sha256)) {
    if (!(await deleteOlderRevision(ctx.db, row.id))) continue;
    const after = { version: labelOf(row) };
    await ctx.emit(revisionDeleted, { objId: item.id, objName: item.name, number: row.number, after, spaceId: item.organisation_id });
  }
}

async function binDocument(ctx: Context, item: ItemRow): Promise<void> {
  // told in the organisation of the document
  const emit: Context['emit'] = (event, data) => ctx.emit(event, { ...data, spaceId: item.organisation_id });
  await deleteOne({ ...ctx, emit }, item, await withAncestors(ctx.db, item.id));
}

/** The number of the document stays, so that the next version gets one that none had. */
async function makeCurrent(ctx: Context, item: ItemRow, before: RevisionRow): Promise<void> {
  await updateItem(ctx.db, item.id, {
    revision_id: before.id,
    size: before.size,
    major_no: before.major_no,
    minor_no: before.minor_no,
    updater_id: ctx.user.id,
    updated_at: ctx.now,
  });
  await ctx.emit(contentCleared, { ids: [item.id] });
}

/**
 * Removes the bytes of a destroyed content while the transaction holds its row, as `deleteIfUnused` does: where it came again meanwhile, it is isolated
 * and its bytes stay.
 */
export const contentDestruction = subscribe(contentDestroyed, {
  name: 'content.destroy',
  async job({ data }, services) {
    await services.database.write(async (db) => {
      if (await setVerdict(db, data.sha256, { from: ['deleted'], to: 'deleted' })) await services.storage.remove(data.sha256);
    });
  },
});
