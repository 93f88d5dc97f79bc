import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { Context, Services } from '../../platform/context.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import { Refusal } from '../../platform/refusal.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { deleteAclRoots } from '../access/acl-roots.ts';
import { accessOf } from '../access/effective-rights.ts';
import { findItem } from '../access/items.ts';
import { type BinItem, requireBinItems } from './bin.ts';
import { binEntryById, deleteBinEntries, deletionsBefore } from './bin/bin.queries.ts';
import { documentPurged, itemsPurged } from './events.ts';
import { deleteItems as deleteRows, hasChildren, parentsOfOthers, rowsInBin } from './tree/subtrees.queries.ts';
import { releaseRevisions } from './blob-cleanup.ts';

/** Lets go of the rows that a module keeps of items, in the transaction that removes the items for good. */
type ItemRelease = (ctx: Pick<Context, 'db' | 'now'>, itemIds: number[]) => Promise<void>;

export const itemReleases = extensionPoint<ItemRelease>();

const batch = 500;

/** Purges deletions. Modules above free what they keep of the documents (`onPurge`). */
export async function removeItems(ctx: Context, input: { objIds: string[] }) {
  for (const binItem of await requireBinItems(ctx, [...new Set(input.objIds)], true)) await removeOne(ctx, binItem);
  return {};
}

async function removeOne(ctx: Context, { item, binId }: BinItem): Promise<void> {
  const access = await accessOf(ctx);
  const rows = await rowsInBin(ctx.db, binId);
  if (rows.some((row) => (access.bits(row.acl_id) & right.manage) === 0)) throw new Refusal(codes.noRightToManage);
  await purgeDeletion(ctx, { item, binId, rows });
}

/** What a purge needs: the context of a user, or the clock alone. */
type PurgeContext = Pick<Context, 'services' | 'db' | 'now' | 'emit'>;

/**
 * Purges one deletion, for a user or a sweep. What was deleted from a folder before the folder itself stays in the bin, as it may still be
 * restored: the folders around it then stay too, hidden and empty, with their rights, until the last of it is purged.
 */
async function purgeDeletion(
  ctx: PurgeContext,
  { item, binId, rows }: Omit<BinItem, 'trail'> & { rows: Awaited<ReturnType<typeof rowsInBin>> },
): Promise<void> {
  const parentOf = new Map(rows.map((row) => [row.id, row.parent_id]));
  const kept = new Set<number>();
  for (const parent of await parentsOfOthers(ctx.db, binId))
    for (let id: number | undefined = parent; id !== undefined && parentOf.has(id); id = parentOf.get(id)) kept.add(id);
  await deleteBinEntries(ctx.db, [item.id]);
  await purge(
    ctx,
    rows.map((row) => row.id).filter((id) => !kept.has(id)),
  );
  await ctx.emit(documentPurged, { objId: item.id, objName: item.name });
  await removeEmptyAncestors(ctx, item.parent_id);
}

async function purge(ctx: PurgeContext, ids: number[]): Promise<void> {
  await deleteAclRoots(ctx.db, ids);
  for (let at = 0; at < ids.length; at += batch) {
    const piece = ids.slice(at, at + batch);
    // modules that keep rows of an item must delete them in this transaction, before the item's own row
    for (const release of [releaseRevisions, ...itemReleases.all()]) await release(ctx, piece);
    await deleteRows(ctx.db, piece);
    await ctx.emit(itemsPurged, { ids: piece });
  }
}

/** Removes the folders that were kept only for what is purged now. */
async function removeEmptyAncestors(ctx: PurgeContext, parentId: number): Promise<void> {
  for (let id = parentId; id !== 0; ) {
    const folder = await findItem(ctx.db, id);
    if (folder === undefined || folder.bin_id === 0 || (await binEntryById(ctx.db, folder.bin_id)) !== undefined) return;
    if (await hasChildren(ctx.db, folder.id)) return;
    await purge(ctx, [folder.id]);
    id = folder.parent_id;
  }
}

const day = 24 * 3600_000;
/** Deletions purged in one run; the rest waits for the next hour, so that other sweeps run. */
const sweepLimit = 2000;

/** Purges what is in the recycle bin for longer than the site keeps it, each deletion in a transaction of its own. */
export async function sweepBin(services: Services): Promise<void> {
  const { binDays } = await settingsOf(services.database.read, 'retention');
  if (binDays === 0) return;
  for (let left = sweepLimit; left > 0; left--) {
    if (services.stopping.aborted || !(await purgeOldest(services, services.now() - binDays * day))) break;
  }
  services.outbox.wake();
}

async function purgeOldest(services: Services, before: number): Promise<boolean> {
  return services.database.write(async (db) => {
    const [entry] = await deletionsBefore(db, before, 1);
    const item = entry === undefined ? undefined : await findItem(db, entry.item_id);
    if (entry === undefined || item === undefined) return false;
    const now = services.now();
    const say: PurgeContext['emit'] = (event, data) =>
      services.outbox.emit(db, { name: '', address: '', spaceId: item.organisation_id }, { event, data, at: now });
    await purgeDeletion({ services, db, now, emit: say }, { item, binId: entry.id, rows: await rowsInBin(db, entry.id) });
    return true;
  });
}
