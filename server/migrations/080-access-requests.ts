import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * Open requests of users for access to an item; a decision removes the row. `item_id` is what the user named, which need not exist: a request is
 * stored before that is looked up.
 */
const tables = `
create table access_request (
  id bigint primary key,
  organisation_id bigint not null,
  item_id bigint not null,
  person_id bigint not null,
  note text not null,
  created_at bigint not null
);

create unique index access_request_item on access_request (item_id, person_id);

create index access_request_age on access_request (created_at)
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, 'drop table access_request'),
};
