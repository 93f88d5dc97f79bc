import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameKey } from '../../ground/text/names.ts';
import { accessOf } from '../permissions/access.ts';
import { type BinHeld, needBinned } from './bin.ts';
import { deleteBinEntries } from './bin-queries.ts';
import { addFolder } from './create-folder.ts';
import { cabinetByKey, childByKey, itemById, type ItemRow, updateItem } from './item-queries.ts';
import { freeNameIn, nameColumns } from './name-rules.ts';
import { placeUnder } from './place-items.ts';
import { splitDeletion } from './split-deletion.ts';
import { unbin } from './subtree-queries.ts';
import { kindWord } from './update-item.ts';

/** Brings items back to where they were. Folders around them come back too; a taken name gets a number. */
export async function restoreItems(ctx: Ctx, input: { objIds: string[] }) {
  const held = await needBinned(ctx, input.objIds, false);
  const list: { objId: string; parentId?: string; name: string }[] = [];
  for (const one of held) {
    const place = one.item.kind === objType.cabinet ? undefined : await ensurePlace(ctx, one);
    const name = await restoreOne(ctx, one, place);
    list.push({ objId: String(one.item.id), parentId: place === undefined ? undefined : String(place.id), name });
  }
  return { list };
}

async function restoreOne(ctx: Ctx, { item, binId }: BinHeld, place: ItemRow | undefined): Promise<string> {
  const name = place === undefined ? await freeCabinetName(ctx, item) : await freeNameIn(ctx.db, place.id, item.name);
  await updateItem(ctx.db, item.id, nameColumns(name));
  await unbin(ctx.db, binId);
  await deleteBinEntries(ctx.db, [item.id]);
  if (place !== undefined && place.id !== item.parent_id) await placeUnder(ctx, { ...item, bin_id: 0 }, place);
  await ctx.say(`${kindWord(item.kind)}.restored`, { objId: item.id, objName: name });
  return name;
}

async function freeCabinetName(ctx: Ctx, item: ItemRow): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? item.name : `${item.name} (${n})`;
    const asked = { organisation: item.organisation_id, area: item.area, shelf: item.shelf_id, key: nameKey(name) };
    if ((await cabinetByKey(ctx.db, asked)).length === 0) return name;
  }
}

/** The folder to restore into: the old one, brought back alone from the bin if it lies there, or made again by its name. */
async function ensurePlace(ctx: Ctx, { item, trail }: BinHeld): Promise<ItemRow> {
  const [parent] = await itemById(ctx.db, { id: item.parent_id });
  if (parent !== undefined && parent.bin_id === 0) return parent;
  let here: ItemRow | undefined;
  for (const step of trail) {
    const [known] = await itemById(ctx.db, { id: step.id });
    if (known !== undefined && known.bin_id === 0) here = known;
    else if (known !== undefined) here = await bringBackAlone(ctx, known, here);
    else here = await makeAgain(ctx, step.name, here);
  }
  if (here === undefined) throw new Refusal(codes.restoreNoPlace);
  return here;
}

/** Takes a folder out of the bin without its contents; each of those becomes a deletion of its own. */
async function bringBackAlone(ctx: Ctx, folder: ItemRow, above: ItemRow | undefined): Promise<ItemRow> {
  const twin = above === undefined ? undefined : (await childByKey(ctx.db, { parent: above.id, key: folder.name_key }))[0];
  if (twin !== undefined && twin.kind !== objType.document) return twin;
  const access = await accessOf(ctx);
  if ((access.bits(folder.acl_id) & right.visible) === 0) throw new Refusal(codes.restoreNoPlace);
  await splitDeletion(ctx, folder);
  const name = above === undefined ? await freeCabinetName(ctx, folder) : await freeNameIn(ctx.db, above.id, folder.name);
  await updateItem(ctx.db, folder.id, { ...nameColumns(name), bin_id: 0 });
  const back: ItemRow = { ...folder, bin_id: 0 };
  if (above !== undefined && above.id !== folder.parent_id) await placeUnder(ctx, back, above);
  return (await itemById(ctx.db, { id: folder.id }))[0] ?? back;
}

async function makeAgain(ctx: Ctx, name: string, above: ItemRow | undefined): Promise<ItemRow> {
  if (above === undefined) throw new Refusal(codes.restoreNoPlace);
  const [known] = await childByKey(ctx.db, { parent: above.id, key: nameKey(name) });
  if (known !== undefined && known.kind !== objType.document) return known;
  const id = await addFolder(ctx, above, { name: await freeNameIn(ctx.db, above.id, name) });
  const [made] = await itemById(ctx.db, { id });
  if (made === undefined) throw new Refusal(codes.restoreNoPlace);
  return made;
}
