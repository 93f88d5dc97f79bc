import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/** Folders and cabinets that users keep at hand, in one organisation, under a name of their own; `place` orders them. */
const table = `
create table custom_folder (
  id bigint primary key,
  person_id bigint not null,
  organisation_id bigint not null,
  item_id bigint not null,
  name text not null,
  place integer not null
);

create unique index custom_folder_once on custom_folder (person_id, organisation_id, item_id);

create index custom_folder_item on custom_folder (item_id)
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, table),
  down: (db, engine) => runScript(db, engine, 'drop table custom_folder'),
};
