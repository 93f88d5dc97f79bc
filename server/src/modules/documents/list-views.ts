import { codes } from '@dossier/contract/core/codes';
import type { ParsedOf } from '@dossier/contract/core/route';
import { type ListView, ViewSettings, type listViews, mostListViews } from '@dossier/contract/documents/list-views';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/dialect.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { nameColumns } from '../../platform/text/names.ts';
import {
  type Owner,
  deleteAllListViews,
  deleteListViews,
  insertListView,
  listViewsOf,
  updateListView,
} from './lists/list-views.queries.ts';

const ownerOf = ({ user }: Context): Owner => ({ personId: user.id, organisationId: user.organisationId });

/** The caller's saved views; one in a shape that is no longer read is left out. */
export async function listSavedViews(ctx: Context): Promise<{ list: ListView[] }> {
  const rows = await listViewsOf(ctx.db, ownerOf(ctx));
  const list = rows.flatMap(({ id, name, settings: stored }) => {
    const settings = ViewSettings.safeParse(JSON.parse(stored));
    return settings.success ? [{ id: String(id), name, settings: settings.data }] : [];
  });
  return { list };
}

const viewName = (given: string) => {
  const { name, name_key, name_sort } = nameColumns(given);
  return { name, name_key, name_sort };
};

async function refuseTakenName<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal(codes.savedNameExists) : error;
  }
}

export async function saveListView(ctx: Context, { name, settings }: ParsedOf<typeof listViews.save>) {
  const id = newId();
  const row = { id, ...viewName(name), settings: JSON.stringify(settings), at: ctx.now, most: mostListViews };
  if (!(await refuseTakenName(insertListView(ctx.db, ownerOf(ctx), row)))) throw new Refusal(codes.listViewsFull);
  return { id: String(id) };
}

export async function changeListView(ctx: Context, { id, name, settings }: ParsedOf<typeof listViews.update>) {
  const changes = {
    id: Number(id),
    updated_at: ctx.now,
    ...(name !== undefined && viewName(name)),
    ...(settings !== undefined && { settings: JSON.stringify(settings) }),
  };
  if (!(await refuseTakenName(updateListView(ctx.db, ownerOf(ctx), changes)))) throw new Refusal(codes.itemMissing);
  return {};
}

/** Those that are not the caller's are ignored, as they are gone for the caller already. */
export async function removeListViews(ctx: Context, { ids }: ParsedOf<typeof listViews.delete>) {
  await deleteListViews(ctx.db, ownerOf(ctx), ids.map(Number));
  return {};
}

/** Deletes the views of a user who is removed. */
export const forgetListViewsOf = async (db: Db, personId: number): Promise<void> => void (await deleteAllListViews(db, personId));
