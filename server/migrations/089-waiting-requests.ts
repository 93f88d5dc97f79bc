import { type Engine, type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * `acl_id` of a request is the access list of its item, 0 while that is in the bin or has not been looked up yet. With it in the index by age, the requests
 * that a user may answer are found without their items, of which a manager may have a million. Triggers keep it, so that no statement that moves, deletes
 * or restores items, or changes rights on them, can forget it.
 */
const changes = `
alter table access_request add column acl_id bigint not null default 0;

update access_request set acl_id = coalesce((select i.acl_id from item i
  where i.id = access_request.item_id and i.organisation_id = access_request.organisation_id and i.bin_id = 0), 0);

drop index access_request_waiting;

create index access_request_waiting on access_request (organisation_id, created_at, id, acl_id)
`;

const triggers: Record<Engine, string> = {
  sqlite: `
create trigger access_requests_follow after update of acl_id, bin_id on item when new.acl_id <> old.acl_id or new.bin_id <> old.bin_id begin
  update access_request set acl_id = case when new.bin_id = 0 then new.acl_id else 0 end
    where item_id = new.id and organisation_id = new.organisation_id;
end

create trigger access_requests_end after delete on item begin
  delete from access_request where item_id = old.id;
end`,
  postgres: `
create function access_requests_follow() returns trigger language plpgsql as $body$
begin
  if tg_op = 'DELETE' then
    delete from access_request where item_id = old.id;
  else
    update access_request set acl_id = case when new.bin_id = 0 then new.acl_id else 0 end
      where item_id = new.id and organisation_id = new.organisation_id;
  end if;
  return null;
end $body$

create trigger access_requests_follow after update of acl_id, bin_id on item for each row
  when (new.acl_id <> old.acl_id or new.bin_id <> old.bin_id) execute function access_requests_follow()

create trigger access_requests_end after delete on item for each row execute function access_requests_follow()`,
};

const drops: Record<Engine, string> = {
  sqlite: `
drop trigger access_requests_end

drop trigger access_requests_follow`,
  postgres: `
drop trigger access_requests_end on item

drop trigger access_requests_follow on item

drop function access_requests_follow`,
};

const reversed = `
drop index access_request_waiting;

create index access_request_waiting on access_request (organisation_id, created_at, id);

alter table access_request drop column acl_id
`;

export const step: MigrationStep = {
  async up(db, engine) {
    await runScript(db, engine, changes);
    await runScript(db, engine, triggers[engine]);
  },
  async down(db, engine) {
    await runScript(db, engine, drops[engine]);
    await runScript(db, engine, reversed);
  },
};
