import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * Notifications by email. `email_line` is what a user is to be told, one row for each kind and subject while it waits; `email_id` 0: not in an email yet,
 * and `due_at` the time at which it is looked at again. `email` is an email that is being sent, again until the mail server takes it: `lease` is the
 * end of a claim. `email_setting` and `email_choice` are what users chose; `origin` is the address under which their browser opened the site.
 * `mail_delivery` is one row: since when the mail server fails, 0 while it does not.
 * `follow` has the items that users follow. `flow_email_link` has the links by which emails let approvers decide, by the hash of their token.
 */
const tables = `
create table email_line (
  id bigint primary key,
  person_id bigint not null,
  message_id bigint not null,
  kind text not null,
  type integer not null,
  organisation_id bigint not null,
  facts text not null,
  details text not null,
  obj_type integer not null,
  obj_id bigint not null,
  name text not null,
  times integer not null,
  created_at bigint not null,
  due_at bigint not null,
  email_id bigint not null
);

create unique index email_line_waiting on email_line (person_id, type, obj_type, obj_id, name) where email_id = 0;

create index email_line_due on email_line (due_at, id) where email_id = 0;

create index email_line_of_email on email_line (email_id) where email_id <> 0;

create table email (
  id bigint primary key,
  person_id bigint not null,
  created_at bigint not null,
  run_at bigint not null,
  lease bigint not null,
  attempts integer not null
);

create index email_due on email (run_at, id);

create index email_of_person on email (person_id);

create table email_setting (
  person_id bigint primary key,
  digest_hour integer not null,
  zone text not null,
  origin text not null
);

create table email_choice (
  person_id bigint not null,
  kind text not null,
  frequency text not null,
  primary key (person_id, kind)
);

create table mail_delivery (
  id integer primary key,
  failing_since bigint not null,
  failures integer not null,
  next_try bigint not null,
  problem text not null,
  told integer not null
);

insert into mail_delivery (id, failing_since, failures, next_try, problem, told) values (1, 0, 0, 0, '', 0);

create table follow (
  person_id bigint not null,
  item_id bigint not null references item (id),
  created_at bigint not null,
  primary key (person_id, item_id)
);

create index follow_of_item on follow (item_id, person_id);

create index follow_newest on follow (person_id, created_at, item_id);

create table flow_email_link (
  hash text primary key,
  flow_id bigint not null,
  person_id bigint not null,
  round integer not null,
  step integer not null,
  expires_at bigint not null,
  used_at bigint not null
);

create index flow_email_link_end on flow_email_link (expires_at);

alter table flow_template add column email_decisions text not null default 'signIn'
`;

const drops = `
alter table flow_template drop column email_decisions;

drop table flow_email_link;

drop table follow;

drop table mail_delivery;

drop table email_choice;

drop table email_setting;

drop table email;

drop table email_line
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, drops),
};
