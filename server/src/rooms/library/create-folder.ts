import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameKey } from '../../ground/text/names.ts';
import { childAcl, openRoot, ringsFrom } from '../permissions/roots.ts';
import { childByKey, insertItem, type ItemRow, levelsUp } from './item-queries.ts';
import { nameColumns, needWelcomeName, refusingTaken } from './name-rules.ts';
import { needItem } from './need-items.ts';

/** Folders within folders, the cabinet included. */
export const deepest = 100;

/** The place in its row of a folder for which none is named. */
export const usualOrder = 99;

/** How deep places stand, as far as one transaction has asked: who makes many folders asks once for each parent. */
export type Depths = Map<number, number>;

async function depthOf(ctx: Ctx, place: ItemRow, depths?: Depths): Promise<number> {
  const known = depths?.get(place.id);
  if (known !== undefined) return known;
  const [found] = await levelsUp(ctx.db, { id: place.id });
  const depth = found?.n ?? 0;
  depths?.set(place.id, depth);
  return depth;
}

/** Refuses so many levels of folders below a place where they would be too deep. */
export async function needDepth(ctx: Ctx, place: ItemRow, levels: number): Promise<void> {
  if ((await depthOf(ctx, place)) + levels > deepest) throw new Refusal(codes.folderTooDeep);
}

/** A folder that is wanted. */
export interface NewFolder {
  name: string;
  description?: string;
  sortNumber?: number;
  depths?: Depths;
  /** With rights of its own from the start; whether it takes over those from above. */
  own?: { inherits: boolean } | undefined;
}

/** Makes a folder in a place that the caller may put things into. */
export async function addFolder(ctx: Ctx, place: ItemRow, folder: NewFolder): Promise<number> {
  const { id, name } = await writeFolder(ctx, place, folder);
  await ctx.say('folder.created', { objId: id, objName: name });
  return id;
}

/** Writes the row of a new folder; whoever asks says how it came. */
export async function writeFolder(ctx: Ctx, place: ItemRow, folder: NewFolder): Promise<{ id: number; name: string }> {
  const id = newId();
  const names = nameColumns(folder.name);
  await needWelcomeName(ctx, names.name);
  const [taken] = await childByKey(ctx.db, { parent: place.id, key: names.name_key });
  if (taken !== undefined) throw new Refusal(codes.folderNameExists);
  const depth = (await depthOf(ctx, place, folder.depths)) + 1;
  if (depth > deepest) throw new Refusal(codes.folderTooDeep);
  folder.depths?.set(id, depth);
  const above = await childAcl(ctx.db, place.acl_id);
  const root = { id, ownerId: 0, organisationId: place.organisation_id, ...folder.own };
  const acl = folder.own !== undefined ? (await openRoot(ctx.db, root, await ringsFrom(ctx.db, above)))[0] : above;
  await refusingTaken(objType.folder, () =>
    insertItem(ctx.db, {
      id,
      kind: objType.folder,
      organisation_id: place.organisation_id,
      area: place.area,
      shelf_id: place.shelf_id,
      cabinet_id: place.cabinet_id,
      parent_id: place.id,
      acl_id: acl,
      ...names,
      description: folder.description ?? '',
      sort_number: folder.sortNumber ?? usualOrder,
      creator_id: ctx.user.id,
      updater_id: ctx.user.id,
      owner_id: ctx.user.id,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  );
  return { id, name: names.name };
}

/** The folder at the end of a path of names below a place, made where it is missing; every step needs the right to upload. */
export async function ensureFolders(
  ctx: Ctx,
  place: ItemRow,
  { path, depths }: { path: readonly string[]; depths?: Depths },
): Promise<ItemRow> {
  let here = place;
  for (const name of path) {
    const [known] = await childByKey(ctx.db, { parent: here.id, key: nameKey(name) });
    if (known?.kind === objType.document) throw new Refusal(codes.documentNameExists);
    const id = known?.id ?? (await addFolder(ctx, here, { name, depths }));
    here = (await needItem(ctx, right.visible | right.upload, id)).item;
  }
  return here;
}
