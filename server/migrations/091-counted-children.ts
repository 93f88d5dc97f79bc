import { type Engine, type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * PostgreSQL keeps every version of a row that one transaction writes, and passes all of them to find the last. A trigger for each row wrote the number of
 * the children of a folder once for each child: a deletion of 100,000 documents in 100 folders took minutes, and the time grew with the square of the
 * children of a folder. These write it once a statement. SQLite writes rows in place.
 */
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
`;

const perRow = `
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
