import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, amongTexts, containing, engineOf } from '../../../platform/db/dialect.ts';
import { type Term, toFts5, toTsquery } from '../../../platform/text/tokens.ts';
import type { CardCondition } from '../../classification/document-cards.ts';
import type { WordTable } from '../word-index.queries.ts';

/** Restricts the items that may be hits. `acls`: JSON of the access lists that the caller has the right on. */
export interface SearchScope {
  organisationId: number;
  acls: string;
  /** JSON of the access lists that let the caller read: attachments are found under these alone. */
  readable: string;
  area?: number;
  /** A folder: only its descendants. */
  below?: number;
  exts?: string[];
  creatorId?: number;
  from?: number;
  to?: number;
  /** Only items with all of these tags. */
  tags?: number[];
  /** Only documents that meet all conditions on their cards. */
  card?: CardCondition[];
}

export type SortOrder = 'relevance' | 'time' | 'name';

/** A hit and its sort key: its rank (lower is better), its time, or the sort key of its name. */
export interface RawHit {
  id: number;
  key: number | string;
}

const matches = (db: Db, table: WordTable, terms: Term[]): RawBuilder<unknown> => {
  const matching = { open: table === 'name_words' };
  return engineOf(db) === 'sqlite'
    ? sql`${sql.table(table)} match ${toFts5(terms, matching)}`
    : sql`words @@ ${toTsquery(terms, matching)}::tsquery`;
};

const rank = (db: Db, table: WordTable, terms: Term[]): RawBuilder<unknown> =>
  engineOf(db) === 'sqlite'
    ? sql`bm25(${sql.table(table)})`
    : sql`-max(ts_rank(words, ${toTsquery(terms, { open: table === 'name_words' })}::tsquery))`;

/** A condition on a card value as SQL. */
function cardValueCondition({ is, has, from, to }: CardCondition): RawBuilder<unknown> {
  const all = [
    ...(is === undefined ? [] : [sql`words = ${is}`]),
    ...(has === undefined ? [] : [sql`words like ${containing(has)}`]),
    ...(from === undefined ? [] : [sql`number >= ${from}`]),
    ...(to === undefined ? [] : [sql`number <= ${to}`]),
  ];
  return sql.join(all, sql` and `);
}

