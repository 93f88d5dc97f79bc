import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * A version of a template has a graph and fields, as JSON: without a graph its steps follow one another.
 * `flow_position` has each visit of a flow to a node. `step` is the step of an approval, else -1. `from_id` is the position that it came from; one that comes
 * back to a node takes over that of the earlier visit, so that the chain has each node once. `scope` names the parallel parts around it, each as the position
 * that opened the part and the way out of it. `state` is waiting, arrived (at a join that waits for other ways), passed, rejected or cancelled. `due_at` is
 * the deadline of an approval, or the end of a timer; `problem` why a sub-flow has not begun.
 * Tasks and links of emails belong to a position. That of a flow which waits has the id of the flow; earlier tasks have none, and get their own id.
 */
const changes = `
alter table flow_template_version add column graph text not null default '';

alter table flow_template_version add column fields text not null default '[]';

create table flow_position (
  id bigint primary key,
  flow_id bigint not null references flow (id),
  round integer not null,
  node text not null,
  step integer not null,
  from_id bigint not null,
  scope text not null,
  state text not null,
  entered_at bigint not null,
  left_at bigint not null default 0,
  due_at bigint,
  reminded_at bigint not null default 0,
  escalated_at bigint not null default 0,
  child_flow_id bigint not null default 0,
  problem text not null default ''
);

create index flow_position_flow on flow_position (flow_id, id);

create index flow_position_due on flow_position (state, due_at);

create unique index flow_position_child on flow_position (child_flow_id) where child_flow_id > 0;

insert into flow_position (id, flow_id, round, node, step, from_id, scope, state, entered_at, due_at, reminded_at, escalated_at)
  select id, id, round, 'step' || (step + 1), step, 0, '', 'waiting', updated_at, due_at, reminded_at, escalated_at from flow where state = 'waiting';

alter table flow_task add column position_id bigint not null default 0;

update flow_task set position_id = coalesce((select f.id from flow f where f.id = flow_task.flow_id and f.state = 'waiting'
  and f.round = flow_task.round and f.step = flow_task.step), flow_task.id);

drop index flow_task_one;

create unique index flow_task_one on flow_task (position_id, person_id);

create index flow_task_flow on flow_task (flow_id, state);

alter table flow_email_link add column position_id bigint not null default 0;

update flow_email_link set position_id = coalesce((select f.id from flow f where f.id = flow_email_link.flow_id and f.state = 'waiting'
  and f.round = flow_email_link.round and f.step = flow_email_link.step), 0);

alter table flow_email_link drop column round;

alter table flow_email_link drop column step;

alter table flow drop column reminded_at;

alter table flow drop column escalated_at
`;

const undone = `
alter table flow add column reminded_at bigint not null default 0;

alter table flow add column escalated_at bigint not null default 0;

update flow set reminded_at = coalesce((select max(p.reminded_at) from flow_position p where p.flow_id = flow.id and p.state = 'waiting'), 0),
  escalated_at = coalesce((select max(p.escalated_at) from flow_position p where p.flow_id = flow.id and p.state = 'waiting'), 0);

alter table flow_email_link add column round integer not null default -1;

alter table flow_email_link add column step integer not null default -1;

update flow_email_link set round = coalesce((select p.round from flow_position p where p.id = flow_email_link.position_id), -1),
  step = coalesce((select p.step from flow_position p where p.id = flow_email_link.position_id), -1);

alter table flow_email_link drop column position_id;

drop index flow_task_flow;

drop index flow_task_one;

delete from flow_task where exists (select 1 from flow_task o where o.flow_id = flow_task.flow_id and o.round = flow_task.round
  and o.step = flow_task.step and o.person_id = flow_task.person_id and o.id > flow_task.id);

create unique index flow_task_one on flow_task (flow_id, round, step, person_id);

alter table flow_task drop column position_id;

drop table flow_position;

alter table flow_template_version drop column fields;

alter table flow_template_version drop column graph
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, changes),
  down: (db, engine) => runScript(db, engine, undone),
};
