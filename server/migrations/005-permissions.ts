/**
 * Who may do what where. A rights root is an item with its own rights; it has three access lists, one for each distance
 * (ring 0 the item, 1 its children, 2 everything further down). Every item points to the list under which it stands.
 * Parent 0: nothing above. Owner 0: none of its own.
 */
export const permissions = `
create table acl (
  id bigint primary key,
  root_id bigint not null,
  ring integer not null,
  parent_id bigint not null,
  inherits integer not null,
  owner_id bigint not null
)

create unique index acl_root on acl (root_id, ring)

create index acl_parent on acl (parent_id)

create table access_grant (
  id bigint primary key,
  root_id bigint not null,
  grantee_type text not null,
  grantee_id bigint not null,
  level integer not null,
  reach integer not null,
  deadline bigint,
  creator_id bigint not null,
  created_at bigint not null
)

create unique index access_grant_one on access_grant (root_id, grantee_type, grantee_id, reach)

create index access_grant_grantee on access_grant (grantee_type, grantee_id)
`;
