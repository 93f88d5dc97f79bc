import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import { clearAttempts, deleteOldAttempts } from '../attempts.queries.ts';

interface SessionRow {
  id: number;
  person_id: number;
  space_id: number;
  role_id: number;
  created_at: number;
  seen_at: number;
  expires_at: number;
  login_name: string;
  full_name: string;
  lang: string;
  organisation_id: number;
  viewer_id: number | null;
  viewer_session: number | null;
  password_due: number;
}

/** The session of a token with its user, if they may still sign in. */
export const sessionByHash = compiled<{ hash: string }, SessionRow>((db, p) =>
  db
    .selectFrom('session as s')
    .innerJoin('person as u', 'u.id', 's.person_id')
    .select([
      's.id',
      's.person_id',
      's.space_id',
      's.role_id',
      's.created_at',
      's.seen_at',
      's.expires_at',
      's.viewer_id',
      's.viewer_session',
      's.password_due',
      'u.login_name',
      'u.full_name',
      'u.lang',
      'u.organisation_id',
    ])
    .where('s.token_hash', '=', p.hash)
    .where('u.enabled', '=', 1),
);

interface ActiveSession {
  id: number;
  person_id: number;
  space_id: number;
  role_id: number;
  organisation_id: number;
  viewer_id: number | null;
  password_due: number;
}

/** An active session, its space, and its user's organisation. */
export const sessionExists = compiled<{ id: number; now: number; seenAfter: number; begunAfter: number }, ActiveSession>((db, p) =>
  db
    .selectFrom('session as s')
    .innerJoin('person as u', 'u.id', 's.person_id')
    .select(['s.id', 's.person_id', 's.space_id', 's.role_id', 's.viewer_id', 's.password_due', 'u.organisation_id'])
    .where('s.id', '=', p.id)
    .where('s.expires_at', '>', p.now)
    .where('s.seen_at', '>', p.seenAfter)
    .where('s.created_at', '>', p.begunAfter)
    .where('u.enabled', '=', 1),
);

/** Those of some sessions that are active, as `sessionExists` finds one. */
export const sessionsExisting = compiled<
  { ids: string; now: number; seenAfter: number; begunAfter: number },
  ActiveSession & { lang: string }
>((db, p) =>
  db
    .selectFrom('session as s')
    .innerJoin('person as u', 'u.id', 's.person_id')
    .select(['s.id', 's.person_id', 's.space_id', 's.role_id', 's.viewer_id', 's.password_due', 'u.organisation_id', 'u.lang'])
    .where('s.id', 'in', among(db, p.ids))
    .where('s.expires_at', '>', p.now)
    .where('s.seen_at', '>', p.seenAfter)
    .where('s.created_at', '>', p.begunAfter)
    .where('u.enabled', '=', 1),
);

export const sessionRole = compiled<{ id: number }, { role_id: number }>((db, p) =>
  db.selectFrom('session').select('role_id').where('id', '=', p.id),
);

export const insertSession = (
  db: Db,
  row: {
    token_hash: string;
    id: number;
    person_id: number;
    space_id: number;
    home_id: number;
    address: string;
    agent: string;
    sign_in_provider: string;
    password_due?: number;
    created_at: number;
    seen_at: number;
    expires_at: number;
    viewer_id?: number;
    viewer_session?: number;
  },
) => db.insertInto('session').values(row).execute();

/** Moves a session to another space, unless it was moved meanwhile. */
export const returnToSpace = (db: Db, { id, from, to }: { id: number; from: number; to: number }) =>
  db.updateTable('session').set({ space_id: to, role_id: 0 }).where('id', '=', id).where('space_id', '=', from).execute();

/** Moves a session into a space that its user may work in, in one statement; false when they may not. */
export async function switchSpace(db: Db, { id, space, now }: { id: number; space: number; now: number }): Promise<boolean> {
  const moved = await sql<{ id: number }>`update session set space_id = ${space}, role_id = 0 where id = ${id}
    and exists (select 1 from organisation where id = ${space} and enabled = 1 and (expires_at = 0 or expires_at > ${now}))
    and (exists (select 1 from person where id = session.person_id and organisation_id = ${space})
      or exists (select 1 from guest_membership where person_id = session.person_id and organisation_id = ${space}))
    returning id`.execute(db);
  return moved.rows.length > 0;
}

/** Replaces a session's token, and sets its role; false when the token has changed meanwhile. */
export async function switchRole(
  db: Db,
  { id, old, hash, roleId }: { id: number; old: string; hash: string; roleId: number },
): Promise<boolean> {
  const taken = await db
    .updateTable('session')
    .set({ token_hash: hash, role_id: roleId })
    .where('id', '=', id)
    .where('token_hash', '=', old)
    .returning('id')
    .execute();
  return taken.length > 0;
}

export const touchSession = (db: Db, id: number, now: number) =>
  db.updateTable('session').set({ seen_at: now }).where('id', '=', id).execute();

/** Clears a due password change of a session. */
export const clearPasswordDue = (db: Db, id: number) => db.updateTable('session').set({ password_due: 0 }).where('id', '=', id).execute();

export const deleteSession = (db: Db, id: number) => db.deleteFrom('session').where('id', '=', id).execute();

/** The counter of wrong secrets in all sessions of a user. */
export const ownAttemptsKey = (personId: number): string => `own:${personId}`;

/**
 * Ends a user's sessions, all but one if given, and pending codes; answers the number of sessions. When none is left, their counted wrong
 * answers are cleared. View-as sessions end too, uncounted.
 */
