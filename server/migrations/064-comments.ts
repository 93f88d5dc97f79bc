import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * Threads of comments on documents, whose first comment has the id of the thread; `place` is JSON, empty for the document as a whole, `active_at` the
 * time of the newest comment. The first comment stays with `deleted` 1 and without words while it has replies.
 * `told_at` of a mention is 0 until the person was told. Comments outlive the accounts of their writers, so no row of a person is referenced.
 * `comments_off` 1 of a cabinet switches comments off for its documents.
 */
const tables = `
create table comment_thread (
  id bigint primary key,
  item_id bigint not null references item (id),
  revision_id bigint not null,
  place text not null,
  reply_count integer not null,
  active_at bigint not null,
  resolved integer not null,
  resolved_at bigint not null,
  resolver_id bigint not null
);

create index comment_thread_newest on comment_thread (item_id, active_at, id);

create index comment_thread_state on comment_thread (item_id, resolved, active_at, id);

create table comment (
  id bigint primary key,
  thread_id bigint not null references comment_thread (id),
  person_id bigint not null,
  content text not null,
  deleted integer not null,
  created_at bigint not null,
  updated_at bigint not null
);

create index comment_of_thread on comment (thread_id, id);

create table comment_mention (
  comment_id bigint not null references comment (id),
  person_id bigint not null,
  told_at bigint not null,
  primary key (comment_id, person_id)
);

alter table item add column comments_off integer not null default 0
`;

const drops = `
alter table item drop column comments_off;

drop table comment_mention;

drop table comment;

drop table comment_thread
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, drops),
};
