import { type Engine, type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * Attachments of documents: items of kind document with `attached` 1, whose parent is the document that they belong to.
 * `attachments` of a document is how many it has, deleted ones included.
 * Triggers count them, and keep their access list, their place and their deletion those of their document, so that no statement that moves, deletes or
 * restores documents, or changes rights on them, can forget it. An attachment that was deleted before its document keeps its own deletion.
 */
const columns = `
alter table item add column attached integer not null default 0

alter table item add column attachments integer not null default 0

create index item_with_attachments on item (parent_id) where attachments > 0
`;

const triggers: Record<Engine, string> = {
  sqlite: `
create trigger item_attached after insert on item when new.attached = 1 begin
  update item set attachments = attachments + 1 where id = new.parent_id;
end

create trigger item_unattached after delete on item when old.attached = 1 begin
  update item set attachments = attachments - 1 where id = old.parent_id;
end

create trigger attachments_follow after update of acl_id, cabinet_id, area, area_owner_id, bin_id on item when new.attachments > 0 begin
  update item set acl_id = new.acl_id, cabinet_id = new.cabinet_id, area = new.area, area_owner_id = new.area_owner_id where parent_id = new.id;
  update item set bin_id = new.bin_id where parent_id = new.id and bin_id = old.bin_id and new.bin_id <> old.bin_id;
end`,
  postgres: `
create function count_attachment() returns trigger language plpgsql as $body$
begin
  if tg_op = 'INSERT' then
    update item set attachments = attachments + 1 where id = new.parent_id;
  else
    update item set attachments = attachments - 1 where id = old.parent_id;
  end if;
  return null;
end $body$

create trigger item_attached after insert on item for each row when (new.attached = 1) execute function count_attachment()

create trigger item_unattached after delete on item for each row when (old.attached = 1) execute function count_attachment()

create function attachments_follow() returns trigger language plpgsql as $body$
begin
  update item set acl_id = new.acl_id, cabinet_id = new.cabinet_id, area = new.area, area_owner_id = new.area_owner_id where parent_id = new.id;
  update item set bin_id = new.bin_id where parent_id = new.id and bin_id = old.bin_id and new.bin_id <> old.bin_id;
  return null;
end $body$

create trigger attachments_follow after update of acl_id, cabinet_id, area, area_owner_id, bin_id on item for each row
  when (new.attachments > 0) execute function attachments_follow()`,
};

const drops: Record<Engine, string> = {
  sqlite: `
drop trigger attachments_follow

drop trigger item_unattached

drop trigger item_attached`,
  postgres: `
drop trigger attachments_follow on item

drop trigger item_unattached on item

drop trigger item_attached on item

drop function attachments_follow

drop function count_attachment`,
};

const columnDrops = `
drop index item_with_attachments

alter table item drop column attachments

alter table item drop column attached
`;

export const step: MigrationStep = {
  async up(db, engine) {
    await runScript(db, engine, columns);
    await runScript(db, engine, triggers[engine]);
  },
  async down(db, engine) {
    await runScript(db, engine, drops[engine]);
    await runScript(db, engine, columnDrops);
  },
};
