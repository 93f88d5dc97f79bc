import type { ActivityKind } from '@dossier/contract/activity/activity';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { ActivityPlaceTable, ActivityTable } from '../../../platform/db/types.generated.ts';

export type NewActivity = Insertable<ActivityTable>;

/** Rows in one statement: a flow may have many documents, and SQLite takes 32,766 values at once. */
const rowsTogether = 500;

/** Writes rows, but those that are there already; answers which are new. */
export async function insertActivity(db: Db, rows: readonly NewActivity[]): Promise<{ id: number; item_id: number }[]> {
  const added: { id: number; item_id: number }[] = [];
  for (let at = 0; at < rows.length; at += rowsTogether) {
    const insert = db
      .insertInto('activity')
      .values(rows.slice(at, at + rowsTogether))
      .onConflict((conflict) => conflict.columns(['id', 'item_id']).doNothing());
    added.push(...(await insert.returning(['id', 'item_id']).execute()));
  }
  return added;
}

export async function insertPlaces(db: Db, rows: readonly Insertable<ActivityPlaceTable>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsTogether)
    await db
      .insertInto('activity_place')
      .values(rows.slice(at, at + rowsTogether))
      .execute();
}

/** Where a stream runs along an index: of an item with what lies in it, of a user, or of everything. */
export type StreamScope = { container: number } | { person: number } | { organisation: number };

/** A row's place in the stream. */
export interface StreamPosition {
  id: number;
  itemId: number;
}

export interface StreamFilter {
  scope: StreamScope;
  kinds: readonly ActivityKind[] | undefined;
  personId: number | undefined;
  /** Without what this user did. */
  without: number | undefined;
  below: StreamPosition | undefined;
}

/** What a reader may be shown, as JSON of access lists. */
export interface StreamReader {
  personId: number;
  readable: string;
  /** Of which own deletions may be restored. */
  modifiable: string;
  /** Of which all deletions may be restored. */
  manageable: string;
}

export interface StreamRow {
  id: number;
  item_id: number;
  at: number;
  kind: string;
  person_id: number;
  person_name: string;
  place_id: number;
  flow_id: number;
  name: string;
  facts: string;
  item_kind: number;
  ext: string;
  area: number;
  bin_id: number;
  acl_id: number;
}

type Term = RawBuilder<unknown>;

const allOf = (terms: readonly Term[]): Term => sql.join(terms, sql` and `);

/** The rows of a walk, with what belongs to them. */
const rowsOf = (walk: Term): Term => sql`select a.id, a.item_id, a.at, a.kind, a.person_id, a.person_name, a.place_id, a.flow_id, a.name,
    a.facts, i.kind as item_kind, i.ext, i.area, i.bin_id, i.acl_id
  from (${walk}) as walk join activity a on a.id = walk.id and a.item_id = walk.item_id join item i on i.id = walk.item_id
  order by a.id desc, a.item_id desc`;

/** The terms of an index that a stream runs along, in the names that its table has for event and item. */
function scopeTerms(scope: StreamScope): { source: Term; id: Term; itemId: Term; own: Term } {
  if ('container' in scope)
    return { source: sql`activity_place w`, id: sql`w.activity_id`, itemId: sql`w.item_id`, own: sql`w.container_id = ${scope.container}` };
  const along = { source: sql`activity w`, id: sql`w.id`, itemId: sql`w.item_id` };
  if ('person' in scope) return { ...along, own: sql`w.person_id = ${scope.person}` };
  return { ...along, own: sql`w.organisation_id = ${scope.organisation}` };
}

const below = ({ id, itemId }: { id: Term; itemId: Term }, position: StreamPosition | undefined): Term[] =>
  position === undefined ? [] : [sql`(${id}, ${itemId}) < (${position.id}, ${position.itemId})`];

/** What a row itself has to be; the unary plus keeps other indexes out, and kinds as literals keep PostgreSQL from joining a list of them. */
const filterTerms = (table: Term, { kinds, personId, without }: StreamFilter): Term[] => [
  ...(kinds === undefined ? [] : [sql`${table}.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`]),
  ...(personId === undefined ? [] : [sql`+${table}.person_id = ${personId}`]),
  ...(without === undefined ? [] : [sql`+${table}.person_id <> ${without}`]),
];

/** Live items that the reader may read, and deleted ones that they may also restore, with what was deleted together with them. */
const visibleItem = (db: Db, { personId, readable, modifiable, manageable }: StreamReader): Term => sql`i.acl_id in ${among(db, readable)}
  and (i.bin_id = 0 or exists (select 1 from bin_entry b join item t on t.id = b.item_id where b.id = i.bin_id
    and ((b.person_id = ${personId} and t.acl_id in ${among(db, modifiable)}) or t.acl_id in ${among(db, manageable)})))`;

