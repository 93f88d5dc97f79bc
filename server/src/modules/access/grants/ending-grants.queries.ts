import { sql } from 'kysely';
import type { Principals } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';

/** Filter for grants with a deadline: their end, and their items; `to` narrows to grants to one user's principals. */
export interface EndingGrantsFilter {
  organisationId: number;
  after: number;
  until: number;
  /** JSON of the access lists of the items. */
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

function visibleEndingGrants(db: Db, filter: EndingGrantsFilter) {
  const all = endingGrants(db, filter).where('i.acl_id', 'in', among(db, filter.acls));
  const { to } = filter;
  if (to === undefined) return all;
  const named: Record<string, number[]> = {
    user: [to.personId],
    organisation: [to.organisationId],
    group: to.groups,
    department: to.departments,
    role: [...to.roles, ...to.idleRoles],
  };
  // a refusal gives its principal nothing
  return all.where('g.level', '>', 0).where((where) =>
    where.or(
      Object.entries(named)
        .filter(([, ids]) => ids.length > 0)
        .map(([type, ids]) => where.and([where('g.principal_type', '=', type), where('g.principal_id', 'in', ids)])),
    ),
  );
}

/** A page of grants that end, the next one first. */
export const pageOfEnding = (db: Db, filter: EndingGrantsFilter, { limit, offset }: { limit: number; offset: number }) =>
  visibleEndingGrants(db, filter)
    .select([
      'g.id',
      'g.root_id',
      'g.principal_type',
      'g.principal_id',
      'g.level',
      'g.grantable_permissions',
      'g.inheritance_scope',
      'g.deadline',
      'g.creator_id',
      'g.created_at',
    ])
    .orderBy('g.deadline')
    .orderBy('g.id')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countEnding(db: Db, filter: EndingGrantsFilter): Promise<number> {
  const { n } = await visibleEndingGrants(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Counts all of an organisation, whoever sees them. */
export async function countAllEnding(db: Db, filter: Omit<EndingGrantsFilter, 'acls' | 'to'>): Promise<number> {
  const { n } = await endingGrants(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** A reminder stage: its number, and between which times before the deadline it is due. */
export interface ReminderStage {
  stage: number;
  from: number;
  to: number;
}

/** Grants on live items that end soon and have no reminder of this stage for their current deadline; at most `limit`. */
export const unannounced = (db: Db, now: number, { stage, from, to, limit }: ReminderStage & { limit: number }) =>
  db
    .selectFrom('access_grant as g')
    .innerJoin('item as i', 'i.id', 'g.root_id')
    .select(['g.id', 'g.principal_type', 'g.principal_id', 'g.level', 'g.creator_id', 'g.deadline'])
    .select(['i.id as item_id', 'i.kind', 'i.name', 'i.ext', 'i.acl_id', 'i.organisation_id'])
    .where('g.deadline', '>', now + to)
    .where('g.deadline', '<=', now + from)
    .where('i.bin_id', '=', 0)
    // no reminder for a grant so short that this stage was due before it was given
    .where(sql<number>`g.created_at + ${from}`, '<=', sql.ref<number>('g.deadline'))
    .where((where) => where.or([where('g.reminded_for', '!=', where.ref('g.deadline') as never), where('g.reminded', '<', stage)]))
    .orderBy('g.deadline')
    .orderBy('g.id')
    .limit(limit)
    .execute();

/** Marks grants as reminded. */
export const markAnnounced = (db: Db, ids: number[], stage: number) =>
  db
    .updateTable('access_grant')
    .set((set) => ({ reminded: stage, reminded_for: set.fn.coalesce('deadline', sql<number>`0`) }))
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();
