/** Workflows: templates with their versions, running and finished workflows, and the tasks of each step. */
export const workflows = `
create table flow_template (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  kind text not null,
  name text not null,
  name_key text not null,
  name_sort text not null,
  description text not null,
  enabled integer not null,
  version integer not null,
  starters text not null,
  updater_id bigint not null,
  created_at bigint not null,
  updated_at bigint not null
)

create unique index flow_template_name on flow_template (organisation_id, name_key)

create index flow_template_order on flow_template (organisation_id, name_sort, id)

-- a running workflow keeps the version of its template that it was begun with
create table flow_template_version (
  template_id bigint not null,
  version integer not null,
  steps text not null,
  cabinet_id bigint not null default 0,
  creator_id bigint not null,
  created_at bigint not null,
  primary key (template_id, version)
)

-- form, chosen and notified are JSON; number is null until it is submitted
create table flow (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  number text,
  kind text not null,
  template_id bigint not null,
  template_version integer not null,
  template_name text not null,
  applicant_id bigint not null,
  applicant_name text not null,
  department_id bigint not null,
  department_name text not null,
  title text not null,
  title_key text not null,
  reason text not null,
  urgency integer not null,
  form text not null,
  chosen text not null,
  notified text not null,
  state text not null,
  step integer not null default 0,
  round integer not null default 0,
  deadline bigint,
  due_at bigint,
  reminded_at bigint not null default 0,
  escalated_at bigint not null default 0,
  urged_at bigint not null default 0,
  created_at bigint not null,
  submitted_at bigint not null default 0,
  finished_at bigint not null default 0,
  updated_at bigint not null
)

create unique index flow_number_one on flow (organisation_id, number)

create index flow_applicant on flow (applicant_id, organisation_id, updated_at, id)

create index flow_organisation on flow (organisation_id, updated_at, id)

create index flow_template_state on flow (template_id, state)

create index flow_due on flow (state, due_at)

-- the last number that was given on a day
create table flow_number (
  organisation_id bigint not null,
  day integer not null,
  n integer not null,
  primary key (organisation_id, day)
)

create table flow_document (
  flow_id bigint not null references flow (id),
  item_id bigint not null,
  place integer not null,
  revision_id bigint not null,
  number integer not null,
  name text not null,
  ext text not null,
  result_id bigint not null default 0,
  primary key (flow_id, item_id)
)

create index flow_document_item on flow_document (item_id)

-- what one user has to decide in one step of one round; alone: this decision passes the step without the others
create table flow_task (
  id bigint primary key,
  flow_id bigint not null references flow (id),
  round integer not null,
  step integer not null,
  person_id bigint not null,
  state text not null,
  alone integer not null default 0,
  decided_by bigint not null default 0,
  created_at bigint not null,
  decided_at bigint not null default 0
)

create unique index flow_task_one on flow_task (flow_id, round, step, person_id)

create index flow_task_person on flow_task (person_id, state, flow_id)

create index flow_task_decided on flow_task (decided_by, flow_id)

create table flow_event (
  id bigint primary key,
  flow_id bigint not null references flow (id),
  kind text not null,
  at bigint not null,
  person_id bigint not null,
  person_name text not null,
  for_name text not null default '',
  step_name text not null default '',
  opinion text not null default '',
  names text not null default '[]'
)

create index flow_event_flow on flow_event (flow_id, id)

create table flow_notified (
  flow_id bigint not null references flow (id),
  person_id bigint not null,
  primary key (flow_id, person_id)
)

create index flow_notified_person on flow_notified (person_id, flow_id)

create table flow_absence (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  person_id bigint not null,
  substitute_id bigint not null,
  begins_at bigint not null,
  ends_at bigint not null,
  created_at bigint not null
)

create index flow_absence_person on flow_absence (person_id, ends_at)

create index flow_absence_substitute on flow_absence (substitute_id, ends_at)
`;
