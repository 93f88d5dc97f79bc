import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * Requests to read a version of a document and to acknowledge it: at most one is open on a document, with `closed_at` 0. `due_at` is 0 without a date,
 * `due_stage` 1 after the reminder of the day before and 2 after the one that it is over; `completed_at` is 0 until everybody has acknowledged.
 * `principals` is JSON, to ask again with a later version where `renewal` says so.
 * `notice` of a person is the kind of message that is still to be sent, empty where there is none. Names are kept with the rows, so that they can be
 * paged by them, and outlive the accounts.
 */
const tables = `
create table acknowledgement_request (
  id bigint primary key,
  item_id bigint not null references item (id),
  revision_id bigint not null,
  principals text not null,
  note text not null,
  renewal text not null,
  due_at bigint not null,
  due_stage integer not null,
  creator_id bigint not null,
  created_at bigint not null,
  reminded_at bigint not null,
  completed_at bigint not null,
  closed_at bigint not null
);

create unique index acknowledgement_open on acknowledgement_request (item_id) where closed_at = 0;

create index acknowledgement_request_of_item on acknowledgement_request (item_id, created_at, id);

create index acknowledgement_due on acknowledgement_request (due_at, id) where closed_at = 0 and due_at > 0 and due_stage < 2;

create table acknowledgement (
  request_id bigint not null references acknowledgement_request (id),
  person_id bigint not null,
  name text not null,
  name_sort text not null,
  acknowledged_at bigint not null,
  notice text not null,
  primary key (request_id, person_id)
);

create index acknowledgement_by_name on acknowledgement (request_id, name_sort, person_id);

create index acknowledgement_of_person on acknowledgement (person_id, request_id) where acknowledged_at = 0;

create index acknowledgement_notice on acknowledgement (request_id, person_id) where notice <> ''
`;

const drops = `
drop table acknowledgement;

drop table acknowledgement_request
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, drops),
};
