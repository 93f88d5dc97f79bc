import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, containing } from '../../../platform/db/dialect.ts';
import { nameKey } from '../../../platform/text/names.ts';

interface Filter {
  organisationId: number;
  keyword: string | undefined;
  limited: boolean | undefined;
  personId: number | undefined;
  limit: number;
  offset: number;
}

/** A page of an organisation's own users with their quotas. */
export async function pageOfUserQuotas(db: Db, { organisationId, keyword, limited, personId, limit, offset }: Filter) {
  let query = db
    .selectFrom('person')
    .leftJoin('quota', (join) => join.onRef('quota.holder_id', '=', 'person.id').on('quota.kind', '=', 'person'))
    .where('person.organisation_id', '=', organisationId);
  if (personId !== undefined) query = query.where('person.id', '=', personId);
  if (limited !== undefined) query = query.where('quota.kind', limited ? 'is not' : 'is', null);
  if (keyword !== undefined && keyword !== '') {
    const found = containing(nameKey(keyword)) as never;
    query = query.where((where) =>
      where.or([where('full_key', 'like', found), where('login_key', 'like', found), where('pinyin', 'like', found)]),
    );
  }
  const { n } = await query.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .select(['person.id', 'login_name', 'full_name', 'enabled', 'max_amount', 'used'])
    .orderBy('full_sort')
    .orderBy('person.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: n };
}

/** The users among these whose account belongs to this organisation. */
export const ownUsersAmong = async (db: Db, { organisationId, ids }: { organisationId: number; ids: string }) =>
  db
    .selectFrom('person')
    .select(['id', 'full_name'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', among(db, ids))
    .execute();

/** Who is notified of a limit: users with the permission for quotas in an organisation, or for the licence when none is given. */
export async function quotaRecipients(db: Db, organisationId: number | undefined): Promise<Array<{ id: number; organisation_id: number }>> {
  const found = await sql<{ id: number; organisation_id: number }>`select distinct person.id, role.organisation_id from role
    join role_member on role_member.role_id = role.id join person on person.id = role_member.person_id
    where person.enabled = 1 and ${
      organisationId === undefined
        ? sql`role.permissions like '%"licence.edit"%' and role.organisation_id = (select min(id) from organisation)`
        : sql`role.permissions like '%"quotas.edit"%' and role.organisation_id = ${organisationId}`
    }`.execute(db);
  return found.rows;
}

export const spaceName = async (db: Db, id: number): Promise<string> =>
  (await db.selectFrom('organisation').select('name').where('id', '=', id).executeTakeFirst())?.name ?? '';
