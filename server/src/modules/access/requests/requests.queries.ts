import type { Insertable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { AccessRequestTable } from '../../../platform/db/types.generated.ts';

/** Stores a request; answers whether there was none of this user for this item. */
export async function insertRequest(db: Db, row: Insertable<AccessRequestTable>): Promise<boolean> {
  const stored = await db
    .insertInto('access_request')
    .values(row)
    .onConflict((conflict) => conflict.columns(['item_id', 'person_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

export const requestById = (db: Db, id: number) => db.selectFrom('access_request').selectAll().where('id', '=', id).executeTakeFirst();

/** Shows a request to those who may answer it: from now on triggers keep the access list that of its item. */
export const showRequest = (db: Db, id: number, aclId: number) =>
  db.updateTable('access_request').set({ acl_id: aclId }).where('id', '=', id).execute();

/** Removes a request; answers whether it was there, so that of several decisions one counts. */
export async function takeRequest(db: Db, id: number): Promise<boolean> {
  return (await db.deleteFrom('access_request').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined;
}

/** The requests for an item, oldest first. */
export async function pageOfRequests(db: Db, itemId: number, { limit, offset }: { limit: number; offset: number }) {
  const all = db.selectFrom('access_request').where('item_id', '=', itemId);
  const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return { rows: await all.selectAll().orderBy('created_at').orderBy('id').limit(limit).offset(offset).execute(), total: n };
}

/** The requests for items on these access lists, a JSON array of ids, oldest first, with their items. */
export async function pageOfWaitingRequests(
  db: Db,
  { organisationId, acls }: { organisationId: number; acls: string },
  { limit, offset }: { limit: number; offset: number },
) {
  const all = db.selectFrom('access_request as r').where('r.organisation_id', '=', organisationId).where('r.acl_id', 'in', among(db, acls));
  const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await all
    .innerJoin('item as i', 'i.id', 'r.item_id')
    .select(['r.id', 'r.person_id', 'r.note', 'r.created_at', 'i.id as item_id', 'i.name', 'i.kind', 'i.area', 'i.ext'])
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: n };
}

/** Removes the requests that a user made until a time, in one organisation or everywhere. */
export const deleteRequestsOf = (
  db: Db,
  { personId, organisationId, until }: { personId: number; organisationId?: number | undefined; until: number },
) =>
  db
    .deleteFrom('access_request')
    .where('person_id', '=', personId)
    .where('created_at', '<=', until)
    .$if(organisationId !== undefined, (all) => all.where('organisation_id', '=', organisationId ?? 0))
    .execute();

export const deleteOldRequests = (db: Db, before: number) => db.deleteFrom('access_request').where('created_at', '<', before).execute();

export const oldRequest = (db: Db, before: number) =>
  db.selectFrom('access_request').select('id').where('created_at', '<', before).limit(1).executeTakeFirst();
