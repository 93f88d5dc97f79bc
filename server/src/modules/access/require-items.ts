import { type Code, codes } from '@dossier/contract/core/codes';
import { moduleType, objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Access, accessOf } from './effective-rights.ts';
import { aclsBelow, ancestorsOfAll, itemById, type ItemRow, itemsByIds } from './items.queries.ts';

/**
 * Which of some items the caller can access: all for users; for a share session the shared items and what lies below them, unless the item
 * or a folder between is blocked from sharing.
 */
export async function reachableInShare(ctx: Context, ids: readonly number[]): Promise<(id: number) => boolean> {
  const { shareSession: share, db } = ctx;
  if (share === undefined) return () => true;
  const parents = new Map((await ancestorsOfAll(db, { ids: JSON.stringify(ids) })).map((row) => [row.id, row.parent_id]));
  const assigned = await share.withheld(db, [...parents.keys()]);
  const isShared = (id: number): boolean => {
    for (let at: number | undefined = id; at !== undefined && at !== 0; at = parents.get(at)) {
      if (share.items.has(at)) return true;
      if (assigned.has(at)) return false;
    }
    return false;
  };
  const hidden = await share.hidden(
    db,
    ids.filter((id) => !share.items.has(id)),
  );
  return (id) => isShared(id) && !hidden.has(id);
}

/** What may be done with an attachment by itself: it is read. All else is done with the document that it belongs to, and by the calls of attachments. */
const attachmentRights = right.visible | right.read | right.print | right.pdf | right.download;

/** The caller's bits on an item. Attachments are seen by who may read them; visitors of share links see none. */
export function bitsOn(ctx: Context, access: Pick<Access, 'bits'>, { acl_id, attached }: Pick<ItemRow, 'acl_id' | 'attached'>): number {
  const bits = access.bits(acl_id);
  if (attached === 0) return bits;
  return ctx.shareSession === undefined && (bits & right.read) !== 0 ? bits & attachmentRights : 0;
}

/** Refuses what is not done with an attachment by itself, such as sharing it. */
export function refuseAttachments(authorised: readonly AuthorisedItem[]): void {
  if (authorised.some(({ item }) => item.attached === 1)) throw new Refusal(codes.attachmentNotAlone);
}

/** The path from the shared item down to one below it, both included; the caller has authorised the item. */
export async function pathInShare(ctx: Context, id: number): Promise<{ id: number; name: string }[]> {
  const rows = new Map((await ancestorsOfAll(ctx.db, { ids: JSON.stringify([id]) })).map((row) => [row.id, row]));
  const path: { id: number; name: string }[] = [];
  for (let row = rows.get(id); row !== undefined; row = rows.get(row.parent_id)) {
    path.unshift({ id: row.id, name: row.name });
    if (ctx.shareSession?.items.has(row.id) === true) break;
  }
  return path;
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
  // missing, deleted and hidden items get the same refusal
  if (item === undefined || item.bin_id !== 0 || item.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.itemMissing);
  const bits = reaches(item.id) ? bitsOn(ctx, access, item) : 0;
  if ((bits & right.visible) === 0) throw new Refusal(codes.itemMissing);
  if (item.attached === 1 && (need & ~attachmentRights) !== 0) throw new Refusal(codes.attachmentNotAlone);
  const lacking = refusalOf.find(([bit]) => (need & bit) !== 0 && (bits & bit) === 0);
  if (lacking !== undefined) throw new Refusal(lacking[1]);
  return { item, bits };
}

