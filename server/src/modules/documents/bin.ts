import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Paged } from '@dossier/contract/core/shapes';
import type { BinEntry, library } from '@dossier/contract/documents/library';
import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import { inTransaction } from '../../platform/http/serve.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { deleteAclRoots } from '../access/acl-roots.ts';
import { accessOf } from '../access/effective-rights.ts';
import { findItem, findItems, type ItemRow, withAncestors } from '../access/items.queries.ts';
import { type AuthorisedItem, findVisibleItems, requireItems, requireRightBelow } from '../access/require-items.ts';
import { visibleContainers } from '../access/visible-items.ts';
import { spendBudget, splitBudget, subtreeBudget, takeSubtree } from '../access/write-budget.ts';
import { personNames } from '../identity/users.ts';
import { releaseRevisions } from './blob-cleanup.ts';
import { requireAttachable } from './attachments/attachable.ts';
import { attachmentsOfDeleted } from './attachments/attachments.queries.ts';
import { attachmentRestored, documentPurged, eventOfKind, itemDeleted, itemRestored, itemsPurged } from './events.ts';
import { requireManagedInPublishing } from './folders.ts';
import { firstFreeName, freeNameIn, nameColumns, refuseTakenName } from './item-names.ts';
import { isLockHolder, openEditors, requireNoOtherWriters, requireUnlocked } from './locks.ts';
import { cabinetsByKeys, updateItem } from './tree/items.queries.ts';
import {
  binEntriesOf,
  binEntryById,
  binSubtree,
  childrenInBin,
  deleteBinEntries,
  deleteItems as deleteRows,
  deletionAfter,
  hasChildren,
  insertBinEntry,
  liveAmong,
  lockedBelow,
  moveInBin,
  pageOfBin,
  parentsOfOthers,
  rowsInBin,
  sizeOfBins,
  unbin,
} from './tree/subtrees.queries.ts';

/** The folders around an item, from the cabinet down, as recorded in the bin. */
type Trail = { id: number; name: string }[];

/** Like `deleteItems`, after what the caller has written in open editors is saved, as a version that comes back with its document. */
export async function deleteEditedItems(ctx: Context, input: { objIds: string[] }) {
  for (const { item } of await requireItems(ctx, right.visible | right.modify, input.objIds)) {
    const held = (await openInSubtree(ctx, item)).filter((open) => isLockHolder(ctx, open.item));
    for (const open of held) for (const editors of openEditors.all()) await editors.saveWritten(ctx.services, open.item.id);
  }
  return inTransaction(ctx, (within) => deleteItems(within, input));
}

/** The documents of a subtree, its top included, that are open in editors: few, however large the subtree is. */
async function openInSubtree(ctx: Context, top: ItemRow): Promise<AuthorisedItem[]> {
  const open: number[] = [];
  for (const editors of openEditors.all()) open.push(...(await editors.openDocuments(ctx)));
  return open.length === 0 ? [] : findVisibleItems(ctx, await liveAmong(ctx.db, top.id, open));
}

/** Moves items with their contents to the recycle bin, all or none. */
export async function deleteItems(ctx: Context, input: { objIds: string[] }) {
  const authorised = await requireItems(ctx, right.visible | right.modify, input.objIds);
  const entries: { objId: string; binId: string }[] = [];
  const gone = new Set<number>();
  const budget = subtreeBudget();
  for (const { item, bits } of authorised) {
    if (item.kind === objType.cabinet && (bits & right.manage) === 0) throw new Refusal(codes.noRightToManage);
    await requireManagedInPublishing(ctx, { item, bits }, { below: true });
    await requireUnlocked(ctx, item);
    if (await lockedBelow(ctx.db, item.id, ctx.user.id)) throw new Refusal(codes.documentLocked);
    for (const open of await openInSubtree(ctx, item)) await requireNoOtherWriters(ctx, open);
    await requireRightBelow(ctx, item, right.modify);
    const rows = await withAncestors(ctx.db, item.id);
    // an item inside one that this call has deleted is already in the bin
    if (rows.some((row) => gone.has(row.id))) continue;
    await takeSubtree(ctx, budget, item);
    const binId = await deleteOne(ctx, item, rows);
    gone.add(item.id);
    entries.push({ objId: String(item.id), binId: String(binId) });
  }
  return { entries };
}

