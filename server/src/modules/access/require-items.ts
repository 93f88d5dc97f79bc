import { type Code, codes } from '@dossier/contract/core/codes';
import { moduleType, objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Access, accessOf } from './effective-rights.ts';
import type { ItemRow } from './item-row.ts';
import { ancestorsOfAll, itemById, itemsByIds } from './items.queries.ts';
import { aclsBelow } from './subtrees.queries.ts';

/**
 * Which of some items the caller reaches at all: everybody else any, the visitor of a link those that are shared and what lies below them, as
 * far as neither it nor what it lies in there is kept from links.
 */
export async function reachableInShare(ctx: Context, ids: readonly number[]): Promise<(id: number) => boolean> {
  const { shareSession: visit, db } = ctx;
  if (visit === undefined) return () => true;
  const parents = new Map((await ancestorsOfAll(db, { ids: JSON.stringify(ids) })).map((row) => [row.id, row.parent_id]));
  const held = await visit.withheld(db, [...parents.keys()]);
  const isShared = (id: number): boolean => {
    for (let at: number | undefined = id; at !== undefined && at !== 0; at = parents.get(at)) {
      if (visit.items.has(at)) return true;
      if (held.has(at)) return false;
    }
    return false;
  };
  const hidden = await visit.hidden(
    db,
    ids.filter((id) => !visit.items.has(id)),
  );
  return (id) => isShared(id) && !hidden.has(id);
}

/** The way from the shared item down to one below it, both included; the caller has asked for the item. */
export async function pathInShare(ctx: Context, id: number): Promise<{ id: number; name: string }[]> {
  const rows = new Map((await ancestorsOfAll(ctx.db, { ids: JSON.stringify([id]) })).map((row) => [row.id, row]));
  const way: { id: number; name: string }[] = [];
  for (let row = rows.get(id); row !== undefined; row = rows.get(row.parent_id)) {
    way.unshift({ id: row.id, name: row.name });
    if (ctx.shareSession?.items.has(row.id) === true) break;
  }
  return way;
}

/** An item that the caller may use, with the caller's bits on it. */
export interface AuthorisedItem {
  item: ItemRow;
  bits: number;
}

const refusalOf: [number, Code][] = [
  [right.read, codes.noRightToView],
  [right.print, codes.noRightToPrint],
  [right.pdf, codes.noRightToDownload],
  [right.download, codes.noRightToDownload],
  [right.upload, codes.noRightToUpload],
  [right.modify, codes.noRightToOperate],
  [right.manage, codes.noRightToManage],
];

const missingOf: Record<number, Code> = {
  [objType.cabinet]: codes.cabinetMissing,
  [objType.folder]: codes.folderMissing,
  [objType.document]: codes.documentMissing,
};

type IsReachable = (id: number) => boolean;

function authorise(
  ctx: Context,
  access: Access,
  { item, need, reaches }: { item: ItemRow | undefined; need: number; reaches: IsReachable },
): AuthorisedItem {
  // what does not exist, lies in the bin or is hidden from the caller is one and the same refusal
  if (item === undefined || item.bin_id !== 0 || item.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.itemMissing);
  const bits = reaches(item.id) ? access.bits(item.acl_id) : 0;
  if ((bits & right.visible) === 0) throw new Refusal(codes.itemMissing);
  const lacking = refusalOf.find(([bit]) => (need & bit) !== 0 && (bits & bit) === 0);
  if (lacking !== undefined) throw new Refusal(lacking[1]);
  return { item, bits };
}

