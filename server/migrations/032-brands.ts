/** How an organisation shows itself to its people, and with which others the site's administrators related it; low before high. */
export const brands = `
alter table organisation add column title text not null default ''

alter table organisation add column accent text not null default ''

alter table organisation add column logo_hash text not null default ''

create table logo (
  organisation_id bigint primary key references organisation (id),
  kind text not null,
  bytes text not null
)

create table related_organisation (
  low_id bigint not null references organisation (id),
  high_id bigint not null references organisation (id),
  primary key (low_id, high_id)
)

create index related_organisation_high on related_organisation (high_id)
`;
