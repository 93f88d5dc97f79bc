import type { Engine } from '../../src/platform/db/open-database.ts';

/** The full-text index: the words of names and of contents, by the ids of items. */
export const search = (engine: Engine): string => `
-- the plain text, for snippets; state: done, none, or why the text could not be read
create table indexed_text (item_id bigint primary key, revision_id bigint not null, state text not null, body text not null)

-- documents whose text waits to be read; stage: 0 by the reader of its type, 1 from pages of the office engine, 2 by recognition of text in images
create table text_queue (
  item_id bigint primary key,
  stage integer not null default 0
)

create index text_queue_stage on text_queue (stage, item_id)

${wordIndex('name_words', ", prefix = '1 2 3'")[engine]}

${wordIndex('body_words', '')[engine]}
`;

/** Words are cut by the server, so FTS5 only splits at spaces. On PostgreSQL a long text has several rows (part), as a tsvector is limited to 1 MB. */
const wordIndex = (table: string, prefix: string) => ({
  sqlite: `
create virtual table ${table} using fts5(words, tokenize = 'ascii', content = '', contentless_delete = 1, detail = 'full'${prefix})`,
  postgres: `
create table ${table} (rowid bigint not null, part integer not null, words tsvector not null, primary key (rowid, part))

create index ${table}_index on ${table} using gin (words)`,
});
