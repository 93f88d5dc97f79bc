import { sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { among, compiled } from '../../ground/db/words.ts';
import type { Kept } from './card-values.ts';

/** The type that a document was given itself; a row without one says that its card was filled in. */
export const ownTypeOf = compiled<{ id: number }, { type_id: number | null }>((db, p) =>
  db.selectFrom('document_card').select('type_id').where('item_id', '=', p.id),
);

/** The types that an item and the places above it give to what lies in them, the nearest first. */
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

/** Writes the card of a document in place of the one before. */
export async function putCard(
  db: Db,
  { item, type, values }: { item: number; type: number | null; values: ReadonlyMap<number, Kept> },
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

/** A copy of a document has the card of the original. */
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
