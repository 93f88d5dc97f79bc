import type { Db } from '../../../platform/db/database.ts';
import { containing } from '../../../platform/db/dialect.ts';
import { nameKey } from '../../../platform/text/names.ts';

interface ActiveSessionsQuery {
  organisationId: number;
  now: number;
  seenAfter: number;
  begunAfter: number;
  keyword: string;
  personId?: number | undefined;
}

/** Sessions of own users, which an index sorts, and of guests who work here, which are few. */
type Part = 'own' | 'guests';

const ofPart = (db: Db, organisationId: number, part: Part) => {
  const all = db.selectFrom('session as s');
  if (part === 'own') return all.where('s.home_id', '=', organisationId);
  const members = db.selectFrom('guest_membership').select('person_id').where('organisation_id', '=', organisationId);
  return all.where('s.space_id', '=', organisationId).whereRef('s.home_id', '<>', 's.space_id').where('s.person_id', 'in', members);
};

const activeSessionsOf = (db: Db, query: ActiveSessionsQuery, part: Part) => {
  const open = ofPart(db, query.organisationId, part)
    .where('s.expires_at', '>', query.now)
    .where('s.seen_at', '>', query.seenAfter)
    .where('s.created_at', '>', query.begunAfter);
  const all = query.personId === undefined ? open : open.where('s.person_id', '=', query.personId);
  if (query.keyword === '') return all;
  const found = containing(nameKey(query.keyword)) as never;
  const named = db
    .selectFrom('person')
    .select('id')
    .where((where) => where.or([where('full_key', 'like', found), where('login_key', 'like', found), where('pinyin', 'like', found)]));
  return all.where((where) => where.or([where('s.address', 'like', found), where('s.person_id', 'in', named)]));
};

interface Page {
  limit: number;
  offset: number;
  direction: 'asc' | 'desc';
}

const rowsOf = (db: Db, query: ActiveSessionsQuery, { part, limit, offset, direction }: Page & { part: Part }) =>
  activeSessionsOf(db, query, part)
    .innerJoin('person as u', 'u.id', 's.person_id')
    .select(['s.id', 's.person_id', 's.space_id', 's.address', 's.agent', 's.sign_in_provider', 's.created_at', 's.seen_at'])
    .leftJoin('view_as_session as v', 'v.id', 's.id')
    .select(['v.viewer_id', 'v.viewer_name'])
    .select(['u.login_name', 'u.full_name', 'u.organisation_id', 'u.avatar_hash'])
    .orderBy('s.seen_at', direction)
    .orderBy('s.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();

const countOf = async (db: Db, query: ActiveSessionsQuery, part: Part): Promise<number> =>
  (
    await activeSessionsOf(db, query, part)
      .select((select) => select.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

/** A page of the active sessions of an organisation, by last use. */
export async function pageOfSessions(db: Db, query: ActiveSessionsQuery, page: Page) {
  const [own, guests] = [await countOf(db, query, 'own'), await countOf(db, query, 'guests')];
  if (guests === 0) return { rows: await rowsOf(db, query, { ...page, part: 'own' }), total: own };
  // guests shift the own sessions by at most their number: from there on both are merged
  const from = Math.max(0, page.offset - guests);
  const before = page.offset - from;
  const both = [
    ...(await rowsOf(db, query, { ...page, part: 'own', limit: before + page.limit, offset: from })),
    ...(await rowsOf(db, query, { ...page, part: 'guests', limit: guests, offset: 0 })),
  ];
  const order = page.direction === 'asc' ? 1 : -1;
  const merged = both.toSorted((a, b) => order * (a.seen_at - b.seen_at || a.id - b.id));
  return { rows: merged.slice(before, before + page.limit), total: own + guests };
}

/** The user and space of a session. */
export const findSessionRow = (db: Db, id: number) =>
  db
    .selectFrom('session')
    .select(['id', 'person_id', 'space_id', 'home_id', 'address', 'agent', 'viewer_id'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The sessions of a user, or only those in one space. */
export const sessionRowsOf = (db: Db, personId: number, spaceId?: number) => {
  const all = db
    .selectFrom('session')
    .select(['id', 'address', 'agent'])
    .where('person_id', '=', personId)
    .where('viewer_id', 'is', null)
    .orderBy('seen_at', 'desc');
  return (spaceId === undefined ? all : all.where('space_id', '=', spaceId)).execute();
};

/** Ends a user's sessions in one space. */
export const deleteSessionsIn = (db: Db, personId: number, spaceId: number) =>
  db.deleteFrom('session').where('person_id', '=', personId).where('space_id', '=', spaceId).execute();
