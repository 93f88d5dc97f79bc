import type { Engine } from '../../src/platform/db/open-database.ts';

/** Cabinets, folders and documents, the number of children of each folder, and the bin. */
const tables = `
-- kind: 31 a cabinet, 32 a folder, 33 a document; area: 2 personal, 3 of the organisation, 4 of the system; area_owner_id: the owner of a personal area
-- parent_id 0: a cabinet; bin_id 0: not deleted, otherwise the entry of the bin that holds it
-- The indexes for each order of a folder's list end in acl_id, so that a page is cut to what the reader may see without reading rows.
create table item (
  id bigint primary key,
  kind integer not null,
  organisation_id bigint not null,
  area integer not null,
  area_owner_id bigint not null,
  cabinet_id bigint not null,
  parent_id bigint not null,
  acl_id bigint not null,
  bin_id bigint not null default 0,
  name text not null,
  name_key text not null,
  name_sort text not null,
  ext text not null default '',
  size bigint not null default 0,
  version_no integer not null default 0,
  revision_id bigint not null default 0,
  description text not null default '',
  sort_number integer not null default 99,
  publishing integer not null default 0,
  creator_id bigint not null,
  updater_id bigint not null,
  owner_id bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  lock_person_id bigint not null default 0,
  locked_at bigint not null default 0
)

create unique index item_name on item (parent_id, name_key) where bin_id = 0 and parent_id <> 0

create unique index item_cabinet_name on item (organisation_id, area, area_owner_id, name_key) where bin_id = 0 and parent_id = 0

create index item_by_order on item (parent_id, bin_id, kind, sort_number, name_sort, id, acl_id)

create index item_by_name on item (parent_id, bin_id, kind, name_sort, id, acl_id)

create index item_by_update on item (parent_id, bin_id, kind, updated_at, id, acl_id)

create index item_by_creation on item (parent_id, bin_id, kind, created_at, id, acl_id)

create index item_by_size on item (parent_id, bin_id, kind, size, id, acl_id)

create index item_newest on item (kind, bin_id, created_at, acl_id)

create index item_by_acl on item (acl_id, kind)

create index item_in_bin on item (bin_id) where bin_id <> 0

create index item_by_creator on item (creator_id, kind, bin_id, created_at, acl_id)

create index item_by_owner on item (owner_id, organisation_id, kind, size)

create index item_locked on item (lock_person_id) where lock_person_id <> 0

create index item_own on item (area_owner_id, organisation_id) where area = 2 and kind = 33

-- the live children of a folder by kind and access list, so that a total tells only what the reader may see and costs no walk
create table child_count (
  parent_id bigint not null,
  kind integer not null,
  acl_id bigint not null,
  n bigint not null,
  primary key (parent_id, kind, acl_id)
)

create table bin_entry (
  id bigint primary key,
  item_id bigint not null unique,
  acl_id bigint not null,
  organisation_id bigint not null,
  area integer not null,
  parent_id bigint not null,
  ancestors text not null,
  person_id bigint not null,
  deleted_at bigint not null
)

create index bin_entry_time on bin_entry (organisation_id, deleted_at, id)

create table clipboard (person_id bigint primary key, mode text not null, ids text not null, at bigint not null)
`;

/** Triggers keep `child_count`, so that no statement that moves or deletes items can forget it. */
const countChildren = {
  sqlite: `
create trigger item_counted after insert on item when new.bin_id = 0 begin
  insert into child_count (parent_id, kind, acl_id, n) values (new.parent_id, new.kind, new.acl_id, 1)
    on conflict (parent_id, kind, acl_id) do update set n = n + 1;
end

create trigger item_uncounted after delete on item when old.bin_id = 0 begin
  update child_count set n = n - 1 where parent_id = old.parent_id and kind = old.kind and acl_id = old.acl_id;
end

create trigger item_recounted after update of parent_id, acl_id, bin_id on item
  when old.parent_id <> new.parent_id or old.acl_id <> new.acl_id or (old.bin_id = 0) <> (new.bin_id = 0) begin
  update child_count set n = n - 1 where old.bin_id = 0 and parent_id = old.parent_id and kind = old.kind and acl_id = old.acl_id;
  insert into child_count (parent_id, kind, acl_id, n) select new.parent_id, new.kind, new.acl_id, 1 where new.bin_id = 0
    on conflict (parent_id, kind, acl_id) do update set n = n + 1;
end`,
  postgres: `
create function count_item() returns trigger language plpgsql as $body$
begin
  if tg_op <> 'INSERT' and old.bin_id = 0 then
    update child_count set n = n - 1 where parent_id = old.parent_id and kind = old.kind and acl_id = old.acl_id;
  end if;
  if tg_op <> 'DELETE' and new.bin_id = 0 then
    insert into child_count (parent_id, kind, acl_id, n) values (new.parent_id, new.kind, new.acl_id, 1)
      on conflict (parent_id, kind, acl_id) do update set n = child_count.n + 1;
  end if;
  return null;
end $body$

create trigger item_counted after insert or delete or update of parent_id, acl_id, bin_id on item for each row execute function count_item()`,
};

export const tree = (engine: Engine): string => tables + countChildren[engine];
