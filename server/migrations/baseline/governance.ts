/** Sensitive words: groups of them, where they were found, and what still has to be looked through. */
export const governance = `
create table sensitive_word_group (
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

create unique index sensitive_word_group_name on sensitive_word_group (organisation_id, name_key)

-- blocked: the item cannot be shared until somebody decides that the hit is harmless
create table sensitive_word_hit (
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
  blocked integer not null default 0,
  found_at bigint not null,
  decider_name text not null default '',
  decided_at bigint not null default 0,
  note text not null default ''
)

create unique index sensitive_word_hit_one on sensitive_word_hit (item_id, group_id, place, word)

create index sensitive_word_hit_list on sensitive_word_hit (organisation_id, found_at, id)

create index sensitive_word_hit_state on sensitive_word_hit (organisation_id, state, found_at, id)

create index sensitive_word_hit_blocked on sensitive_word_hit (item_id) where blocked = 1

-- items to look through; asked rises with every request, so that a request during a look is not taken for done with it
create table sensitive_word_queue (item_id bigint primary key, asked bigint not null)

-- looks through everything that an organisation has; after_id: how far it is, so that it goes on after a restart
create table sensitive_word_scan (
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

create unique index sensitive_word_scan_running on sensitive_word_scan (organisation_id) where state = 'running'

create index sensitive_word_scan_list on sensitive_word_scan (organisation_id, begun_at, id)
`;
