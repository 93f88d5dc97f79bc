import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { accessOf } from '../permissions/access.ts';
import { type BinHeld, needBinned } from './bin.ts';
import { binEntriesOf, deleteBinEntries } from './bin-queries.ts';
import { cabinetsByKeys, type ItemRow, updateItem, wayUp } from './item-queries.ts';
import { firstFree, freeNameIn, nameColumns, refusingTaken } from './name-rules.ts';
import { splitDeletion } from './split-deletion.ts';
import { unbin } from './subtree-queries.ts';
import { kindWord } from './update-item.ts';
import { visiblePlaces } from './visible-places.ts';

/** Brings items back to where they were. Folders around them come back too, without what else was in them; a taken name gets a number. */
export async function restoreItems(ctx: Ctx, input: { objIds: string[] }) {
  const held = await needBinned(ctx, [...new Set(input.objIds)], false);
  const names = new Map<number, string>();
  // from the outside in: who wants a folder and something deleted from it before wants the whole folder
  for (const one of held.toSorted((a, b) => a.trail.length - b.trail.length)) names.set(one.item.id, await restoreOne(ctx, one));
  const placeOf = await visiblePlaces(
    ctx,
    held.map(({ item }) => item.parent_id),
  );
  const list = held.map(({ item }) => ({
    objId: String(item.id),
    parentId: placeOf(item.parent_id),
    name: names.get(item.id) ?? item.name,
  }));
  return { list };
}

async function restoreOne(ctx: Ctx, { item }: BinHeld): Promise<string> {
  await bringBackAround(ctx, item);
  const [entry] = await binEntriesOf(ctx.db, [item.id]);
  if (entry === undefined) throw new Refusal(codes.binEntryMissing);
  const name = await freeName(ctx, item);
  await refusingTaken(item.kind, async () => {
    await updateItem(ctx.db, item.id, nameColumns(name));
    await unbin(ctx.db, entry.id);
  });
  await deleteBinEntries(ctx.db, [item.id]);
  await ctx.say(`${kindWord(item.kind)}.restored`, { objId: item.id, objName: name });
  return name;
}

const freeName = (ctx: Ctx, item: ItemRow): Promise<string> =>
  item.parent_id === 0
    ? firstFree(item.name, (keys) => cabinetsByKeys(ctx.db, item, keys))
    : freeNameIn(ctx.db, item.parent_id, { name: item.name });

/** Takes the folders around an item out of the bin, the outermost first. */
async function bringBackAround(ctx: Ctx, item: ItemRow): Promise<void> {
  const rows = new Map((await wayUp(ctx.db, { id: item.id })).map((row) => [row.id, row]));
  const around: ItemRow[] = [];
  for (let row = rows.get(item.parent_id); row !== undefined; row = rows.get(row.parent_id)) around.unshift(row);
  for (const folder of around) if (folder.bin_id !== 0) await bringBackAlone(ctx, folder);
}

/** Takes a folder out of the bin without its contents; each of those becomes a deletion of its own. Needs what deleting it needed. */
async function bringBackAlone(ctx: Ctx, folder: ItemRow): Promise<void> {
  const access = await accessOf(ctx);
  const need = right.visible | (folder.kind === objType.cabinet ? right.manage : right.modify);
  if ((access.bits(folder.acl_id) & need) !== need) throw new Refusal(codes.restoreNoPlace);
  await splitDeletion(ctx, folder);
  const name = await freeName(ctx, folder);
  await refusingTaken(folder.kind, () => updateItem(ctx.db, folder.id, { ...nameColumns(name), bin_id: 0 }));
  await ctx.say(`${kindWord(folder.kind)}.restored`, { objId: folder.id, objName: name });
}
