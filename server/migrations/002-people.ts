/** Organisations, people, departments, groups, roles. A top department has parent 0; `spoken` holds a name's pinyin and its initials. */
export const people = `
create table organisation (id bigint primary key, name text not null, name_key text not null unique, created_at bigint not null)

create table person (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  login_name text not null,
  login_key text not null unique,
  full_name text not null,
  full_key text not null,
  full_sort text not null,
  spoken text not null,
  password_hash text not null,
  enabled integer not null default 1,
  lang text not null default 'cn',
  search_type integer not null default 1,
  double_click integer not null default 2,
  view_type integer not null default 1,
  window_type integer not null default 1,
  list_layout text,
  last_module integer,
  created_at bigint not null,
  last_login_at bigint
)

create index person_list on person (organisation_id, full_sort, id)

create table department (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  parent_id bigint not null,
  name text not null,
  name_key text not null,
  name_sort text not null,
  spoken text not null,
  sort_number integer not null
)

create unique index department_name on department (organisation_id, parent_id, name_key)

create index department_parent on department (parent_id)

create table department_member (
  department_id bigint not null references department (id),
  person_id bigint not null references person (id),
  primary key (department_id, person_id)
)

create index department_member_person on department_member (person_id)

create table user_group (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  name text not null,
  name_key text not null,
  name_sort text not null,
  spoken text not null
)

create unique index user_group_name on user_group (organisation_id, name_key)

create table user_group_member (
  group_id bigint not null references user_group (id),
  person_id bigint not null references person (id),
  primary key (group_id, person_id)
)

create index user_group_member_person on user_group_member (person_id)

create table role (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  name text not null,
  name_key text not null,
  name_sort text not null,
  spoken text not null,
  role_type integer not null default 0,
  module_types text not null,
  built_in integer not null default 0
)

create unique index role_name on role (organisation_id, name_key)

create table role_member (
  role_id bigint not null references role (id),
  person_id bigint not null references person (id),
  primary key (role_id, person_id)
)

create index role_member_person on role_member (person_id)
`;
