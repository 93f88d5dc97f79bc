import { sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { compiled } from '../../ground/db/words.ts';

interface Asked {
  id: number;
  person: number;
  now: number;
  seenAfter: number;
  begunAfter: number;
}

interface OwnSession {
  space_id: number;
  role_id: number;
  full_name: string;
  lang: string;
}

/** The own session of who views, while it stands: where it works, in which role, and whose it is. */
export const sessionOfViewer = compiled<Asked, OwnSession>((db, p) =>
  db
    .selectFrom('session as s')
    .innerJoin('person as u', 'u.id', 's.person_id')
    .select(['s.space_id', 's.role_id', 'u.full_name', 'u.lang'])
    .where('s.id', '=', p.id)
    .where('s.person_id', '=', p.person)
    .where('s.viewer_id', 'is', null)
    .where('s.expires_at', '>', p.now)
    .where('s.seen_at', '>', p.seenAfter)
    .where('s.created_at', '>', p.begunAfter)
    .where('u.enabled', '=', 1),
);

/** The session of a view by its id, if the person viewed may still sign in. */
export const sessionOfView = (db: Db, id: number) =>
  db
    .selectFrom('session as s')
    .innerJoin('person as u', 'u.id', 's.person_id')
    .select(['s.person_id', 's.space_id', 's.viewer_id', 's.viewer_session', 's.expires_at'])
    .where('s.id', '=', id)
    .where('u.enabled', '=', 1)
    .executeTakeFirst();

export interface NewView {
  id: number;
  viewer_id: number;
  viewer_name: string;
  person_id: number;
  person_name: string;
  space_id: number;
  address: string;
  begun_at: number;
}

/** Notes a view, in one statement with its limit; false where the same person has so many open already. */
export async function insertView(db: Db, row: NewView, { most, since }: { most: number; since: number }): Promise<boolean> {
  const noted = await sql<{ id: number }>`
    insert into view_as (id, viewer_id, viewer_name, person_id, person_name, space_id, address, begun_at)
    select cast(${row.id} as bigint), cast(${row.viewer_id} as bigint), cast(${row.viewer_name} as text), cast(${row.person_id} as bigint),
      cast(${row.person_name} as text), cast(${row.space_id} as bigint), cast(${row.address} as text), cast(${row.begun_at} as bigint)
    where (select count(*) from view_as where viewer_id = ${row.viewer_id} and begun_at > ${since}) < ${most}
    returning id`.execute(db);
  return noted.rows.length > 0;
}

/** Takes what was noted of a view away, so that its end is told once. */
export const takeView = (db: Db, id: number) => db.deleteFrom('view_as').where('id', '=', id).returningAll().executeTakeFirst();
