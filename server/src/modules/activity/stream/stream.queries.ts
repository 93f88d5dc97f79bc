import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, amongTexts } from '../../../platform/db/dialect.ts';
import type { ActivityPlaceTable, ActivityTable } from '../../../platform/db/types.generated.ts';

export type NewActivity = Insertable<ActivityTable>;

/** Writes rows, but those that are there already; answers which are new. */
export const insertActivity = (db: Db, rows: NewActivity[]): Promise<{ id: number; item_id: number }[]> =>
  db
    .insertInto('activity')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['id', 'item_id']).doNothing())
    .returning(['id', 'item_id'])
    .execute();

export const insertPlaces = (db: Db, rows: Insertable<ActivityPlaceTable>[]) => db.insertInto('activity_place').values(rows).execute();

/** Where a stream runs along an index. */
export type StreamScope = { container: number } | { item: number } | { person: number } | { organisation: number };

/** A row's place in the stream. */
export interface StreamPosition {
  id: number;
  itemId: number;
}

export interface StreamFilter {
  scope: StreamScope;
  organisationId: number;
  /** JSON of the kinds. */
  kinds: string | undefined;
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
}

type Term = RawBuilder<unknown>;

const columns = sql`a.id, a.item_id, a.at, a.kind, a.person_id, a.person_name, a.place_id, a.flow_id, a.name, a.facts,
  i.kind as item_kind, i.ext, i.area, i.bin_id`;

const inContainer = (scope: StreamScope): scope is { container: number } => 'container' in scope;

/** The position of a row, in the index that the stream runs along. */
const keyOf = (scope: StreamScope): { id: Term; itemId: Term } =>
  inContainer(scope) ? { id: sql`w.activity_id`, itemId: sql`w.item_id` } : { id: sql`a.id`, itemId: sql`a.item_id` };

/** The cross joins keep both engines on the index of the stream: its rows come first, and what belongs to them is looked up. */
const sourceOf = (scope: StreamScope): Term => (inContainer(scope) ? sql`activity_place w cross join activity a` : sql`activity a`);

function scopeTerms(scope: StreamScope): Term[] {
  if (inContainer(scope)) return [sql`w.container_id = ${scope.container}`, sql`a.id = w.activity_id`, sql`a.item_id = w.item_id`];
  if ('item' in scope) return [sql`a.item_id = ${scope.item}`];
  if ('person' in scope) return [sql`a.person_id = ${scope.person}`];
  return [sql`a.organisation_id = ${scope.organisation}`];
}

/** The unary plus keeps other indexes out. */
function filterTerms(db: Db, { scope, organisationId, kinds, personId, without, below }: StreamFilter): Term[] {
  const key = keyOf(scope);
  return [
    ...('organisation' in scope ? [] : [sql`+a.organisation_id = ${organisationId}`]),
    ...(kinds === undefined ? [] : [sql`a.kind in ${amongTexts(db, kinds)}`]),
    ...(personId === undefined ? [] : [sql`+a.person_id = ${personId}`]),
    ...(without === undefined ? [] : [sql`+a.person_id <> ${without}`]),
    ...(below === undefined ? [] : [sql`(${key.id}, ${key.itemId}) < (${below.id}, ${below.itemId})`]),
  ];
}

/** Live items that the reader may read, and deleted ones that they may also restore, with what was deleted together with them. */
const visibleTerms = (db: Db, { personId, readable, modifiable, manageable }: StreamReader): Term[] => [
  sql`i.acl_id in ${among(db, readable)}`,
  sql`(i.bin_id = 0 or exists (select 1 from bin_entry b join item t on t.id = b.item_id where b.id = i.bin_id
    and ((b.person_id = ${personId} and t.acl_id in ${among(db, modifiable)}) or t.acl_id in ${among(db, manageable)})))`,
];

const allOf = (terms: readonly Term[]): Term => sql.join(terms, sql` and `);

/** The newest rows of a stream that the reader may see, along its index; down to a row, if one is given. */
export async function newestRows(
  db: Db,
  filter: StreamFilter,
  { reader, limit, downTo }: { reader: StreamReader; limit: number; downTo?: number | undefined },
): Promise<StreamRow[]> {
  const { scope } = filter;
  const key = keyOf(scope);
  const terms = [
    ...scopeTerms(scope),
    ...filterTerms(db, filter),
    ...(downTo === undefined ? [] : [sql`${key.id} >= ${downTo}`]),
    sql`i.id = a.item_id`,
    ...visibleTerms(db, reader),
  ];
  const found = await sql<StreamRow>`select ${columns} from ${sourceOf(scope)} cross join item i where ${allOf(terms)}
    order by ${key.id} desc, ${key.itemId} desc limit ${limit}`.execute(db);
  return found.rows;
}

/** Like `newestRows` for an organisation or a user, but from the items that the reader sees: for one who sees little of what happens. */
export async function newestRowsOfItems(
  db: Db,
  filter: StreamFilter,
  { reader, limit }: { reader: StreamReader; limit: number },
): Promise<StreamRow[]> {
  const terms = [...visibleTerms(db, reader), sql`a.item_id = i.id`, sql`+a.organisation_id = ${filter.organisationId}`];
  const found = await sql<StreamRow>`select ${columns} from item i cross join activity a
    where ${allOf([...terms, ...filterTerms(db, filter)])}
    order by a.id desc, a.item_id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** The id of the row that stands so far down a stream, whoever may see it; undefined where the stream is shorter. */
export async function rowAtDepth(
  db: Db,
  { scope, below }: Pick<StreamFilter, 'scope' | 'below'>,
  depth: number,
): Promise<number | undefined> {
  const key = keyOf(scope);
  const source = inContainer(scope) ? sql`activity_place w` : sql`activity a`;
  const terms = inContainer(scope) ? [sql`w.container_id = ${scope.container}`] : scopeTerms(scope);
  if (below !== undefined) terms.push(sql`(${key.id}, ${key.itemId}) < (${below.id}, ${below.itemId})`);
  const found = await sql<{ id: number }>`select ${key.id} as id from ${source} where ${allOf(terms)}
    order by ${key.id} desc, ${key.itemId} desc limit 1 offset ${depth}`.execute(db);
  return found.rows[0]?.id;
}

/** Deletes the rows of items, and the stream of those that are containers. */
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
