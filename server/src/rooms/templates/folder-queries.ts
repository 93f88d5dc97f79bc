import type { Insertable, Updateable } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import type { TemplateFolderTable, TemplateGrantTable } from '../../ground/db/types.generated.ts';
import { among } from '../../ground/db/words.ts';

export const folderById = (db: Db, id: number) => db.selectFrom('template_folder').selectAll().where('id', '=', id).executeTakeFirst();

/** All that is in a template, what was taken out too. */
export const foldersOf = (db: Db, templateId: number) =>
  db.selectFrom('template_folder').selectAll().where('template_id', '=', templateId).orderBy('name_sort').orderBy('id').execute();

export type FolderRow = Awaited<ReturnType<typeof foldersOf>>[number];

export const rightsOf = (db: Db, templateId: number) =>
  db.selectFrom('template_grant').selectAll().where('template_id', '=', templateId).orderBy('id').execute();

export type RightRow = Awaited<ReturnType<typeof rightsOf>>[number];

const inOneInsert = 100;

export async function insertFolders(db: Db, rows: Insertable<TemplateFolderTable>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += inOneInsert)
    await db
      .insertInto('template_folder')
      .values(rows.slice(at, at + inOneInsert))
      .execute();
}

export async function insertRights(db: Db, rows: Insertable<TemplateGrantTable>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += inOneInsert)
    await db
      .insertInto('template_grant')
      .values(rows.slice(at, at + inOneInsert))
      .execute();
}

export const updateFolder = (db: Db, ids: readonly number[], row: Updateable<TemplateFolderTable>) =>
  db
    .updateTable('template_folder')
    .set(row)
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export const deleteRightsOn = (db: Db, folderIds: readonly number[]) =>
  db
    .deleteFrom('template_grant')
    .where('folder_id', 'in', among(db, JSON.stringify(folderIds)))
    .execute();

export const deleteFolders = (db: Db, ids: readonly number[]) =>
  db
    .deleteFrom('template_folder')
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();
