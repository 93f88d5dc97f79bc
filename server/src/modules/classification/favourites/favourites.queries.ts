import type { Db } from '../../../platform/db/database.ts';
import { among, compiled, containing } from '../../../platform/db/dialect.ts';

export const insertFavourites = async (db: Db, rows: { person_id: number; item_id: number; created_at: number }[]): Promise<number[]> => {
  const added = await db
    .insertInto('favorite')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['person_id', 'item_id']).doNothing())
    .returning('item_id')
    .execute();
  return added.map((row) => row.item_id);
};

/** A person's favourites among the items, with the items' names. */
export const favouritesAmong = (db: Db, personId: number, ids: number[]) =>
  db
    .selectFrom('favorite')
    .innerJoin('item', 'item.id', 'favorite.item_id')
    .select(['item.id', 'item.name'])
    .where('person_id', '=', personId)
    .where('item_id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export const deleteFavourites = (db: Db, personId: number, ids: number[]) =>
  db
    .deleteFrom('favorite')
    .where('person_id', '=', personId)
    .where('item_id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export const forgetFavouriteItems = (db: Db, ids: number[]) =>
  db
    .deleteFrom('favorite')
    .where('item_id', 'in', among(db, JSON.stringify(ids)))
    .execute();

/** Which of the items are a person's favourites: asked with every list. */
export const markedAmong = compiled<{ person: number; ids: string }, { item_id: number }>((db, p) =>
  db.selectFrom('favorite').select('item_id').where('person_id', '=', p.person).where('item_id', 'in', among(db, p.ids)),
);

interface FavouriteScope {
  personId: number;
  organisationId: number;
  /** JSON of the access lists whose items the person sees. */
  acls: string;
  keyword: string;
}

const visible = (db: Db, asked: FavouriteScope) => {
  const found = db
    .selectFrom('favorite')
    .innerJoin('item', 'item.id', 'favorite.item_id')
    .where('favorite.person_id', '=', asked.personId)
    .where('item.bin_id', '=', 0)
    .where('item.organisation_id', '=', asked.organisationId)
    .where('item.acl_id', 'in', among(db, asked.acls));
  return asked.keyword === '' ? found : found.where('item.name_key', 'like', containing(asked.keyword) as never);
};

export const favouritesOf = (db: Db, asked: FavouriteScope, { limit, offset }: { limit: number; offset: number }) =>
  visible(db, asked)
    .selectAll('item')
    .select('favorite.created_at as marked_at')
    .orderBy('favorite.created_at', 'desc')
    .orderBy('favorite.item_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const countFavourites = async (db: Db, asked: FavouriteScope): Promise<number> => {
  const { n } = await visible(db, asked)
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
};

/** Forgets all that a person marked. */
export const forgetFavouritesOfPerson = (db: Db, personId: number) => db.deleteFrom('favorite').where('person_id', '=', personId).execute();