function conditions(db: Db, bounds: SearchScope): RawBuilder<unknown>[] {
  const { area, below, exts, creatorId, from, to, tags = [], card = [] } = bounds;
  return [
    // below a folder the recursive query yields few items; the unary plus keeps SQLite from using the index of access lists
    sql`${below === undefined ? sql`` : sql`+`}i.acl_id in ${among(db, bounds.acls)}`,
    sql`i.bin_id = 0`,
    sql`(i.attached = 0 or i.acl_id in ${among(db, bounds.readable)})`,
    sql`i.organisation_id = ${bounds.organisationId}`,
    ...(area === undefined ? [] : [sql`i.area = ${area}`]),
    ...(exts === undefined ? [] : [sql`i.ext in ${amongTexts(db, JSON.stringify(exts))}`, sql`i.kind = 33`]),
    ...(creatorId === undefined ? [] : [sql`i.creator_id = ${creatorId}`]),
    ...(from === undefined ? [] : [sql`i.updated_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`i.updated_at <= ${to}`]),
    ...tags.map((tag) => sql`i.id in (select item_id from item_tag where tag_id = ${tag})`),
    ...card.map(
      (bound) => sql`i.id in (select item_id from card_value where attribute_id = ${bound.attribute} and ${cardValueCondition(bound)})`,
    ),
    ...(below === undefined
      ? []
      : [
          sql`i.parent_id in (with recursive below(id) as (
            select id from item where id = ${below}
            union all
            select item.id from item join below on item.parent_id = below.id where item.bin_id = 0 and item.kind <> 33)
            select id from below
            union all select item.id from item join below on item.parent_id = below.id where item.attachments > 0)`,
        ]),
  ];
}

/** The lowest id of the newest `pool` matches; 0 where there are fewer. */
export async function poolStart(db: Db, table: WordTable, { terms, pool }: { terms: Term[]; pool: number }): Promise<number> {
  const found = await sql<{ id: number }>`select rowid as id from ${sql.table(table)} where ${matches(db, table, terms)}
    order by rowid desc limit 1 offset ${pool}`.execute(db);
  return found.rows[0]?.id ?? 0;
}

/**
 * The best hits that the caller may see, in order. The word index leads, each match is checked against its item, and only the rest is
 * ranked.
 * Where few matches will pass (`sparse`), the allowed items are collected first, which spares most of the lookups.
 */
export async function findHits(
  db: Db,
  table: WordTable,
  asked: { terms: Term[]; bounds: SearchScope; order: SortOrder; since: number; sparse: boolean; limit: number },
): Promise<RawHit[]> {
  const words = sql.table(table);
  const keys = { relevance: rank(db, table, asked.terms), time: sql`-i.updated_at`, name: sql`i.name_sort` };
  const allowed = sql.join(conditions(db, asked.bounds), sql` and `);
  const matching = [matches(db, table, asked.terms), ...(asked.since === 0 ? [] : [sql`${words}.rowid >= ${asked.since}`])];
  const where = [
    // the unary plus keeps SQLite from probing the word index item by item
    ...(asked.sparse ? [sql`+${words}.rowid in (select i.id from item as i where ${allowed})`] : []),
    sql`i.id = ${words}.rowid`,
    ...(asked.sparse ? [] : [allowed]),
  ];
  const tail = sql`order by key, i.id desc limit ${asked.limit}`;
  const found =
    engineOf(db) === 'sqlite'
      ? await sql<RawHit>`select i.id, ${keys[asked.order]} as key from ${words} cross join item as i
          where ${sql.join([...matching, ...where], sql` and `)} ${tail}`.execute(db)
      : // `offset 0` keeps PostgreSQL from scanning all items and probing the word index for each
        await sql<RawHit>`select i.id, ${keys[asked.order]} as key
          from (select rowid, words from ${words} where ${sql.join(matching, sql` and `)} offset 0) as ${words} cross join item as i
          where ${sql.join(where, sql` and `)} group by i.id ${tail}`.execute(db);
  return found.rows;
}

/** How many of the newest matches suggestions are chosen from. */
export const suggestionPool = 2000;

/**
 * Items whose names match, those first whose names begin with `start`, then the ones changed last. One statement on the word index: the
 * newest matches alone are looked up, so that a letter that half of all names have costs no more than a rare word.
 */
export async function namesStartingFirst(
  db: Db,
  { terms, start, bounds, limit }: { terms: Term[]; start: string; bounds: SearchScope; limit: number },
): Promise<number[]> {
  const newest = sql`select rowid from name_words where ${matches(db, 'name_words', terms)} order by rowid desc limit ${suggestionPool}`;
  const found = await sql<{ id: number }>`select i.id from (${newest}) as found cross join item as i
    where i.id = found.rowid and ${sql.join(conditions(db, bounds), sql` and `)}
    order by case when substr(i.name_key, 1, ${sql.lit([...start].length)}) = ${start} then 0 else 1 end, i.updated_at desc, i.id desc
    limit ${limit}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** All items within the scope, in order; by relevance the newest first, as there are no words to rank by. */
export async function findWithin(
  db: Db,
  { bounds, order, limit }: { bounds: SearchScope; order: SortOrder; limit: number },
): Promise<RawHit[]> {
  const key = order === 'name' ? sql`i.name_sort` : sql`-i.updated_at`;
  const found = await sql<RawHit>`select i.id, ${key} as key from item as i
    where ${sql.join(conditions(db, bounds), sql` and `)} order by key, i.id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** The texts of items, truncated, for snippets. */
export const textsOf = (db: Db, ids: number[], length: number) =>
  db
    .selectFrom('indexed_text')
    .select(['item_id', sql<string>`substr(body, 1, ${sql.lit(length)})`.as('body'), sql<number>`length(body)`.as('length')])
    .where('item_id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export const wholeText = async (db: Db, id: number): Promise<string> => {
  const row = await db.selectFrom('indexed_text').select('body').where('item_id', '=', id).executeTakeFirst();
  return row?.body ?? '';
};
