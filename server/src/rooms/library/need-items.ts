import { type Code, codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type Access, accessOf } from '../permissions/access.ts';
import { type ItemRow, itemById, itemsByIds } from './item-queries.ts';
import { reachOf } from './visit-reach.ts';

/** An item that the caller may use, with the caller's bits on it. */
export interface Held {
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

type Reaches = (id: number) => boolean;

function judge(ctx: Ctx, access: Access, { item, need, reaches }: { item: ItemRow | undefined; need: number; reaches: Reaches }): Held {
  // what does not exist, lies in the bin or is hidden from the caller is one and the same refusal
  if (item === undefined || item.bin_id !== 0 || item.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.itemMissing);
  const bits = reaches(item.id) ? access.bits(item.acl_id) : 0;
  if ((bits & right.visible) === 0) throw new Refusal(codes.itemMissing);
  const lacking = refusalOf.find(([bit]) => (need & bit) !== 0 && (bits & bit) === 0);
  if (lacking !== undefined) throw new Refusal(lacking[1]);
  return { item, bits };
}

/** The one gate from outside to items: answers them in the order asked, or refuses all when one is missing, hidden or lacks a right in `need`. */
export async function needItems(ctx: Ctx, need: number, ids: readonly (string | number)[]): Promise<Held[]> {
  const access = await accessOf(ctx);
  const wanted = ids.map(Number);
  const rows = await itemsByIds(ctx.db, { ids: JSON.stringify(wanted) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const reaches = await reachOf(ctx, wanted);
  return wanted.map((id) => judge(ctx, access, { item: byId.get(id), need, reaches }));
}

/** One item through the same gate; `kind` narrows it: another kind counts as missing. */
export async function needItem(ctx: Ctx, need: number, ...[id, kind]: [id: string | number, kind?: number]): Promise<Held> {
  const access = await accessOf(ctx);
  const [item] = await itemById(ctx.db, { id: Number(id) });
  const held = judge(ctx, access, { item, need, reaches: await reachOf(ctx, [Number(id)]) });
  if (kind !== undefined && held.item.kind !== kind) throw new Refusal(missingOf[kind] ?? codes.itemMissing);
  return held;
}

/** A document that a later room lends to be looked at: its row, with the right to read besides what the caller has. Only for who has asked that room. */
export async function lentItem(ctx: Ctx, id: string | number): Promise<Held> {
  const [item] = await itemById(ctx.db, { id: Number(id) });
  if (item === undefined || item.bin_id !== 0 || item.organisation_id !== ctx.user.organisationId || item.kind !== objType.document)
    throw new Refusal(codes.itemMissing);
  return { item, bits: (await accessOf(ctx)).bits(item.acl_id) | right.visible | right.read };
}

/** A cabinet or folder to put something into. */
export async function needPlace(ctx: Ctx, need: number, id: string | number): Promise<Held> {
  const held = await needItem(ctx, need, id);
  if (held.item.kind === objType.document) throw new Refusal(codes.folderMissing);
  return held;
}

/** Those of the items that the caller may see, for lists that other rooms keep; order is kept, the rest is silently left out. */
export async function findVisible(ctx: Ctx, ids: readonly number[]): Promise<Held[]> {
  const access = await accessOf(ctx);
  const rows = await itemsByIds(ctx.db, { ids: JSON.stringify(ids) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const reaches = await reachOf(ctx, ids);
  return ids.flatMap((id) => {
    const item = byId.get(id);
    if (item === undefined || item.bin_id !== 0 || item.organisation_id !== ctx.user.organisationId) return [];
    const bits = reaches(item.id) ? access.bits(item.acl_id) : 0;
    return (bits & right.visible) === 0 ? [] : [{ item, bits }];
  });
}
