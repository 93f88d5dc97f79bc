import { codes } from '@dossier/contract/codes';
import { right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { accessOf } from '../permissions/access.ts';
import { forgetRoots } from '../permissions/roots.ts';
import { type BinHeld, needBinned } from './bin.ts';
import { binEntryById, deleteBinEntries } from './bin-queries.ts';
import { itemById } from './item-queries.ts';
import { deleteItems as deleteRows, hasChildren, parentsOfOthers, rowsInBin } from './subtree-queries.ts';
import { forgetReviews } from './review-queries.ts';

const batch = 500;

/** Removes deletions for good. Later rooms hear which documents are gone and free what they keep of them. */
export async function removeItems(ctx: Ctx, input: { objIds: string[] }) {
  for (const held of await needBinned(ctx, [...new Set(input.objIds)], true)) await removeOne(ctx, held);
  return {};
}

async function removeOne(ctx: Ctx, { item, binId }: BinHeld): Promise<void> {
  const access = await accessOf(ctx);
  const rows = await rowsInBin(ctx.db, binId);
  if (rows.some((row) => (access.bits(row.acl_id) & right.manage) === 0)) throw new Refusal(codes.noRightToManage);
  await purgeDeletion(ctx, { item, binId, rows });
}

/** What a purge needs: a person who wants it, or the clock alone. */
export type Purging = Pick<Ctx, 'house' | 'db' | 'now' | 'say'>;

/**
 * Removes what one deletion took away for good, whoever asks for it. What was deleted from a folder before the folder itself stays in the bin, as somebody may want it back: the folders around it
 * then stay too, hidden and empty, with their rights, until the last of it is gone.
 */
export async function purgeDeletion(
  ctx: Purging,
  { item, binId, rows }: Omit<BinHeld, 'trail'> & { rows: Awaited<ReturnType<typeof rowsInBin>> },
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
  await ctx.say('document.purged', { objId: item.id, objName: item.name });
  await removeShells(ctx, item.parent_id);
}

async function purge(ctx: Purging, ids: number[]): Promise<void> {
  await forgetRoots(ctx.db, ids);
  await forgetReviews(ctx.db, ids);
  for (let at = 0; at < ids.length; at += batch) {
    const piece = ids.slice(at, at + batch);
    // rooms that keep rows of an item must let go of them in this transaction, before the row itself goes
    for (const release of ctx.house.onPurge) await release(ctx, piece);
    await deleteRows(ctx.db, piece);
    await ctx.say('items.purged', { ids: piece });
  }
}

/** Removes the folders that only stayed for what is gone now. */
async function removeShells(ctx: Purging, parentId: number): Promise<void> {
  for (let id = parentId; id !== 0; ) {
    const [folder] = await itemById(ctx.db, { id });
    if (folder === undefined || folder.bin_id === 0 || (await binEntryById(ctx.db, folder.bin_id)) !== undefined) return;
    if (await hasChildren(ctx.db, folder.id)) return;
    await purge(ctx, [folder.id]);
    id = folder.parent_id;
  }
}
