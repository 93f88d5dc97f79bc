import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import type { ByteReservationTable, UsageDayTable } from '../../../platform/db/types.generated.ts';
import { type QuotaKind } from '../../../platform/db/write-refusals.ts';

/** A limit and its usage. */
export interface QuotaRow {
  kind: QuotaKind;
  holder_id: number;
  max_amount: number;
  used: number;
  warned_percent: number;
}

/** For the site there is a time limit too: `max_amount` is when it ends. */
export type SiteRow = Omit<QuotaRow, 'kind'> & { kind: QuotaKind | 'ends' };

/** The byte limits of a container: of the site, the organisation, and the user whose own area it is (0: none). */
export const quotasOfPlace = compiled<{ space: number; person: number }, QuotaRow>((db, p) =>
  db
    .selectFrom('quota')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([where('kind', '=', sql.lit('bytes')), where('holder_id', '=', sql.lit(0))]),
        where.and([where('kind', '=', sql.lit('space')), where('holder_id', '=', p.space)]),
        where.and([
          where('kind', '=', sql.lit('person')),
          where(
            'holder_id',
            'in',
            where.selectFrom('person').select('id').where('id', '=', p.person).where('organisation_id', '=', p.space),
          ),
        ]),
      ]),
    )
    .$castTo<QuotaRow>(),
);

export const anyQuota = async (db: Db, kind: string, holderId: number): Promise<SiteRow | undefined> =>
  db.selectFrom('quota').selectAll().where('kind', '=', kind).where('holder_id', '=', holderId).$castTo<SiteRow>().executeTakeFirst();

/** The limits of organisations. */
export const quotasOfSpaces = (db: Db) =>
  db.selectFrom('quota').select(['holder_id', 'max_amount', 'used']).where('kind', '=', 'space').execute();

/** All limits of the site as a whole. */
export const quotasOfSite = (db: Db) => db.selectFrom('quota').selectAll().where('holder_id', '=', 0).$castTo<SiteRow>().execute();

/** Whether any byte limit exists, and when the licence ends; never by default. */
export async function siteWideLimits(db: Db): Promise<{ bytes: boolean; ends: number }> {
  const found = await sql<{ bytes: number; ends: number | null }>`select
    (select count(*) from (select 1 from quota where kind in ('person', 'space', 'bytes') limit 1) as limited) as bytes,
    (select max_amount from quota where kind = 'ends' and holder_id = 0) as ends`.execute(db);
  const [row] = found.rows;
  return { bytes: row !== undefined && row.bytes > 0, ends: row?.ends ?? Number.MAX_SAFE_INTEGER };
}

/** Every limit that is used to four fifths, or was announced. */
export const fullQuotas = (db: Db) =>
  db
    .selectFrom('quota')
    .selectAll()
    .where((where) => where.or([where('warned_percent', '>', 0), where(sql<number>`used * 5`, '>=', sql<number>`max_amount * 4`)]))
    .$castTo<QuotaRow>()
    .execute();

/** Stores the last notified mark; answers false when another process did so already. */
export async function noteWarned(
  db: Db,
  { kind, holder_id, warned_percent }: Pick<SiteRow, 'kind' | 'holder_id' | 'warned_percent'>,
): Promise<boolean> {
  const noted = await db
    .updateTable('quota')
    .set({ warned_percent })
    .where('kind', '=', kind)
    .where('holder_id', '=', holder_id)
    .where('warned_percent', '<>', warned_percent)
    .returning('kind')
    .execute();
  return noted.length > 0;
}

/** The bytes of all revisions of documents in these users' own areas, by user. */
export async function bytesOfPeople(
  db: Db,
  { ids, organisationId }: { ids: string; organisationId: number },
): Promise<Map<number, number>> {
  const found = await sql<{ id: number; bytes: number }>`select item.area_owner_id as id, cast(sum(revision.size) as bigint) as bytes
    from item join revision on revision.document_id = item.id
    where item.area = 2 and item.kind = 33 and item.organisation_id = ${organisationId} and item.area_owner_id in ${among(db, ids)}
    group by item.area_owner_id`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row.bytes]));
}

/** The actual usage by kind, as a select of `used` for the holder `holder`. */
const countedBy: Record<QuotaKind, (holder: number) => ReturnType<typeof sql>> = {
  person: (holder) => sql`select coalesce(sum(revision.size), 0) from item join revision on revision.document_id = item.id
    join person on person.id = item.area_owner_id and person.organisation_id = item.organisation_id
    where item.area = 2 and item.kind = 33 and item.area_owner_id = ${holder}`,
  space: (holder) => sql`select coalesce(sum(revision.size), 0) from revision join item on item.id = revision.document_id
    where item.organisation_id = ${holder}`,
  bytes: () => sql`select coalesce(sum(size), 0) from revision`,
  people: () => sql`select count(*) from person where enabled = 1`,
  guests: () => sql`select count(*) from guest_membership`,
  organisations: () => sql`select count(*) from organisation where enabled = 1`,
};

/** Sets a limit; for a new one, the same statement counts the present usage, which triggers update from then on. */
export async function putQuota(db: Db, { kind, holderId, most }: { kind: QuotaKind; holderId: number; most: number }): Promise<QuotaRow> {
  const changed = await db
    .updateTable('quota')
    .set({ max_amount: most, warned_percent: 0 })
    .where('kind', '=', kind)
    .where('holder_id', '=', holderId)
    .returningAll()
    .$castTo<QuotaRow>()
    .execute();
  const made = await (changed.length > 0
    ? { rows: changed }
    : sql<QuotaRow>`insert into quota (kind, holder_id, max_amount, used) values (${kind}, ${holderId}, ${most}, (${countedBy[kind](holderId)}))
        returning *`.execute(db));
  const [row] = made.rows;
  if (row === undefined) throw new Error(`the limit of ${kind} ${holderId} was not written`);
  return row;
}

