/** The sync disk: devices, who may use it, and the locks that devices hold. */
export const webdav = `
create table disk_device (
  id bigint primary key,
  person_id bigint not null references person (id),
  organisation_id bigint not null references organisation (id),
  name text not null,
  name_key text not null,
  password_hash text not null,
  closed integer not null,
  created_at bigint not null,
  used_at bigint not null,
  address text not null
)

create unique index disk_device_password on disk_device (password_hash)

create index disk_device_person on disk_device (person_id, id)

create index disk_device_organisation on disk_device (organisation_id, id)

-- users for whom the disk is allowed or closed, whatever the setting of the site says
create table disk_person (
  person_id bigint not null references person (id),
  organisation_id bigint not null references organisation (id),
  allowed integer not null,
  primary key (person_id, organisation_id)
)

-- held_before: the user had the document locked already, so that the end of this lock does not release it
-- locked_at: which lock of the document this one belongs to, as the user may have released it and locked it again in the browser
create table disk_lock (
  item_id bigint primary key,
  token text not null,
  person_id bigint not null,
  owner text not null,
  held_before integer not null,
  expires_at bigint not null,
  locked_at bigint not null default 0
)

create unique index disk_lock_token on disk_lock (token)

create index disk_lock_end on disk_lock (expires_at)
`;
