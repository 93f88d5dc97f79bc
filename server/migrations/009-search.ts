/** The words of names and contents. \`indexed_text\` keeps the plain text for snippets; state: done, none, or why it failed. */
const sqlite = `
create table indexed_text (item_id bigint primary key, revision_id bigint not null, state text not null, body text not null)

create virtual table name_words using fts5(words, tokenize = 'unicode61 remove_diacritics 0', content = '', contentless_delete = 1, detail = 'full', prefix = '1 2 3')

create virtual table body_words using fts5(words, tokenize = 'unicode61 remove_diacritics 0', content = '', contentless_delete = 1, detail = 'full')
`;

const postgres = `
create table indexed_text (item_id bigint primary key, revision_id bigint not null, state text not null, body text not null)

create table name_words (rowid bigint primary key, words tsvector not null)

create index name_words_index on name_words using gin (words)

create table body_words (rowid bigint primary key, words tsvector not null)

create index body_words_index on body_words using gin (words)
`;

export const search = (engine: 'sqlite' | 'postgres'): string => (engine === 'sqlite' ? sqlite : postgres);