/** Moves one item with its contents to the recycle bin; `rows` are the item and its ancestors. The caller has checked that it may be deleted. */
export async function deleteOne(ctx: Context, item: ItemRow, rows: ItemRow[]): Promise<number> {
  const binId = newId();
  const ancestors: Trail = rows
    .slice(1)
    .map((row) => ({ id: row.id, name: row.name }))
    .toReversed();
  await binSubtree(ctx.db, item.id, binId);
  await insertBinEntry(ctx.db, {
    id: binId,
    item_id: item.id,
    acl_id: item.acl_id,
    organisation_id: item.organisation_id,
    area: item.area,
    parent_id: item.parent_id,
    ancestors: JSON.stringify(ancestors),
    person_id: ctx.user.id,
    deleted_at: ctx.now,
  });
  await ctx.emit(eventOfKind(itemDeleted, item.kind), { objId: item.id, objName: item.name });
  return binId;
}

/** The caller's own deletions, and those that the caller may manage; newest first. */
export async function listBin(ctx: Context, input: ParsedOf<typeof library.bin>): Promise<Paged<BinEntry>> {
  const access = await accessOf(ctx);
  const { rows, total } = await pageOfBin(ctx.db, {
    organisationId: ctx.user.organisationId,
    personId: ctx.user.id,
    visible: access.visible,
    managed: JSON.stringify(access.idsWith(right.manage)),
    area: input.moduleType,
    keyword: input.keyword,
    limit: input.pageSize,
    offset: (input.pageNo - 1) * input.pageSize,
  });
  const nameOf = await personNames(
    ctx,
    rows.map((row) => row.person_id),
  );
  const trails = rows.map((row) => JSON.parse(row.ancestors) as Trail);
  const around = await findItems(ctx.db, [...new Set(trails.flat().map((step) => step.id))]);
  const shown = new Map(around.filter((row) => access.isVisible(row.acl_id)).map((row) => [row.id, row.name]));
  const list = rows.map((row, place) => ({
    id: String(row.id),
    name: row.name,
    objType: row.kind,
    moduleType: row.area,
    ext: row.ext === '' ? undefined : row.ext,
    size: row.size === 0 ? undefined : row.size,
    path: trailPath(trails[place] ?? [], shown),
    deleteTime: new Date(row.deleted_at).toISOString(),
    deleterName: nameOf(row.person_id),
  }));
  return { list, pageNo: input.pageNo, pageSize: input.pageSize, totalNumber: total };
}

/** The original path from the innermost visible folder: ancestors above a hidden one are left out. */
function trailPath(ancestors: Trail, shown: ReadonlyMap<number, string>): string {
  const hidden = ancestors.findLastIndex((step) => !shown.has(step.id));
  const names = ancestors.slice(hidden + 1).map((step) => shown.get(step.id) ?? '');
  return names.join(' / ');
}

/** A deletion that the caller may undo or purge. */
interface BinItem {
  item: ItemRow;
  binId: number;
  trail: Trail;
}

/** Authorises bin items: own deletions while the rights to see and modify remain, and everything that the caller may manage. */
async function requireBinItems(ctx: Context, ids: readonly string[], finally_: boolean): Promise<BinItem[]> {
  const access = await accessOf(ctx);
  const wanted = ids.map(Number);
  const entries = new Map((await binEntriesOf(ctx.db, wanted)).map((entry) => [entry.item_id, entry]));
  const items = new Map((await findItems(ctx.db, wanted)).map((row) => [row.id, row]));
  await requireBinBudget(
    ctx,
    [...entries.values()].map((entry) => entry.id),
  );
  return wanted.map((id) => {
    const entry = entries.get(id);
    const item = items.get(id);
    if (entry === undefined || item === undefined || item.organisation_id !== ctx.user.organisationId)
      throw new Refusal(codes.binEntryMissing);
    const bits = access.bits(item.acl_id);
    const own = entry.person_id === ctx.user.id;
    if ((bits & (own ? right.visible : right.manage)) === 0) throw new Refusal(codes.binEntryMissing);
    const need = finally_ ? right.manage : right.modify;
    if ((bits & need) === 0) throw new Refusal(finally_ ? codes.noRightToManage : codes.noRightToOperate);
    return { item, binId: entry.id, trail: JSON.parse(entry.ancestors) as Trail };
  });
}

/** Refuses several deletions that together exceed the limit of a call; a single one was within it when it was made. */
async function requireBinBudget(ctx: Context, binIds: readonly number[]): Promise<void> {
  const budget = subtreeBudget();
  if (binIds.length > 1) spendBudget(budget, await sizeOfBins(ctx.db, binIds, budget.left + 1));
}