export async function deleteSessionsOf(db: Db, personId: number, butId = 0): Promise<number> {
  const gone = await db.deleteFrom('session').where('person_id', '=', personId).where('id', '<>', butId).returning('viewer_id').execute();
  await db.deleteFrom('verification').where('person_id', '=', personId).execute();
  await db.updateTable('qr_sign_in').set({ state: 'refused' }).where('person_id', '=', personId).execute();
  if (butId === 0) await clearAttempts(db, ownAttemptsKey(personId));
  return gone.filter((row) => row.viewer_id === null).length;
}

export const deleteExpired = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('session').where('expires_at', '<', now).execute();
  await db.deleteFrom('captcha').where('expires_at', '<', now).execute();
  await db.deleteFrom('verification').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('known_device')
    .where('seen_at', '<', now - 400 * 24 * 3_600_000)
    .execute();
  await deleteOldAttempts(db, now);
};

interface ActiveSessionFilter {
  personId: number;
  now: number;
  seenAfter: number;
  begunAfter: number;
}

const activeSessions = (db: Db, { personId, now, seenAfter, begunAfter }: ActiveSessionFilter) =>
  db
    .selectFrom('session')
    .where('session.person_id', '=', personId)
    .where('expires_at', '>', now)
    .where('seen_at', '>', seenAfter)
    .where('created_at', '>', begunAfter);

/** The active sessions of a user, the last used first. */
export const sessionsOf = (db: Db, filter: ActiveSessionFilter) =>
  activeSessions(db, filter)
    .leftJoin('view_as_session as v', 'v.id', 'session.id')
    .select(['session.id', 'session.address', 'agent', 'created_at', 'seen_at', 'session.viewer_id', 'v.viewer_name'])
    .orderBy('seen_at', 'desc')
    .orderBy('session.id', 'desc')
    .execute();

export async function deleteSessionOf(db: Db, personId: number, id: number): Promise<number> {
  const own = db.deleteFrom('session').where('person_id', '=', personId).where('viewer_id', 'is', null);
  return (await own.where('id', '=', id).returning('id').execute()).length;
}

/** The start and sign-in method of a session. */
export const sessionBegan = (db: Db, id: number) =>
  db.selectFrom('session').select(['created_at', 'sign_in_provider']).where('id', '=', id).executeTakeFirst();

/** The number of a user's active sessions by sign-in method. */
export const sessionCountsByMethod = (db: Db, filter: ActiveSessionFilter) =>
  activeSessions(db, filter)
    .where('viewer_id', 'is', null)
    .select(({ fn }) => ['sign_in_provider', fn.countAll<number>().as('n')])
    .groupBy('sign_in_provider')
    .execute();

/** Ends a user's sessions begun with other sign-in methods, and pending steps: one may have begun with such a method too. */
export async function deleteSessionsNotBegunBy(db: Db, personId: number, methods: readonly string[]): Promise<number> {
  const own = db.deleteFrom('session').where('person_id', '=', personId).where('viewer_id', 'is', null);
  const gone = await own.where('sign_in_provider', 'not in', methods).returning('id').execute();
  await db.deleteFrom('verification').where('person_id', '=', personId).where('purpose', '=', 'signIn').execute();
  return gone.length;
}

export const deleteKnownDevices = (db: Db, personId: number) => db.deleteFrom('known_device').where('person_id', '=', personId).execute();

export async function countSessions(db: Db, personId: number): Promise<number> {
  const { n } = await db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return n;
}

interface ViewerSessionQuery {
  id: number;
  person: number;
  now: number;
  seenAfter: number;
  begunAfter: number;
}

interface ViewerSession {
  space_id: number;
  role_id: number;
  full_name: string;
  lang: string;
}

/** The active session of a viewer: its space, role and user. */
export const sessionOfViewer = compiled<ViewerSessionQuery, ViewerSession>((db, p) =>
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

/** The view-as session by its id, if the viewed user may still sign in. */
export const sessionOfView = (db: Db, id: number) =>
  db
    .selectFrom('session as s')
    .innerJoin('person as u', 'u.id', 's.person_id')
    .select(['s.person_id', 's.space_id', 's.viewer_id', 's.viewer_session', 's.expires_at'])
    .where('s.id', '=', id)
    .where('u.enabled', '=', 1)
    .executeTakeFirst();

interface NewView {
  id: number;
  viewer_id: number;
  viewer_name: string;
  person_id: number;
  person_name: string;
  space_id: number;
  address: string;
  begun_at: number;
}

/** Stores a view, in one statement with its limit; false when the viewer has too many open. */
export async function insertView(db: Db, row: NewView, { most, since }: { most: number; since: number }): Promise<boolean> {
  const noted = await sql<{ id: number }>`
    insert into view_as_session (id, viewer_id, viewer_name, person_id, person_name, space_id, address, begun_at)
    select cast(${row.id} as bigint), cast(${row.viewer_id} as bigint), cast(${row.viewer_name} as text), cast(${row.person_id} as bigint),
      cast(${row.person_name} as text), cast(${row.space_id} as bigint), cast(${row.address} as text), cast(${row.begun_at} as bigint)
    where (select count(*) from view_as_session where viewer_id = ${row.viewer_id} and begun_at > ${since}) < ${most}
    returning id`.execute(db);
  return noted.rows.length > 0;
}

/** Deletes the record of a view, so that its end is emitted once. */
export const takeView = (db: Db, id: number) => db.deleteFrom('view_as_session').where('id', '=', id).returningAll().executeTakeFirst();
