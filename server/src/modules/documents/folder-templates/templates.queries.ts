import { type Insertable, type Updateable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, containing } from '../../../platform/db/dialect.ts';
import type { FolderTemplateTable, TemplateFolderTable, TemplateGrantTable } from '../../../platform/db/types.generated.ts';
import { nameKey } from '../../../platform/text/names.ts';

const foldersIn = sql<number>`(select count(*) from template_folder f where f.template_id = folder_template.id and f.removed = 0 and f.parent_id <> 0)`;
const rightsIn = sql<number>`(select count(*) from template_grant g join template_folder f on f.id = g.folder_id
  where g.template_id = folder_template.id and f.removed = 0)`;

/** The templates of an organisation by name, with the number of their folders and rights. */
export async function pageOfTemplates(
  db: Db,
  { organisationId, keyword }: { organisationId: number; keyword: string | undefined },
  { limit, offset }: { limit: number; offset: number },
) {
  let all = db.selectFrom('folder_template').where('organisation_id', '=', organisationId);
  if (keyword !== undefined && keyword !== '') all = all.where('name_key', 'like', containing(nameKey(keyword)) as never);
  const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await all
    .selectAll()
    .select([foldersIn.as('folders'), rightsIn.as('rights')])
    .orderBy('name_sort')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: n };
}

/** Enabled templates by name. */
export const enabledTemplates = (db: Db, organisationId: number) =>
  db
    .selectFrom('folder_template')
    .select(['id', 'name', 'description', foldersIn.as('folders')])
    .where('organisation_id', '=', organisationId)
    .where('enabled', '=', 1)
    .orderBy('name_sort')
    .orderBy('id')
    .execute();

export const templateById = (db: Db, id: number, organisationId: number) =>
  db.selectFrom('folder_template').selectAll().where('id', '=', id).where('organisation_id', '=', organisationId).executeTakeFirst();

export type TemplateRow = NonNullable<Awaited<ReturnType<typeof templateById>>>;

export async function countTemplates(db: Db, organisationId: number): Promise<number> {
  const all = db.selectFrom('folder_template').where('organisation_id', '=', organisationId);
  return (await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

export const insertTemplate = (db: Db, row: Insertable<FolderTemplateTable>) => db.insertInto('folder_template').values(row).execute();

export const updateTemplateRow = (db: Db, id: number, row: Updateable<FolderTemplateTable>) =>
  db.updateTable('folder_template').set(row).where('id', '=', id).execute();

export async function deleteTemplateRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('template_grant').where('template_id', '=', id).execute();
  await db.deleteFrom('template_folder').where('template_id', '=', id).execute();
  await db.deleteFrom('folder_template').where('id', '=', id).execute();
}

export const folderById = (db: Db, id: number) => db.selectFrom('template_folder').selectAll().where('id', '=', id).executeTakeFirst();

/** All folders of a template, removed ones included. */
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