/** Makes every direct child of a deleted folder a deletion of its own, so that the folder can be restored without them. */
async function splitDeletion(ctx: Context, folder: ItemRow): Promise<void> {
  const [entry] = await binEntriesOf(ctx.db, [folder.id]);
  if (entry === undefined) return;
  const ancestors: Trail = [...(JSON.parse(entry.ancestors) as Trail), { id: folder.id, name: folder.name }];
  await deleteBinEntries(ctx.db, [folder.id]);
  const children = await childrenInBin(ctx.db, folder.id, entry.id);
  spendBudget(splitBudget(), children.length);
  for (const child of children) {
    const binId = newId();
    await moveInBin(ctx.db, child.id, { from: entry.id, to: binId });
    await insertBinEntry(ctx.db, {
      id: binId,
      item_id: child.id,
      acl_id: child.acl_id,
      organisation_id: child.organisation_id,
      area: child.area,
      parent_id: folder.id,
      ancestors: JSON.stringify(ancestors),
      person_id: entry.person_id,
      deleted_at: entry.deleted_at,
    });
  }
}

/**
 * Restores items to their original folders. Deleted folders around them are restored too, without their other contents; a taken name gets a
 * number.
 */
export async function restoreItems(ctx: Context, input: { objIds: string[] }) {
  const authorised = await requireBinItems(ctx, [...new Set(input.objIds)], false);
  const names = new Map<number, string>();
  // outermost first: a folder restored together with something deleted from it earlier is restored as a whole
  for (const one of authorised.toSorted((a, b) => a.trail.length - b.trail.length)) names.set(one.item.id, await restoreOne(ctx, one));
  const placeOf = await visibleContainers(
    ctx,
    authorised.map(({ item }) => item.parent_id),
  );
  const list = authorised.map(({ item }) => ({
    objId: String(item.id),
    // an attachment comes back to its document, which is no place to open
    parentId: item.attached === 1 ? undefined : placeOf(item.parent_id),
    name: names.get(item.id) ?? item.name,
  }));
  return { list };
}

async function restoreOne(ctx: Context, { item }: BinItem): Promise<string> {
  const document = item.attached === 1 ? await documentOfDeleted(ctx, item) : undefined;
  if (document === undefined) await restoreAncestors(ctx, item);
  const [entry] = await binEntriesOf(ctx.db, [item.id]);
  if (entry === undefined) throw new Refusal(codes.binEntryMissing);
  const name = await freeNameFor(ctx, item);
  await refuseTakenName(item.kind, async () => {
    await updateItem(ctx.db, item.id, nameColumns(name));
    await unbin(ctx.db, entry.id);
  });
  await deleteBinEntries(ctx.db, [item.id]);
  await ctx.emit(eventOfKind(itemRestored, item.kind), { objId: item.id, objName: name });
  if (document !== undefined)
    await ctx.emit(attachmentRestored, { objId: document.id, objName: document.name, after: { attachment: name } });
  return name;
}

/** The document that a deleted attachment comes back to. A deleted one has to be restored first, as a whole. */
async function documentOfDeleted(ctx: Context, attachment: ItemRow): Promise<ItemRow> {
  const document = await findItem(ctx.db, attachment.parent_id);
  if (document === undefined || document.bin_id !== 0) throw new Refusal(codes.restoreNoPlace);
  return requireAttachable(ctx, document.id);
}

const freeNameFor = (ctx: Context, item: ItemRow): Promise<string> =>
  item.parent_id === 0
    ? firstFreeName(item.name, (keys) => cabinetsByKeys(ctx.db, item, keys))
    : freeNameIn(ctx.db, item.parent_id, { name: item.name });

/** Restores the folders around an item, the outermost first. */
async function restoreAncestors(ctx: Context, item: ItemRow): Promise<void> {
  const [, ...above] = await withAncestors(ctx.db, item.id);
  const around = above.toReversed();
  for (const folder of around) if (folder.bin_id !== 0) await restoreFolderAlone(ctx, folder);
}

/** Restores a folder without its contents; each of those becomes a deletion of its own. Needs the rights that deleting it needs. */
async function restoreFolderAlone(ctx: Context, folder: ItemRow): Promise<void> {
  const access = await accessOf(ctx);
  const need = right.visible | (folder.kind === objType.cabinet ? right.manage : right.modify);
  if ((access.bits(folder.acl_id) & need) !== need) throw new Refusal(codes.restoreNoPlace);
  await splitDeletion(ctx, folder);
  const name = await freeNameFor(ctx, folder);
  await refuseTakenName(folder.kind, () => updateItem(ctx.db, folder.id, { ...nameColumns(name), bin_id: 0 }));
  await ctx.emit(eventOfKind(itemRestored, folder.kind), { objId: folder.id, objName: name });
}

