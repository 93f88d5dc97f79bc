import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * Searches that users made last or saved under a name, and the views of lists. `terms` and `settings` are JSON in the shapes of the contract.
 * `terms_key` tells searches apart, so that one made again moves up instead of standing twice; a row of `recent_search_off` is a user who
 * keeps none.
 */
const tables = `
create table recent_search (
  id bigint primary key,
  person_id bigint not null,
  organisation_id bigint not null,
  terms_key text not null,
  terms text not null,
  searched_at bigint not null
);

create unique index recent_search_once on recent_search (person_id, organisation_id, terms_key);

create index recent_search_newest on recent_search (person_id, organisation_id, searched_at, id);

create table recent_search_off (
  person_id bigint primary key
);

create table saved_search (
  id bigint primary key,
  person_id bigint not null,
  organisation_id bigint not null,
  name text not null,
  name_key text not null,
  name_sort text not null,
  terms text not null,
  updated_at bigint not null
);

create unique index saved_search_name on saved_search (person_id, organisation_id, name_key);

create table list_view (
  id bigint primary key,
  person_id bigint not null,
  organisation_id bigint not null,
  name text not null,
  name_key text not null,
  name_sort text not null,
  settings text not null,
  updated_at bigint not null
);

create unique index list_view_name on list_view (person_id, organisation_id, name_key)
`;

const drops = `
drop table list_view;

drop table saved_search;

drop table recent_search_off;

drop table recent_search
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, drops),
};
