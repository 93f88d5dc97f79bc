/** Access lists, the grants in them, and reviews of grants. */
export const access = `
-- An item with rights of its own is an ACL root and has three lists, by inheritance_depth: 0 for the item, 1 for its children, 2 for
-- everything below them. Every item points to the list that applies to it, so that a grant on a cabinet rewrites no item.
-- parent_id 0: nothing is inherited; owner_id 0: no owner; organisation_id keeps grants of one organisation out of another.
create table acl (
  id bigint primary key,
  root_id bigint not null,
  inheritance_depth integer not null,
  parent_id bigint not null,
  inherits integer not null,
  owner_id bigint not null,
  organisation_id bigint not null default 0
)

create unique index acl_root on acl (root_id, inheritance_depth)

create index acl_parent on acl (parent_id)

-- grantable_permissions: the most that a manager may grant to others, null for all that they have
-- reminded: the last reminder before the end, 1 the early and 2 the late one, for the deadline in reminded_for
create table access_grant (
  id bigint primary key,
  root_id bigint not null,
  principal_type text not null,
  principal_id bigint not null,
  level integer not null,
  inheritance_scope integer not null,
  deadline bigint,
  creator_id bigint not null,
  created_at bigint not null,
  grantable_permissions integer,
  reminded integer not null default 0,
  reminded_for bigint not null default 0
)

create unique index access_grant_one on access_grant (root_id, principal_type, principal_id, inheritance_scope)

create index access_grant_principal on access_grant (principal_type, principal_id)

create index access_grant_ends on access_grant (deadline, id) where deadline is not null

-- a review of all grants in one place; each line holds a grant as it was when it was decided on
create table access_review (
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

create index access_review_item on access_review (item_id, opened_at, id)

create unique index access_review_open on access_review (item_id) where closed_at = 0

create table access_review_line (
  id bigint primary key,
  review_id bigint not null references access_review (id),
  grant_id bigint not null,
  root_id bigint not null,
  root_name text not null,
  own_list integer not null,
  principal_type text not null,
  principal_id bigint not null,
  principal_name text not null,
  level integer not null,
  grantable_permissions integer,
  inheritance_scope integer not null,
  deadline bigint,
  giver_name text not null,
  given_at bigint not null,
  result text not null default 'open',
  decider_id bigint not null default 0,
  decided_at bigint not null default 0,
  note text not null default ''
)

create unique index access_review_line_grant on access_review_line (review_id, grant_id)

create table access_review_plan (
  item_id bigint primary key,
  organisation_id bigint not null references organisation (id),
  months integer not null,
  next_at bigint not null,
  reminded_for bigint not null default 0
)

create index access_review_plan_due on access_review_plan (next_at, item_id) where months > 0
`;
