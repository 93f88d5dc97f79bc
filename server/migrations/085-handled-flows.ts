import { type Engine, type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * Who has decided in which flow, with the time of its last change, so that the list of flows that somebody has handled is read along an index.
 * Triggers keep it, so that no statement that decides a task or changes a flow can forget it.
 */
const tables = `
create table flow_handled (
  flow_id bigint not null,
  person_id bigint not null,
  organisation_id bigint not null,
  updated_at bigint not null,
  primary key (flow_id, person_id)
);

create index flow_handled_newest on flow_handled (person_id, organisation_id, updated_at, flow_id);

insert into flow_handled (flow_id, person_id, organisation_id, updated_at)
  select distinct f.id, t.decided_by, f.organisation_id, f.updated_at from flow_task t join flow f on f.id = t.flow_id where t.decided_by <> 0
`;

const triggers: Record<Engine, string> = {
  sqlite: `
create trigger flow_is_handled after update of decided_by on flow_task when new.decided_by <> 0 begin
  insert into flow_handled (flow_id, person_id, organisation_id, updated_at)
    select id, new.decided_by, organisation_id, updated_at from flow where id = new.flow_id on conflict (flow_id, person_id) do nothing;
end

create trigger handled_flow_changes after update of updated_at on flow when new.updated_at <> old.updated_at begin
  update flow_handled set updated_at = new.updated_at where flow_id = new.id;
end`,
  postgres: `
create function flow_is_handled() returns trigger language plpgsql as $body$
begin
  insert into flow_handled (flow_id, person_id, organisation_id, updated_at)
    select id, new.decided_by, organisation_id, updated_at from flow where id = new.flow_id on conflict (flow_id, person_id) do nothing;
  return null;
end $body$

create trigger flow_is_handled after update of decided_by on flow_task for each row when (new.decided_by <> 0) execute function flow_is_handled()

create function handled_flow_changes() returns trigger language plpgsql as $body$
begin
  update flow_handled set updated_at = new.updated_at where flow_id = new.id;
  return null;
end $body$

create trigger handled_flow_changes after update of updated_at on flow for each row when (new.updated_at <> old.updated_at)
  execute function handled_flow_changes()`,
};

const drops: Record<Engine, string> = {
  sqlite: `
drop trigger handled_flow_changes

drop trigger flow_is_handled`,
  postgres: `
drop trigger handled_flow_changes on flow

drop trigger flow_is_handled on flow_task

drop function handled_flow_changes

drop function flow_is_handled`,
};

export const step: MigrationStep = {
  async up(db, engine) {
    await runScript(db, engine, tables);
    await runScript(db, engine, triggers[engine]);
  },
  async down(db, engine) {
    await runScript(db, engine, drops[engine]);
    await runScript(db, engine, 'drop table flow_handled');
  },
};
