import { type CustomFolder, type customFolders, mostCustomFolders } from '@dossier/contract/classification/custom-folders';
import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findVisibleItems, requireContainer } from '../access/require-items.ts';
import {
  customFoldersOf,
  deleteCustomFolders,
  forgetCustomFolderItems,
  forgetCustomFoldersOfPerson,
  hasCustomFolder,
  insertCustomFolder,
  placeCustomFolder,
  renameCustomFolder,
} from './custom-folders/custom-folders.queries.ts';

const ownerOf = ({ user }: Context) => ({ personId: user.id, organisationId: user.organisationId });

/** The caller's custom folders; what is gone, or is hidden from them now, keeps the caller's own name only. */
export async function listCustomFolders(ctx: Context): Promise<{ list: CustomFolder[] }> {
  const rows = await customFoldersOf(ctx.db, ownerOf(ctx));
  const seen = await findVisibleItems(
    ctx,
    rows.map((row) => row.item_id),
  );
  const byId = new Map(seen.map(({ item }) => [item.id, item]));
  const list = rows.map((row) => {
    const item = byId.get(row.item_id);
    const folder = item && { id: String(item.id), name: item.name, objType: item.kind, moduleType: item.area };
    return { id: String(row.id), name: row.name, ...(folder && { folder }) };
  });
  return { list };
}

export async function createCustomFolder(ctx: Context, input: ParsedOf<typeof customFolders.create>) {
  const { item } = await requireContainer(ctx, right.visible, input.folderId);
  const owner = ownerOf(ctx);
  if (await hasCustomFolder(ctx.db, owner, item.id)) throw new Refusal(codes.customFolderExists);
  const id = newId();
  const name = input.name ?? item.name.slice(0, 100);
  if (!(await insertCustomFolder(ctx.db, owner, { id, itemId: item.id, name, most: mostCustomFolders })))
    throw new Refusal(codes.customFoldersFull);
  return { id: String(id) };
}

export async function updateCustomFolder(ctx: Context, input: ParsedOf<typeof customFolders.update>) {
  if (!(await renameCustomFolder(ctx.db, ctx.user.id, { id: Number(input.id), name: input.name }))) throw new Refusal(codes.itemMissing);
  return {};
}

/** Those that are not the caller's are ignored, as they are gone for the caller already. */
export async function removeCustomFolders(ctx: Context, input: ParsedOf<typeof customFolders.delete>) {
  await deleteCustomFolders(ctx.db, ctx.user.id, input.ids.map(Number));
  return {};
}

export async function sortCustomFolders(ctx: Context, input: ParsedOf<typeof customFolders.sort>) {
  const known = (await customFoldersOf(ctx.db, ownerOf(ctx))).map((row) => row.id);
  const wanted = [...new Set(input.ids.map(Number))].filter((id) => known.includes(id));
  const order = [...wanted, ...known.filter((id) => !wanted.includes(id))];
  // at most ten rows
  for (const [place, id] of order.entries()) await placeCustomFolder(ctx.db, ctx.user.id, { id, place: place + 1 });
  return {};
}

/** Deletes the custom folders that are purged. */
export const releaseCustomFolders = async (ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> =>
  void (await forgetCustomFolderItems(ctx.db, itemIds));

/** Deletes the custom folders of a user who is removed. */
export const forgetCustomFoldersOf = async (db: Db, personId: number): Promise<void> =>
  void (await forgetCustomFoldersOfPerson(db, personId));
