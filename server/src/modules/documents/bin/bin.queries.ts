import type { Db } from '../../../platform/db/database.ts';
import { among, containing } from '../../../platform/db/dialect.ts';
import { nameKey } from '../../../platform/text/names.ts';

export const insertBinEntry = (
  db: Db,
  row: {
    id: number;
    item_id: number;
    acl_id: number;
    organisation_id: number;
    area: number;
    parent_id: number;
    ancestors: string;
    person_id: number;
    deleted_at: number;
  },
) => db.insertInto('bin_entry').values(row).execute();

export const binEntriesOf = (db: Db, itemIds: number[]) =>
  db
    .selectFrom('bin_entry')
    .selectAll()
    .where('item_id', 'in', among(db, JSON.stringify(itemIds)))
    .execute();

export const binEntryById = (db: Db, id: number) => db.selectFrom('bin_entry').selectAll().where('id', '=', id).executeTakeFirst();

export const deleteBinEntries = (db: Db, itemIds: number[]) =>
  db
    .deleteFrom('bin_entry')
    .where('item_id', 'in', among(db, JSON.stringify(itemIds)))
    .execute();

interface BinFilter {
  organisationId: number;
  personId: number;
  /** JSON of the access lists that let the user see their items. */
  visible: string;
  /** JSON of the access lists that let the user manage their items. */
  managed: string;
  area?: number;
  keyword?: string;
  limit: number;
  offset: number;
}

/** Deletions that the user made and still sees, or may manage; newest first. */
export async function pageOfBin(db: Db, filter: BinFilter) {
  let query = db
    .selectFrom('bin_entry as b')
    .innerJoin('item as i', 'i.id', 'b.item_id')
    .where('b.organisation_id', '=', filter.organisationId)
    .where((where) =>
      where.or([
        where.and([where('b.person_id', '=', filter.personId), where('i.acl_id', 'in', among(db, filter.visible))]),
        where('i.acl_id', 'in', among(db, filter.managed)),
      ]),
    );
  // the area of the item: a deletion inside a folder moves with that folder
  if (filter.area !== undefined) query = query.where('i.area', '=', filter.area);
  if (filter.keyword !== undefined && filter.keyword !== '')
    query = query.where('i.name_key', 'like', containing(nameKey(filter.keyword)) as never);
  const { n } = await query.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .select(['i.id', 'i.name', 'i.kind', 'i.area', 'i.ext', 'i.size', 'i.acl_id', 'b.ancestors', 'b.person_id', 'b.deleted_at'])
    .orderBy('b.deleted_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { rows, total: n };
}

export const writeClipboard = (db: Db, row: { person_id: number; mode: string; ids: string; at: number }) =>
  db
    .insertInto('clipboard')
    .values(row)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ mode: row.mode, ids: row.ids, at: row.at }))
    .execute();

export const readClipboard = (db: Db, personId: number) =>
  db.selectFrom('clipboard').selectAll().where('person_id', '=', personId).executeTakeFirst();

export const clearClipboard = (db: Db, personId: number) => db.deleteFrom('clipboard').where('person_id', '=', personId).execute();

/** Deletions before a time, the oldest first, up to a limit. */
export const deletionsBefore = (db: Db, before: number, limit: number) =>
  db.selectFrom('bin_entry').select(['id', 'item_id']).where('deleted_at', '<', before).orderBy('deleted_at').limit(limit).execute();
