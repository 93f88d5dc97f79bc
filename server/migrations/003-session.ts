/** Sessions by the hash of their token; failed attempts by account and by address; pictures to be read. */
export const session = `
create table session (
  token_hash text primary key,
  id bigint not null unique,
  person_id bigint not null references person (id),
  space_id bigint not null,
  address text not null,
  agent text not null,
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null
)

create index session_person on session (person_id)

create index session_expiry on session (expires_at)

create table sign_in_attempt (key text primary key, failures integer not null, first_at bigint not null, blocked_until bigint not null)

create table captcha (id text primary key, answer text not null, tries integer not null, expires_at bigint not null)
`;
