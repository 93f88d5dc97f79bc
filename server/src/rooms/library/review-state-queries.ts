import { moduleType, objType } from '@dossier/contract/rights';
import { sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { among } from '../../ground/db/words.ts';

const cabinets = (db: Db, organisationId: number) =>
  db
    .selectFrom('item as i')
    .leftJoin('review_plan as p', (join) => join.onRef('p.item_id', '=', 'i.id').on('p.months', '>', 0))
    .where('i.kind', '=', objType.cabinet)
    .where('i.bin_id', '=', 0)
    .where('i.area', '!=', moduleType.my)
    .where('i.organisation_id', '=', organisationId);

export interface StatesAsked {
  organisationId: number;
  /** JSON of the access lists under which the cabinets stand. */
  acls: string;
}

/** Cabinets of the shared areas, the longest overdue first, then by when they are due, at last those without a plan by name. */
export async function pageOfStates(db: Db, asked: StatesAsked, { limit, offset }: { limit: number; offset: number }) {
  const all = cabinets(db, asked.organisationId).where('i.acl_id', 'in', among(db, asked.acls));
  const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await all
    .leftJoin('review as o', (join) => join.onRef('o.item_id', '=', 'i.id').on('o.closed_at', '=', 0))
    .select(['i.id', 'i.name', 'i.area', 'i.acl_id', 'i.owner_id', 'p.months', 'p.next_at', 'o.id as open_id'])
    .orderBy(sql`coalesce(p.next_at, ${Number.MAX_SAFE_INTEGER})`)
    .orderBy('i.name_sort')
    .orderBy('i.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: n };
}

/** How many cabinets there are, whoever sees them, and how many are overdue. */
export async function countStates(db: Db, organisationId: number, { acls, now }: { acls?: string; now: number }) {
  const all = cabinets(db, organisationId);
  const seen = acls === undefined ? all : all.where('i.acl_id', 'in', among(db, acls));
  const { n } = await seen.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const late = await seen
    .where('p.next_at', '<=', now)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { all: n, overdue: late.n };
}

/** Of some places, the last review that was closed. */
export const lastReviews = (db: Db, itemIds: number[]) =>
  db
    .selectFrom('review as r')
    .select(['r.item_id', 'r.closed_at', 'r.closer_id'])
    .where('r.item_id', 'in', among(db, JSON.stringify(itemIds)))
    .where('r.closed_at', '>', 0)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('review as later')
            .select('later.id')
            .whereRef('later.item_id', '=', 'r.item_id')
            .whereRef('later.closed_at', '>', 'r.closed_at'),
        ),
      ),
    )
    .execute();

/** Plans of live cabinets that are due and of which nobody was reminded yet. */
export const duePlans = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('review_plan as p')
    .innerJoin('item as i', 'i.id', 'p.item_id')
    .select(['p.item_id', 'p.next_at', 'i.name', 'i.kind', 'i.acl_id', 'i.owner_id', 'i.organisation_id'])
    .where('p.months', '>', 0)
    .where('p.next_at', '<=', now)
    .whereRef('p.reminded_for', '!=', 'p.next_at')
    .where('i.bin_id', '=', 0)
    .orderBy('p.next_at')
    .limit(limit)
    .execute();

export const markPlanReminded = (db: Db, itemId: number, nextAt: number) =>
  db.updateTable('review_plan').set({ reminded_for: nextAt }).where('item_id', '=', itemId).execute();
