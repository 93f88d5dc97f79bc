import { type Insertable, type Updateable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled, containing } from '../../../platform/db/dialect.ts';
import type { BaseAttributeTable, DocumentTypeTable, IndexCardTable } from '../../../platform/db/types.generated.ts';
import { nameKey } from '../../../platform/text/names.ts';
import type { StoredValue } from './card-values.ts';

export interface DefinitionPage {
  organisation: number;
  keyword: string;
  limit: number;
  offset: number;
}

export async function pageOfAttributes(db: Db, { organisation, keyword, limit, offset }: DefinitionPage) {
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

/** Attributes of an organisation that at least one card uses. */
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

export async function pageOfCards(db: Db, { organisation, keyword, limit, offset }: DefinitionPage) {
  let all = db.selectFrom('index_card').where('organisation_id', '=', organisation);
  if (keyword !== '') all = all.where('name_key', 'like', containing(nameKey(keyword)) as never);
  const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const uses = sql<number>`(select count(*) from document_type t where t.card_id = index_card.id)`;
  const ordered = all.selectAll().select(uses.as('uses')).orderBy('name_sort').orderBy('id');
  return { rows: await ordered.limit(limit).offset(offset).execute(), total: n };
}

/** The fields of cards, in the order of each card. */
export const fieldsOfCards = (db: Db, ids: string) =>
  db
    .selectFrom('card_field as f')
    .innerJoin('base_attribute as a', 'a.id', 'f.attribute_id')
    .select(['f.card_id', 'f.required', 'a.id', 'a.name', 'a.kind', 'a.initial', 'a.limits'])
    .where('f.card_id', 'in', among(db, ids))
    .orderBy('f.card_id')
    .orderBy('f.place')
    .execute();

export type FieldRow = Awaited<ReturnType<typeof fieldsOfCards>>[number];

export const cardById = (db: Db, id: number, organisation: number) =>
  db.selectFrom('index_card').selectAll().where('id', '=', id).where('organisation_id', '=', organisation).executeTakeFirst();

export const insertCard = (db: Db, row: Insertable<IndexCardTable>) => db.insertInto('index_card').values(row).execute();

export const updateCardRow = (db: Db, id: number, row: Updateable<IndexCardTable>) =>
  db.updateTable('index_card').set(row).where('id', '=', id).execute();

export async function setFields(db: Db, card: number, fields: readonly { attribute: number; required: boolean }[]): Promise<void> {
  await db.deleteFrom('card_field').where('card_id', '=', card).execute();
  if (fields.length === 0) return;
  const rows = fields.map(({ attribute, required }, place) => ({
    card_id: card,
    attribute_id: attribute,
    place,
    required: required ? 1 : 0,
  }));
  await db.insertInto('card_field').values(rows).execute();
}

export const isOfType = async (db: Db, card: number): Promise<boolean> =>
  (await db.selectFrom('document_type').select('id').where('card_id', '=', card).limit(1).executeTakeFirst()) !== undefined;

export async function deleteCardRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('card_field').where('card_id', '=', id).execute();
  await db.deleteFrom('index_card').where('id', '=', id).execute();
}

export async function pageOfTypes(db: Db, { organisation, keyword, limit, offset }: DefinitionPage) {
  let all = db.selectFrom('document_type').where('document_type.organisation_id', '=', organisation);
  if (keyword !== '') all = all.where('document_type.name_key', 'like', containing(nameKey(keyword)) as never);
  const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await all
    .leftJoin('index_card as c', 'c.id', 'document_type.card_id')
    .selectAll('document_type')
    .select(['c.name as card_name', sql<number>`(select count(*) from document_card d where d.type_id = document_type.id)`.as('uses')])
    .orderBy('document_type.name_sort')
    .orderBy('document_type.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: n };
}

export const typesOf = (db: Db, organisation: number) =>
  db
    .selectFrom('document_type')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisation)
    .orderBy('name_sort')
    .orderBy('id')
    .execute();