/** Lets go of the rows that a module keeps of items, in the transaction that removes the items for good. */
type ItemRelease = (ctx: Pick<Context, 'db' | 'now'>, itemIds: number[]) => Promise<void>;

export const itemReleases = extensionPoint<ItemRelease>();

/** Asked before items are removed for good: whether one of them is still needed, so that all of them have to stay. */
export const purgeHolds = extensionPoint<(db: Db, itemIds: readonly number[]) => Promise<boolean>>();

async function isHeld(db: Db, itemIds: readonly number[]): Promise<boolean> {
  for (const holds of purgeHolds.all()) if (await holds(db, itemIds)) return true;
  return false;
}

const batch = 500;

/** Purges deletions. Modules above free what they keep of the documents (`itemReleases`), or keep the documents (`purgeHolds`). */
export async function removeItems(ctx: Context, input: { objIds: string[] }) {
  for (const binItem of await requireBinItems(ctx, [...new Set(input.objIds)], true)) await removeOne(ctx, binItem);
  return {};
}

async function removeOne(ctx: Context, { item, binId }: BinItem): Promise<void> {
  const access = await accessOf(ctx);
  const rows = await rowsInBin(ctx.db, binId);
  if (rows.some((row) => (access.bits(row.acl_id) & right.manage) === 0)) throw new Refusal(codes.noRightToManage);
  if (!(await purgeDeletion(ctx, { item, binId, rows }))) throw new Refusal(codes.flowDocumentBusy);
}

/** What a purge needs: the context of a user, or the clock alone. */
type PurgeContext = Pick<Context, 'services' | 'db' | 'now' | 'emit'>;

/**
 * Purges one deletion, for a user or a sweep. What was deleted from a folder before the folder itself stays in the bin, as it may still be
 * restored: the folders around it then stay too, hidden and empty, with their rights, until the last of it is purged. Answers false where something
 * of it is still needed, and all of it stays.
 */
async function purgeDeletion(
  ctx: PurgeContext,
  { item, binId, rows }: Omit<BinItem, 'trail'> & { rows: Awaited<ReturnType<typeof rowsInBin>> },
): Promise<boolean> {
  const parentOf = new Map(rows.map((row) => [row.id, row.parent_id]));
  // attachments that were deleted before their document have no place to come back to
  const lost = await attachmentsOfDeleted(ctx.db, binId);
  const kept = new Set<number>();
  for (const parent of await parentsOfOthers(ctx.db, binId))
    for (let id: number | undefined = parent; id !== undefined && parentOf.has(id); id = parentOf.get(id)) kept.add(id);
  const gone = [...lost, ...rows.map((row) => row.id).filter((id) => !kept.has(id))];
  if (await isHeld(ctx.db, gone)) return false;
  await deleteBinEntries(ctx.db, [item.id, ...lost]);
  await purgeItems(ctx, gone);
  await ctx.emit(documentPurged, { objId: item.id, objName: item.name });
  await removeEmptyAncestors(ctx, item.parent_id);
  return true;
}

/** Removes items for good that no list shows: of a deletion, or attachments of flows, which lie in no bin. */
export async function purgeItems(ctx: PurgeContext, ids: number[]): Promise<void> {
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
    await purgeItems(ctx, [folder.id]);
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
  const before = services.now() - binDays * day;
  let last: Deletion | undefined = { deleted_at: 0, id: 0 };
  for (let left = sweepLimit; left > 0 && !services.stopping.aborted; left--) {
    last = await purgeNext(services, { before, after: last });
    if (last === undefined) break;
  }
  services.outbox.wake();
}

/** The place of a deletion in the order of their times. */
type Deletion = { deleted_at: number; id: number };

/** Purges the deletion that follows another one, unless something of it is still needed; answers it. */
async function purgeNext(services: Services, among: { before: number; after: Deletion }): Promise<Deletion | undefined> {
  return services.database.write(async (db) => {
    const entry = await deletionAfter(db, among);
    const item = entry === undefined ? undefined : await findItem(db, entry.item_id);
    if (entry === undefined || item === undefined) return undefined;
    const now = services.now();
    const say: PurgeContext['emit'] = (event, data) =>
      services.outbox.emit(db, { name: '', address: '', spaceId: item.organisation_id }, { event, data, at: now });
    await purgeDeletion({ services, db, now, emit: say }, { item, binId: entry.id, rows: await rowsInBin(db, entry.id) });
    return entry;
  });
}