/** Sets when the licence ends. */
export const putEnd = (db: Db, at: number) =>
  db
    .insertInto('quota')
    .values({ kind: 'ends', holder_id: 0, max_amount: at, used: 0 })
    .onConflict((conflict) => conflict.columns(['kind', 'holder_id']).doUpdateSet({ max_amount: at, warned_percent: 0 }))
    .execute();

export const dropQuota = (db: Db, kind: QuotaKind | 'ends', holderId: number) =>
  db.deleteFrom('quota').where('kind', '=', kind).where('holder_id', '=', holderId).execute();

/** Limits whose counter differs from the actual usage; each compared in one statement, so that a running server causes no false differences. */
export async function wrongQuotas(db: Db): Promise<Array<{ kind: string; holder_id: number; used: number; actual: number }>> {
  const wrong: Array<{ kind: string; holder_id: number; used: number; actual: number }> = [];
  for (const { kind, holder_id } of await db
    .selectFrom('quota')
    .select(['kind', 'holder_id'])
    .where('kind', '<>', 'ends')
    .$castTo<QuotaRow>()
    .execute()) {
    const found = await sql<{ used: number; actual: number }>`select used, cast((${countedBy[kind](holder_id)}) as bigint) as actual
      from quota where kind = ${kind} and holder_id = ${holder_id}`.execute(db);
    const [row] = found.rows;
    if (row !== undefined && row.used !== row.actual) wrong.push({ kind, holder_id, ...row });
  }
  return wrong;
}

/** The quota of an organisation's new users; undefined when it sets none. */
export async function ownDefault(db: Db, organisationId: number): Promise<number | undefined> {
  const row = await db.selectFrom('organisation').select('person_quota').where('id', '=', organisationId).executeTakeFirst();
  return row?.person_quota ?? undefined;
}

export const putOwnDefault = (db: Db, organisationId: number, most: number | null) =>
  db.updateTable('organisation').set({ person_quota: most }).where('id', '=', organisationId).execute();

/** The present usage of everything that is stored by day. */
export async function measure(db: Db): Promise<Omit<Selectable<UsageDayTable>, 'day'>> {
  const found = await sql<
    Omit<Selectable<UsageDayTable>, 'day'>
  >`select (${countedBy.people(0)}) as people, (${countedBy.guests(0)}) as guests,
    (${countedBy.organisations(0)}) as organisations, (select count(*) from item where kind = 33 and bin_id = 0) as documents,
    cast((${countedBy.bytes(0)}) as bigint) as bytes`.execute(db);
  const [row] = found.rows;
  if (row === undefined) throw new Error('nothing was measured');
  return row;
}

/** Stores the usage of a day, once. */
export const noteDay = (db: Db, row: Selectable<UsageDayTable>) =>
  db
    .insertInto('usage_day')
    .values(row)
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();

export const hasDay = async (db: Db, day: string): Promise<boolean> =>
  (await db.selectFrom('usage_day').select('day').where('day', '=', day).execute()).length > 0;

export const daysSince = (db: Db, day: string) => db.selectFrom('usage_day').selectAll().where('day', '>=', day).orderBy('day').execute();

type ByteReservationRow = Selectable<ByteReservationTable>;

export const insertReservation = (db: Db, row: ByteReservationRow) => db.insertInto('byte_reservation').values(row).execute();

const reservationById = compiled<{ id: number }, Pick<ByteReservationRow, 'size'>>((db, p) =>
  db.selectFrom('byte_reservation').select('size').where('id', '=', p.id),
);

export const reservedSize = async (db: Db, id: number): Promise<number> => (await reservationById(db, { id }))[0]?.size ?? 0;

/** Lowers a promise to the bytes that have come. */
export const lowerReservation = (db: Db, id: number, size: number) =>
  db.updateTable('byte_reservation').set({ size }).where('id', '=', id).where('size', '>', size).execute();

/** Gives back what some uploads, of whose ids one JSON array speaks, were promised. */
export const deleteReservations = (db: Db, ids: string) => db.deleteFrom('byte_reservation').where('id', 'in', among(db, ids)).execute();

/** What is promised altogether, and of that to visitors of share links. */
export async function totalReserved(db: Db): Promise<{ bytes: number; byVisitors: number }> {
  const found = await sql<{ bytes: number; byVisitors: number }>`select
    cast(coalesce(sum(size), 0) as bigint) as bytes,
    cast(coalesce(sum(case when by_visitor = 1 then size else 0 end), 0) as bigint) as "byVisitors"
    from byte_reservation`.execute(db);
  return found.rows[0] ?? { bytes: 0, byVisitors: 0 };
}

/** All that is promised: a few thousand rows at most, as each person has few uploads open. */
export const allReservations = (db: Db): Promise<ByteReservationRow[]> => db.selectFrom('byte_reservation').selectAll().execute();

/** What is promised altogether, in an organisation, and in somebody's own area there. */
export async function reservedBytes(
  db: Db,
  { space, person }: { space: number; person: number },
): Promise<{ bytes: number; space: number; person: number }> {
  const found = await sql<{ bytes: number; space: number; person: number }>`select
    cast(coalesce(sum(size), 0) as bigint) as bytes,
    cast(coalesce(sum(case when organisation_id = ${space} then size else 0 end), 0) as bigint) as space,
    cast(coalesce(sum(case when organisation_id = ${space} and person_id = ${person} and person_id <> 0 then size else 0 end), 0)
      as bigint) as person
    from byte_reservation where organisation_id <> 0`.execute(db);
  return found.rows[0] ?? { bytes: 0, space: 0, person: 0 };
}
