import type { Db } from '../../../platform/db/database.ts';
import { containing } from '../../../platform/db/dialect.ts';
import { nameKey } from '../../../platform/text/names.ts';

interface Columns {
  name: string;
  name_key: string;
  addresses: string;
  low: string;
  high: string;
  scope: string;
  kind: string;
  target_type: string;
  target_id: number;
  enabled: number;
}

/** Every enabled segment of every organisation: they are few, and read only when the site version rose. */
export const enabledSegments = (db: Db) => db.selectFrom('address_range').selectAll().where('enabled', '=', 1).orderBy('id').execute();

const inOrganisation = (db: Db, organisationId: number, keyword: string) => {
  const all = db.selectFrom('address_range as a').where('a.organisation_id', '=', organisationId);
  const found = containing(nameKey(keyword)) as never;
  return keyword === '' ? all : all.where((where) => where.or([where('a.name_key', 'like', found), where('a.addresses', 'like', found)]));
};

/** A page of an organisation's segments by name, with the names of their groups and roles. */
export async function pageOfSegments(
  db: Db,
  { organisationId, keyword }: { organisationId: number; keyword: string },
  { limit, offset }: { limit: number; offset: number },
) {
  const { n } = await inOrganisation(db, organisationId, keyword)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const rows = await inOrganisation(db, organisationId, keyword)
    .leftJoin('user_group as g', (join) => join.onRef('g.id', '=', 'a.target_id').on('a.target_type', '=', 'group'))
    .leftJoin('role as r', (join) => join.onRef('r.id', '=', 'a.target_id').on('a.target_type', '=', 'role'))
    .select(['a.id', 'a.name', 'a.addresses', 'a.scope', 'a.kind', 'a.target_type', 'a.target_id', 'a.enabled'])
    .select(['g.name as group_name', 'r.name as role_name'])
    .orderBy('a.name_key')
    .orderBy('a.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: n };
}

export const findSegment = (db: Db, organisationId: number, id: number) =>
  db.selectFrom('address_range').selectAll().where('id', '=', id).where('organisation_id', '=', organisationId).executeTakeFirst();

export const insertSegment = (db: Db, row: Columns & { id: number; organisation_id: number; created_at: number }) =>
  db.insertInto('address_range').values(row).execute();

export const updateSegmentRow = (db: Db, id: number, row: Columns) =>
  db.updateTable('address_range').set(row).where('id', '=', id).execute();

export const deleteSegmentRow = (db: Db, id: number) => db.deleteFrom('address_range').where('id', '=', id).execute();

/** The organisations that users can work in. */
export const openOrganisations = (db: Db, now: number) =>
  db
    .selectFrom('organisation')
    .select('id')
    .where('enabled', '=', 1)
    .where((where) => where.or([where('expires_at', '=', 0), where('expires_at', '>', now)]))
    .execute();
