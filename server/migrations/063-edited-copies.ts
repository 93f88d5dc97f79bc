import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * Documents made of what a visitor wrote beside a revision from elsewhere, with the document and the visitor whose words they keep, and the name that
 * was asked for. Later words of that visitor in that document may become their next revision; names alone say neither.
 */
const tables = `
create table edited_copy (
  copy_id bigint not null primary key,
  document_id bigint not null,
  share_id bigint not null,
  visitor_key text not null,
  name text not null
)

create index edited_copy_document on edited_copy (document_id, share_id, visitor_key)
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, 'drop table edited_copy'),
};
