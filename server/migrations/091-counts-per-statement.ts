import { type Engine, type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * PostgreSQL keeps every version of a row that one transaction writes, and passes all of them to find the last. Triggers for each row wrote the number of
 * the children of a folder once for each child, and the used bytes of a quota once for each version of a document: deletions of 100,000 documents took
 * minutes, and the time grew with the square of their number. These write each count once a statement. SQLite writes rows in place.
 */
/** The bytes of some versions by the quotas that they count in. A personal area counts only where its owner's account is. */
const bytesByHolder = (revisions: string): string => `select kind, holder_id, sum(size) as bytes from (
      select 'bytes' as kind, 0::bigint as holder_id, size from ${revisions}
      union all select 'space', item.organisation_id, r.size from ${revisions} as r join item on item.id = r.document_id
      union all select 'person', item.area_owner_id, r.size from ${revisions} as r join item on item.id = r.document_id
        join person on person.id = item.area_owner_id and person.organisation_id = item.organisation_id where item.area = 2) as sizes
      group by kind, holder_id`;

const perStatement = `
drop trigger item_counted on item

drop function count_item

create function count_items() returns trigger language plpgsql as $body$
begin
  if tg_op = 'INSERT' then
    insert into child_count as known (parent_id, kind, acl_id, n)
      select parent_id, kind, acl_id, count(*) from items_after where bin_id = 0 group by 1, 2, 3 order by 1, 2, 3
      on conflict (parent_id, kind, acl_id) do update set n = known.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into child_count as known (parent_id, kind, acl_id, n)
      select parent_id, kind, acl_id, -count(*) from items_before where bin_id = 0 group by 1, 2, 3 order by 1, 2, 3
      on conflict (parent_id, kind, acl_id) do update set n = known.n + excluded.n;
  else
    insert into child_count as known (parent_id, kind, acl_id, n)
      select parent_id, kind, acl_id, sum(n) from (
        select parent_id, kind, acl_id, -1 as n from items_before where bin_id = 0
        union all select parent_id, kind, acl_id, 1 from items_after where bin_id = 0) as changes
      group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
      on conflict (parent_id, kind, acl_id) do update set n = known.n + excluded.n;
  end if;
  return null;
end $body$

create trigger items_added after insert on item referencing new table as items_after for each statement execute function count_items()

create trigger items_removed after delete on item referencing old table as items_before for each statement execute function count_items()

create trigger items_changed after update on item referencing old table as items_before new table as items_after
  for each statement execute function count_items()

drop trigger revision_in_quota on revision

drop function revision_in_quota

create function revisions_in_quota() returns trigger language plpgsql as $body$
begin
  if tg_op = 'INSERT' then
    update quota set used = used + changed.bytes from (${bytesByHolder('revisions_after')}) as changed
      where quota.kind = changed.kind and quota.holder_id = changed.holder_id;
  else
    update quota set used = used - changed.bytes from (${bytesByHolder('revisions_before')}) as changed
      where quota.kind = changed.kind and quota.holder_id = changed.holder_id;
  end if;
  return null;
end $body$

create trigger revisions_added after insert on revision referencing new table as revisions_after
  for each statement execute function revisions_in_quota()

create trigger revisions_removed after delete on revision referencing old table as revisions_before
  for each statement execute function revisions_in_quota()
`;

/** The quotas that the bytes of a document count in. A personal area counts only where its owner's account is. */
const holders = (document: string): string => `(kind, holder_id) in (
    select 'bytes', 0
    union all select 'space', organisation_id from item where id = ${document}
    union all select 'person', item.area_owner_id from item join person on person.id = item.area_owner_id and person.organisation_id = item.organisation_id
      where item.id = ${document} and item.area = 2)`;

const perRow = `
drop trigger revisions_removed on revision

drop trigger revisions_added on revision

drop function revisions_in_quota

create function revision_in_quota() returns trigger language plpgsql as $body$
begin
  if tg_op = 'INSERT' then
    update quota set used = used + new.size where ${holders('new.document_id')};
  else
    update quota set used = used - old.size where ${holders('old.document_id')};
  end if;
  return null;
end $body$

create trigger revision_in_quota after insert or delete on revision for each row execute function revision_in_quota()

drop trigger items_changed on item

drop trigger items_removed on item

drop trigger items_added on item

drop function count_items

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

create trigger item_counted after insert or delete or update of parent_id, acl_id, bin_id on item for each row execute function count_item()
`;

const run = (db: Parameters<MigrationStep['up']>[0], engine: Engine, script: string) =>
  engine === 'postgres' ? runScript(db, engine, script) : Promise.resolve();

export const step: MigrationStep = {
  up: (db, engine) => run(db, engine, perStatement),
  down: (db, engine) => run(db, engine, perRow),
};
