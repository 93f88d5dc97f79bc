/**
 * What people did by the hour, counted from the log, and who was there in which hour by which session, kept beside sessions that are gone:
 * both so that reports over months need not read every line. And sensitive words: groups of them, where they were found, what waits to be
 * looked through, and the looks through everything.
 */
const tables = `
create table use_hour (
  organisation_id bigint not null,
  hour bigint not null,
  person_id bigint not null,
  sign_ins bigint not null default 0,
  views bigint not null default 0,
  downloads bigint not null default 0,
  prints bigint not null default 0,
  uploads bigint not null default 0,
  shares bigint not null default 0,
  others bigint not null default 0,
  primary key (organisation_id, hour, person_id)
)

insert into use_hour (organisation_id, hour, person_id, sign_ins, views, downloads, prints, uploads, shares, others)
select organisation_id, at / 3600000, person_id,
  sum(case when action = 3 then 1 else 0 end),
  sum(case when action = 308 then 1 else 0 end),
  sum(case when action in (309, 314, 316) then 1 else 0 end),
  sum(case when action = 310 then 1 else 0 end),
  sum(case when action in (301, 307) then 1 else 0 end),
  sum(case when action = 500 and not exists (select 1 from item where item.id = log_entry.obj_id) then 1 else 0 end),
  sum(case when action not in (3, 301, 307, 308, 309, 310, 314, 316, 500) then 1 else 0 end)
from log_entry where person_id > 0 and organisation_id > 0 group by organisation_id, at / 3600000, person_id

create table session_record (
  id bigint primary key,
  organisation_id bigint not null,
  person_id bigint not null,
  address text not null,
  agent text not null,
  begun_at bigint not null,
  seen_at bigint not null
)

create index session_record_seen on session_record (seen_at)

create table presence (
  organisation_id bigint not null,
  hour bigint not null,
  session_id bigint not null,
  person_id bigint not null,
  primary key (organisation_id, hour, session_id)
)

insert into session_record (id, organisation_id, person_id, address, agent, begun_at, seen_at)
select id, space_id, person_id, address, agent, created_at, seen_at from session where viewer_id is null

insert into presence (organisation_id, hour, session_id, person_id)
select space_id, seen_at / 3600000, id, person_id from session where viewer_id is null

create table word_group (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  name text not null,
  name_key text not null,
  level integer not null,
  action text not null,
  places integer not null,
  enabled integer not null default 1,
  words text not null,
  exceptions text not null,
  word_count integer not null,
  updated_at bigint not null
)

create unique index word_group_name on word_group (organisation_id, name_key)

create table word_hit (
  id bigint primary key,
  organisation_id bigint not null,
  item_id bigint not null,
  group_id bigint not null,
  group_name text not null,
  level integer not null,
  place integer not null,
  word text not null,
  n bigint not null,
  snippet text not null,
  state text not null default 'open',
  held integer not null default 0,
  found_at bigint not null,
  decider_name text not null default '',
  decided_at bigint not null default 0,
  note text not null default ''
)

create unique index word_hit_one on word_hit (item_id, group_id, place, word)

create index word_hit_list on word_hit (organisation_id, found_at, id)

create index word_hit_state on word_hit (organisation_id, state, found_at, id)

create index word_hit_held on word_hit (item_id) where held = 1

create table word_queue (item_id bigint primary key, asked bigint not null)

create table word_scan (
  id bigint primary key,
  organisation_id bigint not null,
  person_name text not null,
  state text not null,
  begun_at bigint not null,
  ended_at bigint not null default 0,
  after_id bigint not null default 0,
  total bigint not null,
  done bigint not null default 0,
  hits bigint not null default 0
)

create unique index word_scan_running on word_scan (organisation_id) where state = 'running'

create index word_scan_list on word_scan (organisation_id, begun_at, id)

update role set deeds = '["reports.see"]' where kind in ('administrators', 'system', 'audit', 'heads') and deeds = '[]'

update role set deeds = replace(deeds, ']', ',"reports.see"]')
where kind in ('administrators', 'system', 'audit', 'heads') and deeds <> '[]' and deeds not like '%"reports.see"%'

update role set deeds = '["words.edit","words.judge"]' where kind in ('administrators', 'security') and deeds = '[]'

update role set deeds = replace(deeds, ']', ',"words.edit","words.judge"]')
where kind in ('administrators', 'security') and deeds <> '[]' and deeds not like '%"words.edit"%'
`;

const noted = `insert into session_record (id, organisation_id, person_id, address, agent, begun_at, seen_at)
    values (new.id, new.space_id, new.person_id, new.address, new.agent, new.created_at, new.seen_at)
    on conflict (id) do update set seen_at = excluded.seen_at, organisation_id = excluded.organisation_id;
  insert into presence (organisation_id, hour, session_id, person_id) values (new.space_id, new.seen_at / 3600000, new.id, new.person_id)
    on conflict (organisation_id, hour, session_id) do nothing;`;

const sqliteTriggers = `
create trigger session_begun_noted after insert on session when new.viewer_id is null begin
  ${noted}
end

create trigger session_seen_noted after update of seen_at, space_id on session when new.viewer_id is null begin
  ${noted}
end
`;

const postgresTriggers = `
create function note_session() returns trigger language plpgsql as $body$
begin
  ${noted}
  return null;
end $body$

create trigger session_noted after insert or update of seen_at, space_id on session for each row
  when (new.viewer_id is null) execute function note_session()
`;

export const numbersAndWords = (engine: 'sqlite' | 'postgres'): string =>
  tables + (engine === 'sqlite' ? sqliteTriggers : postgresTriggers);