/** The one authorisation gate to items: answers them in the order asked, or refuses all when one is missing, hidden or lacks a right in `need`. */
export async function requireItems(ctx: Context, need: number, ids: readonly (string | number)[]): Promise<AuthorisedItem[]> {
  const access = await accessOf(ctx);
  const wanted = ids.map(Number);
  const rows = await itemsByIds(ctx.db, { ids: JSON.stringify(wanted) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const reaches = await reachableInShare(ctx, wanted);
  return wanted.map((id) => authorise(ctx, access, { item: byId.get(id), need, reaches }));
}

/** One item through the same gate; with `kind`, an item of another kind counts as missing. */
export async function requireItem(ctx: Context, need: number, id: string | number, kind?: number): Promise<AuthorisedItem> {
  const access = await accessOf(ctx);
  const [item] = await itemById(ctx.db, { id: Number(id) });
  const authorised = authorise(ctx, access, { item, need, reaches: await reachableInShare(ctx, [Number(id)]) });
  if (kind !== undefined && authorised.item.kind !== kind) throw new Refusal(missingOf[kind] ?? codes.itemMissing);
  return authorised;
}

/**
 * A document to which a later module gives temporary access: its row, with the right to read besides the caller's rights. The caller must
 * have checked with that module.
 */
export async function itemWithTemporaryAccess(ctx: Context, id: string | number): Promise<AuthorisedItem> {
  const [item] = await itemById(ctx.db, { id: Number(id) });
  if (item === undefined || item.bin_id !== 0 || item.organisation_id !== ctx.user.organisationId || item.kind !== objType.document)
    throw new Refusal(codes.itemMissing);
  return { item, bits: (await accessOf(ctx)).bits(item.acl_id) | right.visible | right.read };
}

/** A cabinet or folder as a destination. */
export async function requireContainer(ctx: Context, need: number, id: string | number): Promise<AuthorisedItem> {
  const authorised = await requireItem(ctx, need, id);
  if (authorised.item.kind === objType.document) throw new Refusal(codes.folderMissing);
  return authorised;
}

/** The items that the caller may see, for lists kept by other modules; keeps the order and leaves out the rest. */
export async function findVisibleItems(ctx: Context, ids: readonly number[]): Promise<AuthorisedItem[]> {
  const access = await accessOf(ctx);
  const rows = await itemsByIds(ctx.db, { ids: JSON.stringify(ids) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const reaches = await reachableInShare(ctx, ids);
  return ids.flatMap((id) => {
    const item = byId.get(id);
    if (item === undefined || item.bin_id !== 0 || item.organisation_id !== ctx.user.organisationId) return [];
    const bits = reaches(item.id) ? bitsOn(ctx, access, item) : 0;
    return (bits & right.visible) === 0 ? [] : [{ item, bits }];
  });
}

/** Refuses when any live item of the subtree has a list without the right: nothing is removed that the caller may not change. */
export async function requireRightBelow(ctx: Context, item: ItemRow, need: number): Promise<void> {
  if (item.kind === objType.document) return;
  const access = await accessOf(ctx);
  for (const acl of await aclsBelow(ctx.db, item.id)) if ((access.bits(acl) & need) !== need) throw new Refusal(codes.noRightToOperate);
}

/** The caller's packed rights on each access list of the live items of a subtree, its top included. */
export async function holdsBelow(ctx: Context, item: ItemRow): Promise<number[]> {
  const access = await accessOf(ctx);
  return (await aclsBelow(ctx.db, item.id)).map((acl) => access.hold(acl));
}

/** Whether an item is in a shared area. Administrative permissions neither open personal documents nor show their names. */
export const isInSharedArea = ({ area }: Pick<ItemRow, 'area'>): boolean => area === moduleType.enterprise || area === moduleType.system;

const isLive = (ctx: Context, item: ItemRow): boolean => item.bin_id === 0 && item.organisation_id === ctx.user.organisationId;

/** An item for the permission to see all rights: needs no right on it, and gives none. */
export async function requireSharedItem(ctx: Context, id: string | number): Promise<ItemRow> {
  const [item] = await itemById(ctx.db, { id: Number(id) });
  if (item === undefined || !isLive(ctx, item)) throw new Refusal(codes.itemMissing);
  if (isInSharedArea(item)) return item;
  // an auditor learns no more of personal documents than other users
  const bits = (await accessOf(ctx)).bits(item.acl_id);
  throw new Refusal((bits & right.visible) === 0 ? codes.itemMissing : codes.noRightToManage);
}

/** The items among these that an auditor may be told of; keeps the order and leaves out the rest. */
export async function findItemsOfSharedAreas(ctx: Context, ids: readonly number[]): Promise<ItemRow[]> {
  const rows = await itemsByIds(ctx.db, { ids: JSON.stringify(ids) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const item = byId.get(id);
    return item !== undefined && isLive(ctx, item) && isInSharedArea(item) ? [item] : [];
  });
}
