import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

const tables = `
-- locks that an office server holds by WOPI; person_id: whose lock of the document it is, the one who saved last
-- held_before: the user had the document locked already, so that the end of this lock does not release it
-- locked_at: which lock of the document this one belongs to, as the user may have released it and locked it again in the browser
create table office_lock (
  item_id bigint primary key,
  lock_id text not null,
  person_id bigint not null,
  held_before integer not null,
  locked_at bigint not null,
  expires_at bigint not null
)

create index office_lock_end on office_lock (expires_at)

-- the last save of a document by an office server: the next one of the same session replaces its revision
create table office_save (
  item_id bigint primary key,
  revision_id bigint not null,
  session text not null
)

-- what an office server asked to keep about a user
create table office_user_info (
  person_id bigint primary key references person (id),
  info text not null
)
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, 'drop table office_user_info\n\ndrop table office_save\n\ndrop table office_lock'),
};
