import { type Engine, type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/** The states of a flow that is over. */
const over = `('passed', 'rejected', 'withdrawn')`;

/** A flow belongs to whom submitted it, decided in it, or was notified of it. */
const people = (flow: string): string => `(select ${flow}.applicant_id as person_id
    union select person_id from flow_handled where flow_id = ${flow}.id
    union select person_id from flow_notified where flow_id = ${flow}.id)`;

/**
 * Whose completed flows there are, with the time of their last change: the list of these joins three sets, and was sorted at each page. Triggers keep the
 * rows, so that no statement that ends or changes a flow, or adds people to it, can forget them.
 */
const tables = `
create table flow_finished (
  flow_id bigint not null,
  person_id bigint not null,
  organisation_id bigint not null,
  updated_at bigint not null,
  primary key (flow_id, person_id)
);

create index flow_finished_newest on flow_finished (person_id, organisation_id, updated_at, flow_id);

insert into flow_finished (flow_id, person_id, organisation_id, updated_at)
  select f.id, p.person_id, f.organisation_id, f.updated_at from flow f join (
    select id as flow_id, applicant_id as person_id from flow
    union select flow_id, person_id from flow_handled
    union select flow_id, person_id from flow_notified) p on p.flow_id = f.id where f.state in ${over}
`;

const addPerson = `insert into flow_finished (flow_id, person_id, organisation_id, updated_at)
    select id, new.person_id, organisation_id, updated_at from flow where id = new.flow_id and state in ${over}
    on conflict (flow_id, person_id) do nothing;`;

const finish = `insert into flow_finished (flow_id, person_id, organisation_id, updated_at)
    select new.id, p.person_id, new.organisation_id, new.updated_at from ${people('new')} p where true
    on conflict (flow_id, person_id) do nothing;`;

const unnotify = `delete from flow_finished where flow_id = old.flow_id and person_id = old.person_id
    and person_id not in (select applicant_id from flow where id = old.flow_id)
    and person_id not in (select person_id from flow_handled where flow_id = old.flow_id);`;

const triggers: Record<Engine, string> = {
  sqlite: `
create trigger flow_finishes after update of state on flow when new.state in ${over} and old.state not in ${over} begin
  ${finish}
end

create trigger flow_reopens after update of state on flow when old.state in ${over} and new.state not in ${over} begin
  delete from flow_finished where flow_id = new.id;
end

create trigger finished_flow_changes after update of updated_at on flow when new.updated_at <> old.updated_at begin
  update flow_finished set updated_at = new.updated_at where flow_id = new.id;
end

create trigger finished_flow_handled after insert on flow_handled begin
  ${addPerson}
end

create trigger finished_flow_notified after insert on flow_notified begin
  ${addPerson}
end

create trigger finished_flow_unnotified after delete on flow_notified begin
  ${unnotify}
end`,
  postgres: `
create function flow_finishes() returns trigger language plpgsql as $body$
begin
  if new.state in ${over} then
    ${finish}
  else
    delete from flow_finished where flow_id = new.id;
  end if;
  return null;
end $body$

create trigger flow_finishes after update of state on flow for each row
  when ((new.state in ${over}) <> (old.state in ${over})) execute function flow_finishes()

create function finished_flow_changes() returns trigger language plpgsql as $body$
begin
  update flow_finished set updated_at = new.updated_at where flow_id = new.id;
  return null;
end $body$

create trigger finished_flow_changes after update of updated_at on flow for each row when (new.updated_at <> old.updated_at)
  execute function finished_flow_changes()

create function finished_flow_person() returns trigger language plpgsql as $body$
begin
  ${addPerson}
  return null;
end $body$

create trigger finished_flow_handled after insert on flow_handled for each row execute function finished_flow_person()

create trigger finished_flow_notified after insert on flow_notified for each row execute function finished_flow_person()

create function finished_flow_unnotified() returns trigger language plpgsql as $body$
begin
  ${unnotify}
  return null;
end $body$

create trigger finished_flow_unnotified after delete on flow_notified for each row execute function finished_flow_unnotified()`,
};

const drops: Record<Engine, string> = {
  sqlite: `
drop trigger finished_flow_unnotified

drop trigger finished_flow_notified

drop trigger finished_flow_handled

drop trigger finished_flow_changes

drop trigger flow_reopens

drop trigger flow_finishes`,
  postgres: `
drop trigger finished_flow_unnotified on flow_notified

drop trigger finished_flow_notified on flow_notified

drop trigger finished_flow_handled on flow_handled

drop trigger finished_flow_changes on flow

drop trigger flow_finishes on flow

drop function finished_flow_unnotified

drop function finished_flow_person

drop function finished_flow_changes

drop function flow_finishes`,
};

export const step: MigrationStep = {
  async up(db, engine) {
    await runScript(db, engine, tables);
    await runScript(db, engine, triggers[engine]);
  },
  async down(db, engine) {
    await runScript(db, engine, drops[engine]);
    await runScript(db, engine, 'drop table flow_finished');
  },
};
