import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/** Notes on items: with `shared` 1 for all who see the item, else for the writer alone. Shared ones outlive the accounts of their writers, so no row of a person is referenced. */
const tables = `
create table note (
  id bigint primary key,
  item_id bigint not null references item (id),
  person_id bigint not null,
  content text not null,
  shared integer not null,
  created_at bigint not null,
  updated_at bigint not null
);

create index note_newest on note (item_id, created_at, id);

create index note_readers on note (item_id, shared, person_id);

create index note_person on note (person_id)
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, 'drop table note'),
};
