import type { Engine } from '../../src/platform/db/open-database.ts';

/** The operation log, and what is counted for reports, so that a report over months need not read every entry of the log. */
const tables = `
-- a chain: every entry has a number without gaps (seq) and a hash over itself and the hash before (chain), so that a missing or altered entry is found
create table log_entry (
  id bigint primary key,
  at bigint not null,
  action integer not null,
  person_id bigint,
  person_name text not null,
  obj_id bigint,
  obj_name text,
  address text,
  detail text,
  seq bigint not null default 0,
  chain text not null default '',
  organisation_id bigint not null default 0
)

create index log_entry_item on log_entry (obj_id, id)

create index log_entry_unchained on log_entry (id) where seq = 0

create unique index log_entry_seq on log_entry (seq) where seq > 0

create index log_entry_newest on log_entry (organisation_id, at, id)

create index log_entry_action on log_entry (organisation_id, action, at, id)

create index log_entry_person on log_entry (organisation_id, person_id, at, id)

create index log_entry_address on log_entry (organisation_id, address, at, id)

-- the end of the chain; unchained_up_to: entries up to this id may be from before the chain and have seq 0
-- organisation_hashed_after: the hashes of entries up to this number do not cover their organisation
create table log_head (
  id bigint primary key,
  seq bigint not null,
  chain text not null,
  unchained_up_to bigint not null,
  organisation_hashed_after bigint not null default 0
)

insert into log_head (id, seq, chain, unchained_up_to) values (1, 0, '', 0)

-- what a user opened last
create table recent_item (
  person_id bigint not null,
  item_id bigint not null,
  at bigint not null,
  primary key (person_id, item_id)
)

create index recent_item_newest on recent_item (person_id, at)

create table item_day (
  item_id bigint not null,
  day integer not null,
  views bigint not null default 0,
  downloads bigint not null default 0,
  primary key (day, item_id)
)

create index item_day_item on item_day (item_id)

-- what users did, by the hour
create table usage_hour (
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

-- sessions, also those that ended
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

-- who was there in which hour, by which session
create table presence (
  organisation_id bigint not null,
  hour bigint not null,
  session_id bigint not null,
  person_id bigint not null,
  primary key (organisation_id, hour, session_id)
)
`;

/** View-as sessions are left out: the user was not there. */
const record = `insert into session_record (id, organisation_id, person_id, address, agent, begun_at, seen_at)
    values (new.id, new.space_id, new.person_id, new.address, new.agent, new.created_at, new.seen_at)
    on conflict (id) do update set seen_at = excluded.seen_at, organisation_id = excluded.organisation_id;
  insert into presence (organisation_id, hour, session_id, person_id) values (new.space_id, new.seen_at / 3600000, new.id, new.person_id)
    on conflict (organisation_id, hour, session_id) do nothing;`;

const recordSession = {
  sqlite: `
create trigger session_begun_noted after insert on session when new.viewer_id is null begin
  ${record}
end

create trigger session_seen_noted after update of seen_at, space_id on session when new.viewer_id is null begin
  ${record}
end`,
  postgres: `
create function note_session() returns trigger language plpgsql as $body$
begin
  ${record}
  return null;
end $body$

create trigger session_noted after insert or update of seen_at, space_id on session for each row
  when (new.viewer_id is null) execute function note_session()`,
};

export const reporting = (engine: Engine): string => tables + recordSession[engine];
