/** Tables of the platform itself: secrets, cache versions, the outbox and the settings of the site. */
export const platform = `
-- keys that the server makes for itself, such as the one that signs tickets
create table secret (name text primary key, value text not null)

-- one counter for each kind of cached data; a change raises it in the same transaction, so that every process drops what it cached
create table cache_version (name text primary key, value bigint not null)

insert into cache_version (name, value) values ('people', 1), ('rights', 1), ('site', 1)

-- events that still have to reach a subscriber; a worker claims a row by setting lease, and a row with a dedupe key stands once for each subscriber
create table outbox (
  id bigint primary key,
  subscriber text not null,
  event text not null,
  data text not null,
  dedupe text,
  person_id bigint,
  person_name text,
  address text,
  at bigint not null,
  run_at bigint not null,
  lease bigint not null default 0,
  attempts integer not null default 0,
  problem text
)

create index outbox_due on outbox (run_at, lease)

create unique index outbox_dedupe on outbox (subscriber, dedupe) where dedupe is not null

-- one JSON value for each group of settings
create table site_setting (name text primary key, value text not null, updated_at bigint not null, updater_id bigint not null)
`;
