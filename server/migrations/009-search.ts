/**
 * The words of names and contents, by the ids of items. \`indexed_text\` keeps the plain text for snippets; state: done, none, or why
 * it failed. \`text_queue\`: documents whose text waits to be read. On PostgreSQL a long text has several rows (parts).
 */
const tables = `
create table indexed_text (item_id bigint primary key, revision_id bigint not null, state text not null, body text not null)

create table text_queue (item_id bigint primary key)
`;

const sqlite = `
create virtual table name_words using fts5(words, tokenize = 'ascii', content = '', contentless_delete = 1, detail = 'full', prefix = '1 2 3')

create virtual table body_words using fts5(words, tokenize = 'ascii', content = '', contentless_delete = 1, detail = 'full')
`;

const postgres = `
create table name_words (rowid bigint not null, part integer not null, words tsvector not null, primary key (rowid, part))

create index name_words_index on name_words using gin (words)

create table body_words (rowid bigint not null, part integer not null, words tsvector not null, primary key (rowid, part))

create index body_words_index on body_words using gin (words)
`;

export const search = (engine: 'sqlite' | 'postgres'): string => tables + (engine === 'sqlite' ? sqlite : postgres);
