import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, containing } from '../../../platform/db/dialect.ts';
import { nameKey } from '../../../platform/text/names.ts';
import type { ItemRow } from '../../access/items.queries.ts';

/** The folders of a subtree, its top included, with their distance from the top; also deleted ones. */
const below = (top: number) => sql`with recursive below(id, depth) as (
  select id, 0 from item where id = ${top}
  union all
  select item.id, below.depth + 1 from item join below on item.parent_id = below.id where item.kind <> 33
)`;

/** Moves a live subtree to the bin under one deletion; items already in the bin keep their own. */
export async function binSubtree(db: Db, top: number, binId: number): Promise<void> {
  await sql`${below(top)} update item set bin_id = ${binId}
    where bin_id = 0 and (id = ${top} or parent_id in (select id from below))`.execute(db);
}

/** Moves the items of a subtree from one deletion to another. */
export async function moveInBin(db: Db, top: number, { from, to }: { from: number; to: number }): Promise<void> {
  await sql`${below(top)} update item set bin_id = ${to}
    where bin_id = ${from} and (id = ${top} or parent_id in (select id from below))`.execute(db);
}

/** The direct children that belong to one deletion. */
export const childrenInBin = (db: Db, parentId: number, binId: number): Promise<ItemRow[]> =>
  db.selectFrom('item').selectAll().where('parent_id', '=', parentId).where('bin_id', '=', binId).execute();

/** Restores the items of a deletion. */
export const unbin = (db: Db, binId: number) => db.updateTable('item').set({ bin_id: 0 }).where('bin_id', '=', binId).execute();

/** Writes cabinet and area of a subtree that moved to another cabinet. */
export async function setCabinetBelow(db: Db, top: number, place: { cabinetId: number; area: number; shelfId: number }): Promise<void> {
  await sql`${below(top)} update item set cabinet_id = ${place.cabinetId}, area = ${place.area}, area_owner_id = ${place.shelfId}
    where id = ${top} or parent_id in (select id from below)`.execute(db);
}

/** A page of a live subtree by id, without its top. */
export async function liveBelow(db: Db, top: number, { after, limit }: { after: number; limit: number }): Promise<ItemRow[]> {
  const found = await sql<ItemRow>`${below(top)} select item.* from item
    where parent_id in (select id from below) and bin_id = 0 and id > ${after} order by id limit ${limit}`.execute(db);
  return found.rows;
}

/** The live folders of a subtree without its top, in the order of creation. */
export async function foldersBelow(db: Db, top: number, { after, limit }: { after: number; limit: number }): Promise<ItemRow[]> {
  const found = await sql<ItemRow>`${below(top)} select item.* from item
    where parent_id in (select id from below) and kind = 32 and bin_id = 0 and id > ${after} order by id limit ${limit}`.execute(db);
  return found.rows;
}

export const deleteItems = async (db: Db, ids: number[]): Promise<void> => {
  await db
    .deleteFrom('item')
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();
};

/** The number of folder levels of a subtree, its top included. */
export async function heightOf(db: Db, top: number): Promise<number> {
  const found = await sql<{ n: number }>`${below(top)} select max(depth) + 1 as n from below`.execute(db);
  return found.rows[0]?.n ?? 1;
}

/** Whether another user has locked a live document of a subtree. */
export async function lockedBelow(db: Db, top: number, personId: number): Promise<boolean> {
  const found = await sql<{ id: number }>`${below(top)} select item.id from item
    where parent_id in (select id from below) and bin_id = 0 and lock_person_id not in (0, ${personId}) limit 1`.execute(db);
  return found.rows.length > 0;
}

/** Whether there are documents below a container, also deleted ones. */
export async function holdsDocuments(db: Db, top: number): Promise<boolean> {
  const found = await sql<{ id: number }>`${below(top)} select item.id from item
    where parent_id in (select id from below) and kind = 33 limit 1`.execute(db);
  return found.rows.length > 0;
}

/** Which of some items are live in a subtree, its top included. */
export async function liveAmong(db: Db, top: number, ids: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`${below(top)} select item.id from item
    where id in ${among(db, JSON.stringify(ids))} and bin_id = 0 and (id = ${top} or parent_id in (select id from below))`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** The number of items in some deletions, counted up to `most`. */
export async function sizeOfBins(db: Db, binIds: readonly number[], most: number): Promise<number> {
  const found = await sql<{ n: number }>`select count(*) as n from (select 1 from item
    where bin_id in ${among(db, JSON.stringify(binIds))} and bin_id <> 0 limit ${most}) as counted`.execute(db);
  return found.rows[0]?.n ?? 0;
}

/** All items of a deletion. */
export const rowsInBin = (db: Db, binId: number) =>
  db.selectFrom('item').select(['id', 'kind', 'parent_id', 'acl_id']).where('bin_id', '=', binId).execute();

/** The parents, within the folders of a deletion, of items that other deletions took earlier. */
export async function parentsOfOthers(db: Db, binId: number): Promise<number[]> {
  const found = await sql<{ parent_id: number }>`select distinct c.parent_id from item p join item c on c.parent_id = p.id
    where p.bin_id = ${binId} and c.bin_id <> ${binId} and c.attached = 0`.execute(db);
  return found.rows.map((row) => row.parent_id);
}

export const hasChildren = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('item').select('id').where('parent_id', '=', id).limit(1).execute()).length > 0;

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

/** The deletion that follows another one, of those before a time, the oldest first. */
export const deletionAfter = (db: Db, { before, after }: { before: number; after: { deleted_at: number; id: number } }) =>
  db
    .selectFrom('bin_entry')
    .select(['id', 'item_id', 'deleted_at'])
    .where('deleted_at', '<', before)
    .where('deleted_at', '>=', after.deleted_at)
    .where((where) => where.or([where('deleted_at', '>', after.deleted_at), where('id', '>', after.id)]))
    .orderBy('deleted_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
