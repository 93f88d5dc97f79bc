import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * `allow_comment` 1 of a share lets its visitors comment. `share_id` of a thread is that of the link whose visitor began it, 0 of users, and `giver_id`
 * who gave that link. A comment of a visitor has no `person_id`, but the share, the key that tells its visitors apart, and the proven name; all of it
 * outlives the share. `comment_link` counts all that was ever written by a link.
 */
const tables = `
alter table share add column allow_comment integer not null default 0;

alter table comment_thread add column share_id bigint not null default 0;

alter table comment_thread add column giver_id bigint not null default 0;

create index comment_thread_link on comment_thread (share_id, item_id, resolved, active_at, id);

alter table comment add column share_id bigint not null default 0;

alter table comment add column visitor_key text not null default '';

alter table comment add column visitor_name text not null default '';

create table comment_link (
  share_id bigint primary key,
  written integer not null
)
`;

const drops = `
drop table comment_link;

alter table comment drop column visitor_name;

alter table comment drop column visitor_key;

alter table comment drop column share_id;

drop index comment_thread_link;

alter table comment_thread drop column giver_id;

alter table comment_thread drop column share_id;

alter table share drop column allow_comment
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, drops),
};
