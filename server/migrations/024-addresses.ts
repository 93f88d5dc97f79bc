/**
 * Whose people sessions are of, so that an organisation's can be paged by when they were last used; and the ranges of addresses that an
 * organisation lets in, or keeps out. Target 0: everybody.
 */
export const addresses = `
alter table session add column home_id bigint not null default 0

update session set home_id = coalesce((select organisation_id from person where person.id = session.person_id), 0)

create index session_home on session (home_id, seen_at, id)

create index session_guest on session (space_id, seen_at, id) where home_id <> space_id

create table address_segment (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  name text not null,
  name_key text not null,
  addresses text not null,
  low text not null,
  high text not null,
  scope text not null,
  kind text not null,
  target_type text not null,
  target_id bigint not null,
  enabled integer not null default 1,
  created_at bigint not null
)

create index address_segment_list on address_segment (organisation_id, name_key, id)
`;
