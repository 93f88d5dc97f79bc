import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * What happened to items, a row an event and item: `id` is that of the event. `person_id` is 0 for visitors of links; names are those of that time.
 * `place_id` is the container in which it happened, 0 for cabinets, and `flow_id` the flow, 0 for none. `facts` is JSON.
 * The kind is in the indexes that are walked where only some kinds are wanted.
 * `activity_place` has the item itself and the containers around it at that time: the stream of an item, with what lies in it, is one walk along its key.
 */
const tables = `
create table activity (
  id bigint not null,
  item_id bigint not null references item (id),
  organisation_id bigint not null,
  at bigint not null,
  kind text not null,
  person_id bigint not null,
  person_name text not null,
  place_id bigint not null,
  flow_id bigint not null,
  name text not null,
  facts text not null,
  primary key (id, item_id)
);

create index activity_of_organisation on activity (organisation_id, id, item_id, kind);

create index activity_of_item on activity (item_id, id);

create index activity_of_person on activity (person_id, id, item_id, kind);

create table activity_place (
  container_id bigint not null,
  activity_id bigint not null,
  item_id bigint not null,
  primary key (container_id, activity_id, item_id)
);

create index activity_place_of_item on activity_place (item_id, activity_id)
`;

const drops = `
drop table activity_place;

drop table activity
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, drops),
};
