import { type Engine, type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * Until when documents are valid, and when they are to be reviewed; 0: not set. `due_at` is the nearer of both, for lists.
 * The stages tell which reminders were sent for the current date: 1 the early one, 2 the one on the day.
 * `expired_right` of a cabinet: the right that users need to see expired documents in it; 0: none besides seeing them.
 *
 * An expired document points to the *negative* id of its access list, so that every query and check by access lists tells it apart.
 * `has_expired` of a list is 1 once an item has pointed to it so, in whatever statement; then the version of rights rises, too.
 */
const columns = `
alter table item add column valid_until bigint not null default 0

alter table item add column review_at bigint not null default 0

alter table item add column due_at bigint not null default 0

alter table item add column expiry_stage integer not null default 0

alter table item add column review_stage integer not null default 0

alter table item add column expired_right integer not null default 0

alter table acl add column has_expired integer not null default 0

create index item_due_of_owner on item (owner_id, organisation_id, due_at, id, acl_id) where due_at <> 0

create index item_due_in_cabinet on item (cabinet_id, due_at, id, acl_id) where due_at <> 0

create index item_to_expire on item (valid_until) where valid_until <> 0 and acl_id > 0

create index item_expiry_notice on item (valid_until) where valid_until <> 0 and expiry_stage < 2

create index item_review_notice on item (review_at) where review_at <> 0 and review_stage < 2
`;

const triggers: Record<Engine, string> = {
  sqlite: `
create trigger item_added_expired after insert on item when new.acl_id < 0 begin
  update cache_version set value = value + 1 where name = 'rights' and exists (select 1 from acl where id = -new.acl_id and has_expired = 0);
  update acl set has_expired = 1 where id = -new.acl_id and has_expired = 0;
end

create trigger item_expired after update of acl_id on item when new.acl_id < 0 and old.acl_id <> new.acl_id begin
  update cache_version set value = value + 1 where name = 'rights' and exists (select 1 from acl where id = -new.acl_id and has_expired = 0);
  update acl set has_expired = 1 where id = -new.acl_id and has_expired = 0;
end`,
  postgres: `
create function mark_expired_list() returns trigger language plpgsql as $body$
begin
  update acl set has_expired = 1 where id = -new.acl_id and has_expired = 0;
  if found then
    update cache_version set value = value + 1 where name = 'rights';
  end if;
  return null;
end $body$

create trigger item_expired after insert or update of acl_id on item for each row when (new.acl_id < 0) execute function mark_expired_list()`,
};

const triggerDrops: Record<Engine, string> = {
  sqlite: `
drop trigger item_expired

drop trigger item_added_expired`,
  postgres: `
drop trigger item_expired on item

drop function mark_expired_list`,
};

const drops = `
update item set acl_id = -acl_id where acl_id < 0

drop index item_review_notice

drop index item_expiry_notice

drop index item_to_expire

drop index item_due_in_cabinet

drop index item_due_of_owner

alter table acl drop column has_expired

alter table item drop column expired_right

alter table item drop column review_stage

alter table item drop column expiry_stage

alter table item drop column due_at

alter table item drop column review_at

alter table item drop column valid_until
`;

export const step: MigrationStep = {
  async up(db, engine) {
    await runScript(db, engine, columns);
    await runScript(db, engine, triggers[engine]);
  },
  async down(db, engine) {
    await runScript(db, engine, triggerDrops[engine]);
    await runScript(db, engine, drops);
  },
};
