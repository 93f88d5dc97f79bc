import { type Insertable, type Updateable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, containing } from '../../../platform/db/dialect.ts';
import type { DocumentTemplateTable } from '../../../platform/db/types.generated.ts';
import { nameKey } from '../../../platform/text/names.ts';
import type { DefinitionPage } from '../cards/cards.queries.ts';

export async function pageOfDocumentTemplates(db: Db, { organisation, keyword, limit, offset }: DefinitionPage) {
  let all = db.selectFrom('document_template as t').where('t.organisation_id', '=', organisation);
  if (keyword !== '') all = all.where('t.name_key', 'like', containing(nameKey(keyword)) as never);
  const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await all
    .leftJoin('department as d', 'd.id', 't.department_id')
    .selectAll('t')
    .select('d.name as department_name')
    .orderBy('t.name_sort')
    .orderBy('t.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: n };
}

/** Enabled templates for all users or for one of these departments. */
export const offeredTemplates = (db: Db, organisation: number, departments: string) =>
  db
    .selectFrom('document_template')
    .selectAll()
    .where('organisation_id', '=', organisation)
    .where('enabled', '=', 1)
    .where((where) => where.or([where('department_id', '=', 0), where('department_id', 'in', among(db, departments))]))
    .orderBy('name_sort')
    .orderBy('id')
    .execute();

export const documentTemplateById = (db: Db, id: number, organisation: number) =>
  db.selectFrom('document_template').selectAll().where('id', '=', id).where('organisation_id', '=', organisation).executeTakeFirst();

export type DocumentTemplateRow = NonNullable<Awaited<ReturnType<typeof documentTemplateById>>>;

export async function countDocumentTemplates(db: Db, organisation: number): Promise<number> {
  const all = db.selectFrom('document_template').where('organisation_id', '=', organisation);
  return (await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

export const insertDocumentTemplate = (db: Db, row: Insertable<DocumentTemplateTable>) =>
  db.insertInto('document_template').values(row).execute();

export const updateDocumentTemplateRow = (db: Db, id: number, row: Updateable<DocumentTemplateTable>) =>
  db.updateTable('document_template').set(row).where('id', '=', id).execute();

export const deleteDocumentTemplateRow = (db: Db, id: number) => db.deleteFrom('document_template').where('id', '=', id).execute();

export const countUse = (db: Db, id: number) =>
  db.updateTable('document_template').set({ uses: sql<number>`uses + 1` }).where('id', '=', id).execute();

/** Disables the templates of deleted departments, until an administrator assigns them again. */
export async function withdrawTemplates(db: Db, departments: string): Promise<void> {
  await db
    .updateTable('document_template')
    .set({ enabled: 0, department_id: 0 })
    .where('department_id', 'in', among(db, departments))
    .execute();
}
