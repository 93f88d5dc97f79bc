/**
 * Rights that end are found by when they do; `reminded` tells which of the reminders before an end went out (1 the early one, 2 the late
 * one), for the deadline in `reminded_for`. What a manager may hand on is at most `hand_on`; null: whatever they have.
 * A review is one look at all that was given in a place: a line a grant, as it was when somebody decided about it.
 */
export const endingRights = `
alter table access_grant add column hand_on integer

alter table access_grant add column reminded integer not null default 0

alter table access_grant add column reminded_for bigint not null default 0

create index access_grant_ends on access_grant (deadline, id) where deadline is not null

create table review (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  item_id bigint not null,
  opener_id bigint not null,
  opened_at bigint not null,
  closer_id bigint not null default 0,
  closed_at bigint not null default 0,
  notes text not null default '',
  confirmed integer not null default 0,
  taken integer not null default 0,
  gone integer not null default 0
)

create index review_item on review (item_id, opened_at, id)

create unique index review_open on review (item_id) where closed_at = 0

create table review_line (
  id bigint primary key,
  review_id bigint not null references review (id),
  grant_id bigint not null,
  root_id bigint not null,
  root_name text not null,
  own_list integer not null,
  grantee_type text not null,
  grantee_id bigint not null,
  grantee_name text not null,
  level integer not null,
  hand_on integer,
  reach integer not null,
  deadline bigint,
  giver_name text not null,
  given_at bigint not null,
  result text not null default 'open',
  decider_id bigint not null default 0,
  decided_at bigint not null default 0,
  note text not null default ''
)

create unique index review_line_grant on review_line (review_id, grant_id)

create table review_plan (
  item_id bigint primary key,
  organisation_id bigint not null references organisation (id),
  months integer not null,
  next_at bigint not null,
  reminded_for bigint not null default 0
)

create index review_plan_due on review_plan (next_at, item_id) where months > 0
`;