export const typeById = (db: Db, id: number, organisation: number) =>
  db.selectFrom('document_type').selectAll().where('id', '=', id).where('organisation_id', '=', organisation).executeTakeFirst();

export type TypeRow = NonNullable<Awaited<ReturnType<typeof typeById>>>;

export const insertType = (db: Db, row: Insertable<DocumentTypeTable>) => db.insertInto('document_type').values(row).execute();

export const updateTypeRow = (db: Db, id: number, row: Updateable<DocumentTypeTable>) =>
  db.updateTable('document_type').set(row).where('id', '=', id).execute();

export async function deleteTypeRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('folder_type').where('type_id', '=', id).execute();
  await db.updateTable('document_card').set({ type_id: null }).where('type_id', '=', id).execute();
  await db.deleteFrom('document_type').where('id', '=', id).execute();
}

/** The type set on a document itself. A row without a type says that the card was filled in. */
export const ownTypeOf = compiled<{ id: number }, { type_id: number | null }>((db, p) =>
  db.selectFrom('document_card').select('type_id').where('item_id', '=', p.id),
);

/** The types that an item and its ancestors give to their contents, the nearest first. */
export const typesAbove = compiled<{ id: number }, { item_id: number; id: number; name: string }>((db, p) =>
  db
    .withRecursive('up(id, parent_id, steps)', (with_) =>
      with_
        .selectFrom('item')
        .select(['id', 'parent_id', sql<number>`0`.as('steps')])
        .where('id', '=', p.id)
        .unionAll(
          with_
            .selectFrom('item')
            .innerJoin('up', 'up.parent_id', 'item.id')
            .select(['item.id', 'item.parent_id', sql<number>`up.steps + 1`.as('steps')]),
        ),
    )
    .selectFrom('up')
    .innerJoin('folder_type as f', 'f.item_id', 'up.id')
    .innerJoin('document_type as t', 't.id', 'f.type_id')
    .select(['f.item_id', 't.id', 't.name'])
    .orderBy('up.steps'),
);

export const valuesOf = compiled<{ id: number }, { attribute_id: number; shown: string }>((db, p) =>
  db.selectFrom('card_value').select(['attribute_id', 'shown']).where('item_id', '=', p.id),
);

/** Replaces the card of a document. */
export async function putCard(
  db: Db,
  { item, type, values }: { item: number; type: number | null; values: ReadonlyMap<number, StoredValue> },
): Promise<void> {
  await db
    .insertInto('document_card')
    .values({ item_id: item, type_id: type })
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet({ type_id: type }))
    .execute();
  await db.deleteFrom('card_value').where('item_id', '=', item).execute();
  const rows = [...values].map(([attribute, kept]) => ({ item_id: item, attribute_id: attribute, ...kept }));
  if (rows.length > 0) await db.insertInto('card_value').values(rows).execute();
}

export async function setFolderTypeRow(db: Db, item: number, type: number | null): Promise<void> {
  await db.deleteFrom('folder_type').where('item_id', '=', item).execute();
  if (type !== null) await db.insertInto('folder_type').values({ item_id: item, type_id: type }).execute();
}

/** Copies the card of a document to its copy. */
export async function copyCardRows(db: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await sql`insert into document_card (item_id, type_id) select ${to}, type_id from document_card where item_id = ${from}`.execute(db);
  await sql`insert into card_value (item_id, attribute_id, shown, words, number)
    select ${to}, attribute_id, shown, words, number from card_value where item_id = ${from}`.execute(db);
}

export async function forgetCards(db: Db, ids: string): Promise<void> {
  await db.deleteFrom('card_value').where('item_id', 'in', among(db, ids)).execute();
  await db.deleteFrom('document_card').where('item_id', 'in', among(db, ids)).execute();
  await db.deleteFrom('folder_type').where('item_id', 'in', among(db, ids)).execute();
}
