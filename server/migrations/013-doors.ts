/**
 * What signing in needs beyond a password. Codes and tokens are kept only as hashes. \`validation\` is a step that waits for a code;
 * \`identity\` ties an account elsewhere to a person; \`used_ticket\` names what may not be used twice.
 */
export const doors = `
alter table person add column mail text

alter table person add column mail_key text

create unique index person_mail on person (mail_key) where mail_key is not null

create table validation (
  id text primary key,
  purpose text not null,
  person_id bigint not null,
  code_hash text not null,
  facts text not null,
  tries integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null
)

create index validation_expiry on validation (expires_at)

create table authenticator (
  person_id bigint primary key references person (id),
  secret text not null,
  confirmed_at bigint,
  last_step bigint not null default 0
)

create table recovery_code (person_id bigint not null references person (id), code_hash text not null, primary key (person_id, code_hash))

create table identity (
  provider text not null,
  subject text not null,
  person_id bigint not null references person (id),
  shown text not null,
  created_at bigint not null,
  primary key (provider, subject)
)

create unique index identity_person on identity (person_id, provider)

create table used_ticket (id text primary key, expires_at bigint not null)

create index used_ticket_expiry on used_ticket (expires_at)

create table scan (
  id text primary key,
  secret_hash text not null,
  state text not null,
  person_id bigint,
  session_id bigint,
  address text not null,
  agent text not null,
  expires_at bigint not null
)

create index scan_expiry on scan (expires_at)

create table known_device (person_id bigint not null, device_hash text not null, seen_at bigint not null, primary key (person_id, device_hash))
`;
