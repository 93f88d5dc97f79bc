/** Share links: what they open and for whom, the sessions of visitors, and what visitors did. */
export const sharing = `
-- token_hash: of the token in the address, which is not stored; bits: the most rights that the link gives
create table share (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  person_id bigint not null,
  name text not null,
  name_key text not null,
  token_hash text not null,
  password_hash text not null default '',
  password_at bigint not null default 0,
  created_at bigint not null,
  deadline bigint,
  closed_at bigint not null default 0,
  closed_by bigint not null default 0,
  bits integer not null,
  only_upload integer not null default 0,
  watermark integer not null default 0,
  notice integer not null default 0,
  restricted integer not null default 0,
  download_limit integer not null default 0,
  print_limit integer not null default 0,
  downloads integer not null default 0,
  prints integer not null default 0,
  opens integer not null default 0,
  first_opened_at bigint not null default 0,
  last_opened_at bigint not null default 0
)

create unique index share_token on share (token_hash)

create index share_person on share (person_id, organisation_id, created_at)

create index share_organisation on share (organisation_id, created_at)

create table share_item (
  share_id bigint not null references share (id),
  item_id bigint not null,
  place integer not null,
  primary key (share_id, item_id)
)

create index share_item_item on share_item (item_id)

create table share_recipient (
  id bigint primary key,
  share_id bigint not null references share (id),
  kind text not null,
  value text not null default '',
  principal_id bigint not null default 0,
  by_domain integer not null default 0,
  revoked_at bigint not null default 0,
  opened_at bigint not null default 0
)

create unique index share_recipient_one on share_recipient (share_id, kind, value, principal_id)

create index share_recipient_principal on share_recipient (kind, principal_id)

-- sessions of visitors; visitor_key tells one visitor from another in events and uploads, also after the session is gone
create table share_session (
  id bigint primary key,
  share_id bigint not null references share (id),
  token_hash text not null,
  recipient_id bigint not null default 0,
  person_id bigint not null default 0,
  name text not null default '',
  visitor_key text not null,
  address text not null,
  created_at bigint not null,
  until bigint not null,
  viewed_at bigint not null default 0
)

create unique index share_session_token on share_session (token_hash)

create index share_session_share on share_session (share_id)

create index share_session_until on share_session (until)

create table share_code (
  share_id bigint not null references share (id),
  mail text not null,
  code_hash text not null,
  tries integer not null default 0,
  expires_at bigint not null,
  primary key (share_id, mail)
)

create table share_event (
  id bigint primary key,
  share_id bigint not null references share (id),
  visitor_key text not null,
  visitor text not null,
  kind text not null,
  item_id bigint not null default 0,
  item_name text not null default '',
  address text not null,
  at bigint not null
)

create index share_event_time on share_event (share_id, at, id)

-- how many seconds a visitor had a page before their eyes, added up
create table share_page_view (
  share_id bigint not null references share (id),
  visitor_key text not null,
  item_id bigint not null,
  page integer not null,
  seconds integer not null,
  primary key (share_id, visitor_key, item_id, page)
)

-- what visitors uploaded, so that one visitor does not see the uploads of another
create table share_upload (
  document_id bigint primary key,
  share_id bigint not null,
  visitor_key text not null,
  place_id bigint not null,
  created_at bigint not null
)

create index share_upload_place on share_upload (place_id)

create table share_rule (
  organisation_id bigint primary key references organisation (id),
  external integer not null,
  force_password integer not null,
  longest_days integer not null,
  group_ids text not null
)
`;
