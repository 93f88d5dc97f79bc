import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { among, compiledWrite, engineOf } from '../../platform/db/dialect.ts';
import { toTsvectors } from '../../platform/text/tokens.ts';

/** The two word indexes: of names and of contents. */
export type WordTable = 'name_words' | 'body_words';

/** The columns of an item that the index needs. */
export const itemsToIndex = (db: Db, ids: number[]) =>
  db
    .selectFrom('item')
    .select(['id', 'kind', 'name', 'ext', 'revision_id'])
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

interface WordRow {
  id: number;
  part: number;
  words: string;
}

/** The write statements of a word table. */
function writesOf(table: WordTable) {
  const into = sql.table(table);
  const insertOf = (db: Db, p: WordRow) =>
    engineOf(db) === 'sqlite'
      ? sql`insert into ${into} (rowid, words) values (${p.id}, ${p.words})`
      : sql`insert into ${into} (rowid, part, words) values (${p.id}, ${p.part}, ${p.words}::tsvector)`;
  return {
    remove: compiledWrite<{ id: number }>((db, p) => ({ compile: () => sql`delete from ${into} where rowid = ${p.id}`.compile(db) })),
    insert: compiledWrite<WordRow>((db, p) => ({ compile: () => insertOf(db, p).compile(db) })),
  };
}

const writes = { name_words: writesOf('name_words'), body_words: writesOf('body_words') };

/** Replaces the words of an item; without tokens it has none. */
export async function putWords(db: Db, table: WordTable, { id, tokens }: { id: number; tokens: string }): Promise<void> {
  const { remove, insert } = writes[table];
  await remove(db, { id });
  if (tokens === '') return;
  const parts = engineOf(db) === 'sqlite' ? [tokens] : toTsvectors(tokens);
  for (const [part, words] of parts.entries()) await insert(db, { id, part, words });
}

/** Deletes items from the index. */
export async function forgetWords(db: Db, ids: number[]): Promise<void> {
  const json = JSON.stringify(ids);
  for (const table of ['name_words', 'body_words'])
    await sql`delete from ${sql.table(table)} where rowid in ${among(db, json)}`.execute(db);
  await db.deleteFrom('indexed_text').where('item_id', 'in', among(db, json)).execute();
  await db.deleteFrom('text_queue').where('item_id', 'in', among(db, json)).execute();
}

/** The indexed revisions of documents. */
export const readRevisions = (db: Db, ids: number[]) =>
  db
    .selectFrom('indexed_text')
    .select(['item_id', 'revision_id'])
    .where('item_id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export const putText = compiledWrite<{ item_id: number; revision_id: number; state: string; body: string }>((db, p) =>
  db
    .insertInto('indexed_text')
    .values({ item_id: p.item_id, revision_id: p.revision_id, state: p.state, body: p.body })
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet({ revision_id: p.revision_id, state: p.state, body: p.body })),
);

/** The extraction result of a document. */
export const textRow = (db: Db, itemId: number) =>
  db.selectFrom('indexed_text').select(['revision_id', 'body']).where('item_id', '=', itemId).executeTakeFirst();

/** Documents whose current revision is neither read nor queued, by id. */
export const unindexedDocuments = async (db: Db, { after, limit }: { after: number; limit: number }): Promise<number[]> => {
  const rows = await db
    .selectFrom('item')
    .leftJoin('indexed_text', 'indexed_text.item_id', 'item.id')
    .leftJoin('text_queue', 'text_queue.item_id', 'item.id')
    .select('item.id')
    .where('item.kind', '=', 33)
    .where('item.id', '>', after)
    .where('text_queue.item_id', 'is', null)
    .where((where) =>
      where.or([where('indexed_text.item_id', 'is', null), where('indexed_text.revision_id', '<>', where.ref('item.revision_id'))]),
    )
    .orderBy('item.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
};

/** Items whose names are not indexed, by id. Checked one by one: the list of all names would be built anew for every batch. */
export const unindexedNames = async (db: Db, { after, limit }: { after: number; limit: number }): Promise<number[]> => {
  const rows = await sql<{ id: number }>`select id from item where id > ${after}
    and not exists (select 1 from name_words where name_words.rowid = item.id) order by id limit ${limit}`.execute(db);
  return rows.rows.map((row) => row.id);
};

/** Those of these documents whose text was recognised. */
export const recognisedAmong = (db: Db, ids: number[]) =>
  db
    .selectFrom('indexed_text')
    .select('item_id')
    .where('item_id', 'in', among(db, JSON.stringify(ids)))
    .where('state', '=', 'recognised')
    .execute();