/** The one gate from outside to items: answers them in the order asked, or refuses all when one is missing, hidden or lacks a right in `need`. */
export async function requireItems(ctx: Context, need: number, ids: readonly (string | number)[]): Promise<AuthorisedItem[]> {
  const access = await accessOf(ctx);
  const wanted = ids.map(Number);
  const rows = await itemsByIds(ctx.db, { ids: JSON.stringify(wanted) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const reaches = await reachableInShare(ctx, wanted);
  return wanted.map((id) => authorise(ctx, access, { item: byId.get(id), need, reaches }));
}

/** One item through the same gate; `kind` narrows it: another kind counts as missing. */
export async function requireItem(ctx: Context, need: number, id: string | number, kind?: number): Promise<AuthorisedItem> {
  const access = await accessOf(ctx);
  const [item] = await itemById(ctx.db, { id: Number(id) });
  const held = authorise(ctx, access, { item, need, reaches: await reachableInShare(ctx, [Number(id)]) });
  if (kind !== undefined && held.item.kind !== kind) throw new Refusal(missingOf[kind] ?? codes.itemMissing);
  return held;
}

/** A document that a later room lends to be looked at: its row, with the right to read besides what the caller has. Only for who has asked that room. */
export async function itemWithTemporaryAccess(ctx: Context, id: string | number): Promise<AuthorisedItem> {
  const [item] = await itemById(ctx.db, { id: Number(id) });
  if (item === undefined || item.bin_id !== 0 || item.organisation_id !== ctx.user.organisationId || item.kind !== objType.document)
    throw new Refusal(codes.itemMissing);
  return { item, bits: (await accessOf(ctx)).bits(item.acl_id) | right.visible | right.read };
}

/** A cabinet or folder to put something into. */
export async function requireContainer(ctx: Context, need: number, id: string | number): Promise<AuthorisedItem> {
  const held = await requireItem(ctx, need, id);
  if (held.item.kind === objType.document) throw new Refusal(codes.folderMissing);
  return held;
}

/** Those of the items that the caller may see, for lists that other rooms keep; order is kept, the rest is silently left out. */
export async function findVisibleItems(ctx: Context, ids: readonly number[]): Promise<AuthorisedItem[]> {
  const access = await accessOf(ctx);
  const rows = await itemsByIds(ctx.db, { ids: JSON.stringify(ids) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const reaches = await reachableInShare(ctx, ids);
  return ids.flatMap((id) => {
    const item = byId.get(id);
    if (item === undefined || item.bin_id !== 0 || item.organisation_id !== ctx.user.organisationId) return [];
    const bits = reaches(item.id) ? access.bits(item.acl_id) : 0;
    return (bits & right.visible) === 0 ? [] : [{ item, bits }];
  });
}

/** Refuses when anything live in the subtree stands under a list without the right: nobody takes away what they may not change. */
export async function requireRightBelow(ctx: Context, item: ItemRow, need: number): Promise<void> {
  if (item.kind === objType.document) return;
  const access = await accessOf(ctx);
  for (const acl of await aclsBelow(ctx.db, item.id)) if ((access.bits(acl) & need) !== need) throw new Refusal(codes.noRightToOperate);
}

/** What the caller holds on each access list of the live items of a subtree, its top included. */
export async function holdsBelow(ctx: Context, item: ItemRow): Promise<number[]> {
  const access = await accessOf(ctx);
  return (await aclsBelow(ctx.db, item.id)).map((acl) => access.hold(acl));
}

/** Whether an item stands in an area of the organisation: personal documents are not for an office to look through, nor to know by name. */
export const isInSharedArea = ({ area }: Pick<ItemRow, 'area'>): boolean => area === moduleType.enterprise || area === moduleType.system;

const isLive = (ctx: Context, item: ItemRow): boolean => item.bin_id === 0 && item.organisation_id === ctx.user.organisationId;

/** An item for the office that sees all rights: no right on it is needed, and none is given. */
export async function requireSharedItem(ctx: Context, id: string | number): Promise<ItemRow> {
  const [item] = await itemById(ctx.db, { id: Number(id) });
  if (item === undefined || !isLive(ctx, item)) throw new Refusal(codes.itemMissing);
  if (isInSharedArea(item)) return item;
  // of personal documents it learns no more than anybody else
  const bits = (await accessOf(ctx)).bits(item.acl_id);
  throw new Refusal((bits & right.visible) === 0 ? codes.itemMissing : codes.noRightToManage);
}

/** Those of some items that this office may be told of; order is kept, the rest is silently left out. */
export async function findItemsOfSharedAreas(ctx: Context, ids: readonly number[]): Promise<ItemRow[]> {
  const rows = await itemsByIds(ctx.db, { ids: JSON.stringify(ids) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const item = byId.get(id);
    return item !== undefined && isLive(ctx, item) && isInSharedArea(item) ? [item] : [];
  });
}
