import { sql, type Updateable } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import type { OrganisationTable } from '../../ground/db/types.generated.ts';
import { among, containing } from '../../ground/db/words.ts';
import { nameKey } from '../../ground/text/names.ts';

export const findOrganisation = (db: Db, id: number) => db.selectFrom('organisation').selectAll().where('id', '=', id).executeTakeFirst();

/** The organisation of the first start, from which the site is administrated. */
export const firstOrganisation = (db: Db) => db.selectFrom('organisation').selectAll().orderBy('id').limit(1).executeTakeFirst();

/** The organisations of the site, the first one first. */
export const organisationIds = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('organisation').select('id').orderBy('id').execute()).map((row) => row.id);

export const insertOrganisation = (
  db: Db,
  row: { id: number; name: string; name_key: string; created_at: number; description?: string; expires_at?: number },
) => db.insertInto('organisation').values(row).execute();

export const updateOrganisationRow = (db: Db, id: number, changes: Updateable<OrganisationTable>) =>
  db.updateTable('organisation').set(changes).where('id', '=', id).execute();

export async function organisationNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('organisation')
    .select(['id', 'name'])
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

const organisationsWhere = (db: Db, keyword: string | undefined) => {
  const query = db.selectFrom('organisation');
  return keyword === undefined || keyword === '' ? query : query.where('name_key', 'like', containing(nameKey(keyword)) as never);
};

/** A page of organisations, the first one first, with how many people and guests work in each. */
export async function pageOfOrganisations(
  db: Db,
  { keyword, limit, offset }: { keyword: string | undefined; limit: number; offset: number },
) {
  const first = (await firstOrganisation(db))?.id ?? 0;
  const rows = await organisationsWhere(db, keyword)
    .selectAll()
    .select((select) => [
      select
        .selectFrom('person')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('person.organisation_id', '=', 'organisation.id')
        .as('people'),
      select
        .selectFrom('space_member')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('space_member.organisation_id', '=', 'organisation.id')
        .as('guests'),
    ])
    .orderBy((order) => order.case().when('id', '=', first).then(0).else(1).end())
    .orderBy('name_key')
    .limit(limit)
    .offset(offset)
    .execute();
  const { n } = await organisationsWhere(db, keyword)
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { rows, total: n, first };
}

/**
 * Documents that stand and their bytes, by organisation: one walk along the index of sizes, which holds all that is asked, on the long
 * reader. The signs keep SQLite from an index that would lead it to each row.
 */
export async function usageOfOrganisations(db: Db) {
  const found = await sql<{ organisation_id: number; documents: number; bytes: number }>`
    select acl.organisation_id, count(*) as documents, cast(sum(item.size) as bigint) as bytes
    from item join acl on acl.id = item.acl_id where +item.kind = 33 and +item.bin_id = 0 group by acl.organisation_id`.execute(db);
  return found.rows;
}
