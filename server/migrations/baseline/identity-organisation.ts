/**
 * Organisations and the users, departments, groups and roles in them.
 *
 * Names have up to four columns: `name` as it was written, `name_key` as it is compared, `name_sort` as it is ordered, and `pinyin`, the pinyin
 * and its initials, by which it is found.
 */
export const organisation = `
-- expires_at 0: never; person_quota: the quota that each new user gets, null for what the site says
-- title, accent and logo_hash: how the organisation shows itself to its users
create table organisation (
  id bigint primary key,
  name text not null,
  name_key text not null unique,
  created_at bigint not null,
  enabled integer not null default 1,
  expires_at bigint not null default 0,
  description text not null default '',
  person_quota bigint,
  title text not null default '',
  accent text not null default '',
  logo_hash text not null default ''
)

-- images are base64 in the database, so that a backup of the database holds them; organisation.logo_hash tells of a logo without reading it
create table logo (
  organisation_id bigint primary key references organisation (id),
  kind text not null,
  bytes text not null
)

-- organisations that administrators of the site related to each other; low_id is the smaller id, so that a pair stands once
create table related_organisation (
  low_id bigint not null references organisation (id),
  high_id bigint not null references organisation (id),
  primary key (low_id, high_id)
)

create index related_organisation_high on related_organisation (high_id)

-- mail_key is the address as it is compared, unique among all users; mail_proven: a code that was sent there came back
-- mail_step: a code by mail follows the password; password_at: when the password was set; password_due: it must be changed before anything else
-- lang_chosen: somebody chose the language; last_space: the organisation in which the user worked last
create table person (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  login_name text not null,
  login_key text not null unique,
  full_name text not null,
  full_key text not null,
  full_sort text not null,
  pinyin text not null,
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
  last_login_at bigint,
  mail text,
  mail_key text,
  avatar_hash text,
  mail_step integer not null default 0,
  last_space bigint not null default 0,
  password_at bigint not null default 0,
  password_due integer not null default 0,
  lang_chosen integer not null default 0,
  mail_proven integer not null default 0
)

create index person_list on person (organisation_id, full_sort, id)

create unique index person_mail on person (mail_key) where mail_key is not null

-- like a logo; person.avatar_hash tells of it
create table avatar (person_id bigint primary key references person (id), png text not null)

-- the name of a removed user, for revisions and lists that still show it; the row in person is gone
create table former_person (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  login_name text not null,
  full_name text not null,
  heir_id bigint not null,
  removed_at bigint not null
)

-- parent_id 0: a top department
create table department (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  parent_id bigint not null,
  name text not null,
  name_key text not null,
  name_sort text not null,
  pinyin text not null,
  sort_number integer not null
)

create unique index department_name on department (organisation_id, parent_id, name_key)

create index department_parent on department (parent_id)

-- main: the main department of a user who is in several
create table department_member (
  department_id bigint not null references department (id),
  person_id bigint not null references person (id),
  main integer not null default 0,
  primary key (department_id, person_id)
)

create index department_member_person on department_member (person_id)

create table department_head (
  department_id bigint not null references department (id),
  person_id bigint not null references person (id),
  primary key (department_id, person_id)
)

create index department_head_person on department_head (person_id)

create table user_group (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  name text not null,
  name_key text not null,
  name_sort text not null,
  pinyin text not null
)

create unique index user_group_name on user_group (organisation_id, name_key)

create table user_group_member (
  group_id bigint not null references user_group (id),
  person_id bigint not null references person (id),
  primary key (group_id, person_id)
)

create index user_group_member_person on user_group_member (person_id)

-- permissions: a JSON list of administrative permissions; department_scope: they cover only the departments that the user heads
-- kind: which of the built-in roles it is, whatever it is called; empty for others
create table role (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  name text not null,
  name_key text not null,
  name_sort text not null,
  pinyin text not null,
  role_type integer not null default 0,
  module_types text not null,
  built_in integer not null default 0,
  permissions text not null default '[]',
  department_scope integer not null default 0,
  kind text not null default ''
)

create unique index role_name on role (organisation_id, name_key)

create table role_member (
  role_id bigint not null references role (id),
  person_id bigint not null references person (id),
  primary key (role_id, person_id)
)

create index role_member_person on role_member (person_id)

-- guests: users who also work in an organisation that is not their own
create table guest_membership (
  organisation_id bigint not null references organisation (id),
  person_id bigint not null references person (id),
  since bigint not null,
  primary key (organisation_id, person_id)
)

create index guest_membership_person on guest_membership (person_id)

-- which rows of an import made an account, by marks that can be computed only with the ticket of the import; kept while that ticket is valid
create table import_row (
  mark text primary key,
  made_at bigint not null
)

create index import_row_made_at on import_row (made_at)
`;
