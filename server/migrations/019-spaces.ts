/**
 * Several organisations on one site. A guest works in an organisation beside the own one; where a person worked last is kept for the
 * next sign-in. Access lists know whose they are, so that nothing of one organisation counts in another. Expiry 0: never.
 */
export const spaces = `
alter table organisation add column enabled integer not null default 1

alter table organisation add column expires_at bigint not null default 0

alter table organisation add column description text not null default ''

create table space_member (
  organisation_id bigint not null references organisation (id),
  person_id bigint not null references person (id),
  since bigint not null,
  primary key (organisation_id, person_id)
)

create index space_member_person on space_member (person_id)

alter table person add column last_space bigint not null default 0

alter table acl add column organisation_id bigint not null default 0

update acl set organisation_id = coalesce((select organisation_id from item where item.id = acl.root_id), 0)

alter table message add column organisation_id bigint not null default 0
`;
