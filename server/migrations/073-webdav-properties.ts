import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * Properties that WebDAV clients set on items: `value` is the whole element as it is sent again.
 * `webdav_client_lock` has the locks that bind WebDAV clients alone: of folders, and shared ones of documents. `deep` 1: with everything in the folder.
 */
const tables = `
create table webdav_property (
  item_id bigint not null,
  namespace text not null,
  name text not null,
  value text not null,
  primary key (item_id, namespace, name)
);

create table webdav_client_lock (
  token text primary key,
  item_id bigint not null,
  person_id bigint not null,
  owner text not null,
  shared integer not null,
  deep integer not null,
  expires_at bigint not null
);

create index webdav_client_lock_item on webdav_client_lock (item_id);

create index webdav_client_lock_person on webdav_client_lock (person_id);

create index webdav_client_lock_end on webdav_client_lock (expires_at)
`;

const drops = `
drop table webdav_client_lock;

drop table webdav_property
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, drops),
};
