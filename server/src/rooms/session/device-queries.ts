import type { Db } from '../../ground/db/database.ts';

interface Living {
  personId: number;
  now: number;
  seenAfter: number;
  begunAfter: number;
}

const living = (db: Db, { personId, now, seenAfter, begunAfter }: Living) =>
  db
    .selectFrom('session')
    .where('session.person_id', '=', personId)
    .where('expires_at', '>', now)
    .where('seen_at', '>', seenAfter)
    .where('created_at', '>', begunAfter);

/** The sessions of a person that still stand, the last used first. */
export const sessionsOf = (db: Db, asked: Living) =>
  living(db, asked)
    .leftJoin('view_as as v', 'v.id', 'session.id')
    .select(['session.id', 'session.address', 'agent', 'created_at', 'seen_at', 'session.viewer_id', 'v.viewer_name'])
    .orderBy('seen_at', 'desc')
    .orderBy('session.id', 'desc')
    .execute();

export async function deleteSessionOf(db: Db, personId: number, id: number): Promise<number> {
  const own = db.deleteFrom('session').where('person_id', '=', personId).where('viewer_id', 'is', null);
  return (await own.where('id', '=', id).returning('id').execute()).length;
}

/** When a session began, and by which door. */
export const sessionBegan = (db: Db, id: number) =>
  db.selectFrom('session').select(['created_at', 'door']).where('id', '=', id).executeTakeFirst();

/** How many of a person's sessions that still stand began by which door. */
export const doorsOfSessions = (db: Db, asked: Living) =>
  living(db, asked)
    .where('viewer_id', 'is', null)
    .select(({ fn }) => ['door', fn.countAll<number>().as('n')])
    .groupBy('door')
    .execute();

/** Ends the sessions of a person that began by none of these doors, and steps that wait for a code: one may have begun elsewhere too. */
export async function deleteSessionsBut(db: Db, personId: number, doors: readonly string[]): Promise<number> {
  const own = db.deleteFrom('session').where('person_id', '=', personId).where('viewer_id', 'is', null);
  const gone = await own.where('door', 'not in', doors).returning('id').execute();
  await db.deleteFrom('validation').where('person_id', '=', personId).where('purpose', '=', 'signIn').execute();
  return gone.length;
}
