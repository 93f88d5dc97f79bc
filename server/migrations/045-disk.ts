/** The sync disk: the devices that open it, whom it is open or closed for in particular, and the locks that devices hold. */
export const disk = `
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

create table disk_person (
  person_id bigint not null references person (id),
  organisation_id bigint not null references organisation (id),
  allowed integer not null,
  primary key (person_id, organisation_id)
)

create table disk_lock (
  item_id bigint primary key,
  token text not null,
  person_id bigint not null,
  owner text not null,
  held_before integer not null,
  expires_at bigint not null
)

create unique index disk_lock_token on disk_lock (token)

create index disk_lock_end on disk_lock (expires_at)

update role set deeds = '["disk.edit"]' where kind in ('administrators', 'system') and deeds = '[]'

update role set deeds = replace(deeds, ']', ',"disk.edit"]')
where kind in ('administrators', 'system') and deeds <> '[]' and deeds not like '%"disk.edit"%'
`;
