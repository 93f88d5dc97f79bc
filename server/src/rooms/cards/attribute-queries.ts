import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import type { BaseAttributeTable } from '../../ground/db/types.generated.ts';
import { among, containing } from '../../ground/db/words.ts';
import { nameKey } from '../../ground/text/names.ts';

/** What a page of a list by names is asked by. */
export interface AskedPage {
  organisation: number;
  keyword: string;
  limit: number;
  offset: number;
}

export async function pageOfAttributes(db: Db, { organisation, keyword, limit, offset }: AskedPage) {
  let all = db.selectFrom('base_attribute').where('organisation_id', '=', organisation);
  if (keyword !== '') all = all.where('name_key', 'like', containing(nameKey(keyword)) as never);
  const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await all
    .selectAll()
    .select(sql<number>`(select count(*) from card_field f where f.attribute_id = base_attribute.id)`.as('uses'))
    .orderBy('sort_number')
    .orderBy('name_sort')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: n };
}

export const attributesByIds = (db: Db, organisation: number, ids: string) =>
  db.selectFrom('base_attribute').selectAll().where('organisation_id', '=', organisation).where('id', 'in', among(db, ids)).execute();

export type AttributeRow = Awaited<ReturnType<typeof attributesByIds>>[number];

/** Those of an organisation that are on any card. */
export const attributesOnCards = (db: Db, organisation: number) =>
  db
    .selectFrom('base_attribute')
    .selectAll()
    .where('organisation_id', '=', organisation)
    .where((where) => where.exists(where.selectFrom('card_field').select('card_id').whereRef('attribute_id', '=', 'base_attribute.id')))
    .orderBy('sort_number')
    .orderBy('name_sort')
    .orderBy('id')
    .execute();

export async function countOf(db: Db, table: 'base_attribute' | 'index_card' | 'document_type', organisation: number): Promise<number> {
  const all = db.selectFrom(table).where('organisation_id', '=', organisation);
  return (await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

export const insertAttribute = (db: Db, row: Insertable<BaseAttributeTable>) => db.insertInto('base_attribute').values(row).execute();

export const updateAttributeRow = (db: Db, id: number, row: Updateable<BaseAttributeTable>) =>
  db.updateTable('base_attribute').set(row).where('id', '=', id).execute();

export const isOnCard = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('card_field').select('card_id').where('attribute_id', '=', id).limit(1).executeTakeFirst()) !== undefined;

export async function deleteAttributeRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('card_value').where('attribute_id', '=', id).execute();
  await db.deleteFrom('base_attribute').where('id', '=', id).execute();
}
