import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';

/** Has a user follow items; an item that is followed already stays as it is. Answers how many there are to be followed beyond `most`. */
export async function insertFollows(
  db: Db,
  rows: readonly { person_id: number; item_id: number; created_at: number }[],
  most: number,
): Promise<boolean> {
  const [first] = rows;
  if (first === undefined) return true;
  await db
    .insertInto('follow')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['person_id', 'item_id']).doNothing())
    .execute();
  const { n } = await db
    .selectFrom('follow')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('person_id', '=', first.person_id)
    .executeTakeFirstOrThrow();
  return n <= most;
}

export const deleteFollows = (db: Db, personId: number, ids: readonly number[]) =>
  db
    .deleteFrom('follow')
    .where('person_id', '=', personId)
    .where('item_id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export const deleteFollowsOfItems = (db: Db, ids: readonly number[]) =>
  db
    .deleteFrom('follow')
    .where('item_id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export const deleteFollowsOfPerson = (db: Db, personId: number) => db.deleteFrom('follow').where('person_id', '=', personId).execute();

/** Which of the items a user follows: asked with every list. */
export const followedAmong = compiled<{ person: number; ids: string }, { item_id: number }>((db, p) =>
  db.selectFrom('follow').select('item_id').where('person_id', '=', p.person).where('item_id', 'in', among(db, p.ids)),
);

interface FollowScope {
  personId: number;
  organisationId: number;
  /** JSON of the access lists whose items the user reads. */
  acls: string;
}

const readable = (db: Db, { personId, organisationId, acls }: FollowScope) =>
  db
    .selectFrom('follow')
    .innerJoin('item', 'item.id', 'follow.item_id')
    .where('follow.person_id', '=', personId)
    .where('item.bin_id', '=', 0)
    .where('item.organisation_id', '=', organisationId)
    .where('item.acl_id', 'in', among(db, acls));

/** A page of the items that a user follows, those followed last first. */
export const pageOfFollowed = (db: Db, scope: FollowScope, { limit, offset }: { limit: number; offset: number }) =>
  readable(db, scope)
    .selectAll('item')
    .select('follow.created_at as followed_at')
    .orderBy('follow.created_at', 'desc')
    .orderBy('follow.item_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const countFollowed = async (db: Db, scope: FollowScope): Promise<number> =>
  (
    await readable(db, scope)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

/** Who follows some of these items, and since when. */
export const followersOf = (db: Db, itemIds: readonly number[]) =>
  db
    .selectFrom('follow')
    .select(['person_id', 'item_id', 'created_at'])
    .where('item_id', 'in', among(db, JSON.stringify(itemIds)))
    .execute();

/** Whether a user still follows an item, and the organisation of that. */
export const followedItem = (db: Db, personId: number, itemId: number) =>
  db
    .selectFrom('follow')
    .innerJoin('item', 'item.id', 'follow.item_id')
    .select(['item.id', 'item.organisation_id'])
    .where('follow.person_id', '=', personId)
    .where('follow.item_id', '=', itemId)
    .where('item.bin_id', '=', sql.lit(0))
    .executeTakeFirst();
