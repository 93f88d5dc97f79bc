import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * Online editing. A session belongs to a document: `revision_id` is the revision that its text stands for, `own_revision_id` the one that it
 * made, 0 for none; `changed_at` is the time of the oldest change that no revision has, 0 for none; `ended_at` is 0 while it is open. The lock that
 * it took is told by its holder and time, both 0 where it took none. Updates are those of Yjs in base64; together they are the text.
 */
const tables = `
create table edit_session (
  id bigint primary key,
  document_id bigint not null,
  organisation_id bigint not null,
  revision_id bigint not null,
  own_revision_id bigint not null,
  lock_person_id bigint not null,
  locked_at bigint not null,
  opened_at bigint not null,
  active_at bigint not null,
  changed_at bigint not null,
  ended_at bigint not null
)

create unique index edit_session_document on edit_session (document_id)

create index edit_session_end on edit_session (ended_at)

create table edit_update (
  id bigint primary key,
  session_id bigint not null,
  person_id bigint not null,
  data text not null
)

create index edit_update_session on edit_update (session_id, id)

-- connections to the rooms of all servers; seen_at is renewed while they stand
create table edit_presence (
  id bigint primary key,
  session_id bigint not null,
  person_id bigint not null,
  seen_at bigint not null
)

create index edit_presence_session on edit_presence (session_id)

-- who wrote in a session since its own revision began
create table edit_writer (
  session_id bigint not null,
  person_id bigint not null,
  wrote_at bigint not null,
  primary key (session_id, person_id)
)

-- ids of all who wrote it together in an editor, joined by commas; empty where that is its creator alone
alter table revision add column writers text not null default ''
`;

const undone = [
  'alter table revision drop column writers',
  ...['edit_writer', 'edit_presence', 'edit_update', 'edit_session'].map((name) => `drop table ${name}`),
];

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, undone.join('\n\n')),
};
