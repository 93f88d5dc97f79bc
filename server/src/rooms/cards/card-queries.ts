import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import type { DocumentTypeTable, IndexCardTable } from '../../ground/db/types.generated.ts';
import { among, containing } from '../../ground/db/words.ts';
import { nameKey } from '../../ground/text/names.ts';
import type { AskedPage } from './attribute-queries.ts';

export async function pageOfCards(db: Db, { organisation, keyword, limit, offset }: AskedPage) {
  let all = db.selectFrom('index_card').where('organisation_id', '=', organisation);
  if (keyword !== '') all = all.where('name_key', 'like', containing(nameKey(keyword)) as never);
  const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const uses = sql<number>`(select count(*) from document_type t where t.card_id = index_card.id)`;
  const ordered = all.selectAll().select(uses.as('uses')).orderBy('name_sort').orderBy('id');
  return { rows: await ordered.limit(limit).offset(offset).execute(), total: n };
}

/** The fields of cards, each card's in their order. */
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

export async function pageOfTypes(db: Db, { organisation, keyword, limit, offset }: AskedPage) {
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
