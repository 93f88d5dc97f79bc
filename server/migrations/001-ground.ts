/** Secrets, the counters that tell caches of changes, and the outbox. */
export const ground = `
create table secret (name text primary key, value text not null)

create table version (name text primary key, value bigint not null)

insert into version (name, value) values ('people', 1), ('rights', 1)

create table outbox (
  id bigint primary key,
  listener text not null,
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

create unique index outbox_dedupe on outbox (listener, dedupe) where dedupe is not null
`;
