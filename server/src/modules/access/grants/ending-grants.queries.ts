import { sql } from 'kysely';
import type { Principals } from '../../../platform/context/user.ts';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';

/** Which rights with a deadline are meant: when they end, and on what; `to` narrows to what is given to somebody. */
export interface EndingGrantsFilter {
  organisationId: number;
  after: number;
  until: number;
  /** JSON of the access lists under which the items stand. */
  acls: string;
  to?: Principals | undefined;
}

const endingGrants = (db: Db, { organisationId, after, until }: Omit<EndingGrantsFilter, 'acls' | 'to'>) =>
  db
    .selectFrom('access_grant as g')
    .innerJoin('item as i', 'i.id', 'g.root_id')
    .where('g.deadline', '>', after)
    .where('g.deadline', '<=', until)
    .where('i.bin_id', '=', 0)
    .where('i.organisation_id', '=', organisationId);

function visibleEndingGrants(db: Db, asked: EndingGrantsFilter) {
  const all = endingGrants(db, asked).where('i.acl_id', 'in', among(db, asked.acls));
  const { to } = asked;
  if (to === undefined) return all;
  const named: Record<string, number[]> = {
    user: [to.personId],
    organisation: [to.organisationId],
    group: to.groups,
    department: to.departments,
    role: [...to.roles, ...to.idleRoles],
  };
  // what somebody is refused was not given to them
  return all.where('g.level', '>', 0).where((where) =>
    where.or(
      Object.entries(named)
        .filter(([, ids]) => ids.length > 0)
        .map(([type, ids]) => where.and([where('g.grantee_type', '=', type), where('g.grantee_id', 'in', ids)])),
    ),
  );
}

/** A page of rights that end, the next one first. */
export const pageOfEnding = (db: Db, asked: EndingGrantsFilter, { limit, offset }: { limit: number; offset: number }) =>
  visibleEndingGrants(db, asked)
    .select([
      'g.id',
      'g.root_id',
      'g.grantee_type',
      'g.grantee_id',
      'g.level',
      'g.hand_on',
      'g.reach',
      'g.deadline',
      'g.creator_id',
      'g.created_at',
    ])
    .orderBy('g.deadline')
    .orderBy('g.id')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countEnding(db: Db, asked: EndingGrantsFilter): Promise<number> {
  const { n } = await visibleEndingGrants(db, asked)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** The same for all of an organisation, whoever sees it. */
export async function countAllEnding(db: Db, asked: Omit<EndingGrantsFilter, 'acls' | 'to'>): Promise<number> {
  const { n } = await endingGrants(db, asked)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** A reminder: the how-manieth it is, and how long before the end it begins and stops being the right one. */
export interface ReminderStage {
  stage: number;
  from: number;
  to: number;
}

/** Rights of live items that end before long and of whose end nobody was told yet, for the deadline that they have; some at a time. */
export const unannounced = (db: Db, now: number, { stage, from, to, limit }: ReminderStage & { limit: number }) =>
  db
    .selectFrom('access_grant as g')
    .innerJoin('item as i', 'i.id', 'g.root_id')
    .select(['g.id', 'g.grantee_type', 'g.grantee_id', 'g.level', 'g.creator_id', 'g.deadline'])
    .select(['i.id as item_id', 'i.kind', 'i.name', 'i.ext', 'i.acl_id', 'i.organisation_id'])
    .where('g.deadline', '>', now + to)
    .where('g.deadline', '<=', now + from)
    .where('i.bin_id', '=', 0)
    // what was given for so short a time that this reminder was due before needs none
    .where(sql<number>`g.created_at + ${from}`, '<=', sql.ref<number>('g.deadline'))
    .where((where) => where.or([where('g.reminded_for', '!=', where.ref('g.deadline') as never), where('g.reminded', '<', stage)]))
    .orderBy('g.deadline')
    .orderBy('g.id')
    .limit(limit)
    .execute();

/** Marks that somebody was told of these ends. */
export const markAnnounced = (db: Db, ids: number[], stage: number) =>
  db
    .updateTable('access_grant')
    .set((set) => ({ reminded: stage, reminded_for: set.fn.coalesce('deadline', sql<number>`0`) }))
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();