/**
 * The newest rows of a stream that the reader may see, along its index; down to a row, if one is given. What belongs to a row is looked up by
 * scalar sub-selects, which neither engine turns into a join that would begin elsewhere and sort; PostgreSQL takes `<> 0` for true of most rows.
 */
export async function newestRows(
  db: Db,
  filter: StreamFilter,
  { reader, limit, downTo }: { reader: StreamReader; limit: number; downTo?: number | undefined },
): Promise<StreamRow[]> {
  const { scope } = filter;
  const { source, id, itemId, own } = scopeTerms(scope);
  const isNarrowed = filter.kinds !== undefined || filter.personId !== undefined || filter.without !== undefined;
  const narrowed = sql`(select case when ${allOf([sql`1 = 1`, ...filterTerms(sql`a`, filter)])} then 1 else 0 end from activity a
    where a.id = w.activity_id and a.item_id = w.item_id) <> 0`;
  const terms = [
    own,
    ...below({ id, itemId }, filter.below),
    ...(downTo === undefined ? [] : [sql`${id} >= ${downTo}`]),
    ...('container' in scope ? (isNarrowed ? [narrowed] : []) : filterTerms(sql`w`, filter)),
    // only items of the reader's organisation are on readable lists
    sql`(select case when ${visibleItem(db, reader)} then 1 else 0 end from item i where i.id = w.item_id) <> 0`,
  ];
  const walk = sql`select ${id} as id, ${itemId} as item_id from ${source} where ${allOf(terms)}
    order by ${id} desc, ${itemId} desc limit ${limit}`;
  return (await sql<StreamRow>`${rowsOf(walk)}`.execute(db)).rows;
}

/** Like `newestRows` for an organisation or a user, but from the items that the reader sees: for one who sees little of what happens. */
export async function newestRowsOfItems(
  db: Db,
  filter: StreamFilter,
  { reader, limit }: { reader: StreamReader; limit: number },
): Promise<StreamRow[]> {
  const names = { id: sql`w.id`, itemId: sql`w.item_id` };
  const terms = [visibleItem(db, reader), sql`w.item_id = i.id`, ...below(names, filter.below), ...filterTerms(sql`w`, filter)];
  const walk = sql`select w.id, w.item_id from item i cross join activity w where ${allOf(terms)}
    order by w.id desc, w.item_id desc limit ${limit}`;
  return (await sql<StreamRow>`${rowsOf(walk)}`.execute(db)).rows;
}

/** The id of the row that stands so far down a stream, whoever may see it; undefined where the stream is shorter. */
export async function rowAtDepth(db: Db, filter: Pick<StreamFilter, 'scope' | 'below'>, depth: number): Promise<number | undefined> {
  const { source, id, itemId, own } = scopeTerms(filter.scope);
  const found = await sql<{ id: number }>`select ${id} as id from ${source} where ${allOf([own, ...below({ id, itemId }, filter.below)])}
    order by ${id} desc, ${itemId} desc limit 1 offset ${depth}`.execute(db);
  return found.rows[0]?.id;
}

/** Deletes the rows of items, and their streams. */
export async function deleteActivityOf(db: Db, itemIds: readonly number[]): Promise<void> {
  const json = JSON.stringify(itemIds);
  await db.deleteFrom('activity_place').where('container_id', 'in', among(db, json)).execute();
  await db.deleteFrom('activity_place').where('item_id', 'in', among(db, json)).execute();
  await db.deleteFrom('activity').where('item_id', 'in', among(db, json)).execute();
}

/** The oldest rows. */
export const oldestRows = (db: Db, limit: number) =>
  db.selectFrom('activity').select(['id', 'item_id', 'at']).orderBy('id').orderBy('item_id').limit(limit).execute();

/** Deletes rows as old as these, by their events and items. */
export async function deleteRows(db: Db, rows: readonly { id: number; item_id: number }[]): Promise<void> {
  const ids = JSON.stringify(rows.map((row) => row.id));
  const items = JSON.stringify([...new Set(rows.map((row) => row.item_id))]);
  await db.deleteFrom('activity_place').where('item_id', 'in', among(db, items)).where('activity_id', 'in', among(db, ids)).execute();
  await db.deleteFrom('activity').where('id', 'in', among(db, ids)).where('item_id', 'in', among(db, items)).execute();
}
