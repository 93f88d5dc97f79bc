import type { Db } from '../../../platform/db/database.ts';
import { containing } from '../../../platform/db/dialect.ts';
import { nameKey } from '../../../platform/text/names.ts';

interface ActiveSessionsQuery {
  organisationId: number;
  now: number;
  seenAfter: number;
  begunAfter: number;
  keyword: string;
}

/** Those of the own people, whom an index has in order, and those of guests who work here, who are few. */
type Part = 'own' | 'guests';

const ofPart = (db: Db, organisationId: number, part: Part) => {
  const all = db.selectFrom('session as s');
  if (part === 'own') return all.where('s.home_id', '=', organisationId);
  const members = db.selectFrom('space_member').select('person_id').where('organisation_id', '=', organisationId);
  return all.where('s.space_id', '=', organisationId).whereRef('s.home_id', '<>', 's.space_id').where('s.person_id', 'in', members);
};

const activeSessionsOf = (db: Db, asked: ActiveSessionsQuery, part: Part) => {
  const all = ofPart(db, asked.organisationId, part)
    .where('s.expires_at', '>', asked.now)
    .where('s.seen_at', '>', asked.seenAfter)
    .where('s.created_at', '>', asked.begunAfter);
  if (asked.keyword === '') return all;
  const found = containing(nameKey(asked.keyword)) as never;
  const named = db
    .selectFrom('person')
    .select('id')
    .where((where) => where.or([where('full_key', 'like', found), where('login_key', 'like', found), where('spoken', 'like', found)]));
  return all.where((where) => where.or([where('s.address', 'like', found), where('s.person_id', 'in', named)]));
};

interface Page {
  limit: number;
  offset: number;
  direction: 'asc' | 'desc';
}

const rowsOf = (db: Db, asked: ActiveSessionsQuery, { part, limit, offset, direction }: Page & { part: Part }) =>
  activeSessionsOf(db, asked, part)
    .innerJoin('person as u', 'u.id', 's.person_id')
    .select(['s.id', 's.person_id', 's.space_id', 's.address', 's.agent', 's.door', 's.created_at', 's.seen_at'])
    .leftJoin('view_as as v', 'v.id', 's.id')
    .select(['v.viewer_id', 'v.viewer_name'])
    .select(['u.login_name', 'u.full_name', 'u.organisation_id', 'u.avatar_hash'])
    .orderBy('s.seen_at', direction)
    .orderBy('s.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();

const countOf = async (db: Db, asked: ActiveSessionsQuery, part: Part): Promise<number> =>
  (
    await activeSessionsOf(db, asked, part)
      .select((select) => select.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

/** A page of the sessions of an organisation that still stand, by when they were last used. */
export async function pageOfSessions(db: Db, asked: ActiveSessionsQuery, page: Page) {
  const [own, guests] = [await countOf(db, asked, 'own'), await countOf(db, asked, 'guests')];
  if (guests === 0) return { rows: await rowsOf(db, asked, { ...page, part: 'own' }), total: own };
  // guests push the others back by their number at most: from there on both are merged
  const from = Math.max(0, page.offset - guests);
  const before = page.offset - from;
  const both = [
    ...(await rowsOf(db, asked, { ...page, part: 'own', limit: before + page.limit, offset: from })),
    ...(await rowsOf(db, asked, { ...page, part: 'guests', limit: guests, offset: 0 })),
  ];
  const sign = page.direction === 'asc' ? 1 : -1;
  const merged = both.toSorted((a, b) => sign * (a.seen_at - b.seen_at || a.id - b.id));
  return { rows: merged.slice(before, before + page.limit), total: own + guests };
}

/** Of a session, whose it is and where it works. */
export const findSessionRow = (db: Db, id: number) =>
  db
    .selectFrom('session')
    .select(['id', 'person_id', 'space_id', 'home_id', 'address', 'agent', 'viewer_id'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The sessions of a person, or those that work in one space. */
export const sessionRowsOf = (db: Db, personId: number, spaceId?: number) => {
  const all = db
    .selectFrom('session')
    .select(['id', 'address', 'agent'])
    .where('person_id', '=', personId)
    .where('viewer_id', 'is', null)
    .orderBy('seen_at', 'desc');
  return (spaceId === undefined ? all : all.where('space_id', '=', spaceId)).execute();
};

/** Ends a person's sessions that work in one space. */
export const deleteSessionsIn = (db: Db, personId: number, spaceId: number) =>
  db.deleteFrom('session').where('person_id', '=', personId).where('space_id', '=', spaceId).execute();
