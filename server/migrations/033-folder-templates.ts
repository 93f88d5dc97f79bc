/**
 * Folder templates: the folders in them, of which the first has the template's own id, and the rights that those will have. What was taken
 * out keeps its row for a while, so that it can be brought back: `removed` is then the folder that was taken out, with all that lay in it.
 */
export const folderTemplates = `
create table folder_template (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  name text not null,
  name_key text not null,
  name_sort text not null,
  description text not null,
  enabled integer not null,
  updater_id bigint not null,
  created_at bigint not null,
  updated_at bigint not null
)

create unique index folder_template_name on folder_template (organisation_id, name_key)

create index folder_template_order on folder_template (organisation_id, name_sort, id)

create table template_folder (
  id bigint primary key,
  template_id bigint not null references folder_template (id),
  parent_id bigint not null,
  name text not null,
  name_key text not null,
  name_sort text not null,
  inherits integer not null,
  removed bigint not null,
  removed_at bigint not null
)

create unique index template_folder_name on template_folder (template_id, parent_id, removed, name_key)

create table template_grant (
  id bigint primary key,
  template_id bigint not null references folder_template (id),
  folder_id bigint not null references template_folder (id),
  grantee_type text not null,
  grantee_id bigint not null,
  grantee_name text not null,
  level integer not null,
  hand_on integer,
  reach integer not null,
  days integer
)

create unique index template_grant_grantee on template_grant (folder_id, grantee_type, grantee_id, reach)

create index template_grant_template on template_grant (template_id)

update role set deeds = '["templates.edit"]' where kind in ('administrators', 'system') and deeds = '[]'

update role set deeds = replace(deeds, ']', ',"templates.edit"]')
where kind in ('administrators', 'system') and deeds <> '[]' and deeds not like '%"templates.edit"%'
`;
