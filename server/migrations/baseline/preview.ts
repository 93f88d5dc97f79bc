/** Watermarks. Renditions are files and have no table. */
export const preview = `
-- the first enabled watermark, by position, whose rule fits is drawn
-- the built-in one has the id of its organisation, gets a row only once it is changed, and comes last before that; design and rule are JSON
create table watermark (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  name text not null,
  position bigint not null,
  enabled integer not null,
  design text not null,
  rule text not null,
  updater_id bigint not null,
  created_at bigint not null,
  updated_at bigint not null
)

create index watermark_order on watermark (organisation_id, position, id)
`;
