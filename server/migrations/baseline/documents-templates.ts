/** Templates of folders and of documents. */
export const templates = `
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

-- the first folder of a template has the template's id
-- removed: the folder with which this one was removed, 0 for none; the row stays for a while, so that the removal can be undone
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

-- the grants that folders made from the template get; days: how long they last, null for ever
create table template_grant (
  id bigint primary key,
  template_id bigint not null references folder_template (id),
  folder_id bigint not null references template_folder (id),
  principal_type text not null,
  principal_id bigint not null,
  principal_name text not null,
  level integer not null,
  grantable_permissions integer,
  inheritance_scope integer not null,
  days integer
)

create unique index template_grant_principal on template_grant (folder_id, principal_type, principal_id, inheritance_scope)

create index template_grant_template on template_grant (template_id)

-- department_id 0: for everybody; the content is a blob of its own
create table document_template (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  department_id bigint not null,
  name text not null,
  name_key text not null,
  name_sort text not null,
  description text not null,
  ext text not null,
  size bigint not null,
  sha256 text not null,
  enabled integer not null,
  uses bigint not null,
  updater_id bigint not null,
  updated_at bigint not null
)

create unique index document_template_name on document_template (organisation_id, name_key)

create index document_template_content on document_template (sha256)
`;
