/**
 * The watermarks of organisations, the first of those that fit being drawn: `position` rises from one to the next. The one of the house has
 * the organisation's own id; it has a row only once somebody changed it, and stands last before. What it says and where stands as JSON.
 */
export const watermarks = `
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

update role set deeds = '["watermarks.edit"]' where kind in ('administrators', 'system', 'security') and deeds = '[]'

update role set deeds = replace(deeds, ']', ',"watermarks.edit"]')
where kind in ('administrators', 'system', 'security') and deeds <> '[]' and deeds not like '%"watermarks.edit"%'
`;
