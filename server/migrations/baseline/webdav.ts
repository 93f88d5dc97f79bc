/** The sync disk: devices, who may use it, and the locks that devices hold. */
export const webdav = `
create table webdav_device (
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

create unique index webdav_device_password on webdav_device (password_hash)

create index webdav_device_person on webdav_device (person_id, id)

create index webdav_device_organisation on webdav_device (organisation_id, id)

-- users for whom the disk is allowed or closed, whatever the setting of the site says
create table webdav_user_access (
  person_id bigint not null references person (id),
  organisation_id bigint not null references organisation (id),
  allowed integer not null,
  primary key (person_id, organisation_id)
)

-- held_before: the user had the document locked already, so that the end of this lock does not release it
-- locked_at: which lock of the document this one belongs to, as the user may have released it and locked it again in the browser
create table webdav_lock (
  item_id bigint primary key,
  token text not null,
  person_id bigint not null,
  owner text not null,
  held_before integer not null,
  expires_at bigint not null,
  locked_at bigint not null default 0
)

create unique index webdav_lock_token on webdav_lock (token)

create index webdav_lock_end on webdav_lock (expires_at)
`;
