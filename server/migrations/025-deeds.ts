/**
 * What roles let people do, the heads of departments, and the main department of a person: the one that they were in first by name,
 * until somebody chooses. A role of the house is known by its kind, whatever it is called.
 */
export const deedColumns = `
alter table role add column deeds text not null default '[]'

alter table role add column branch integer not null default 0

alter table role add column kind text not null default ''

update role set kind = 'administrators' where built_in = 1 and role_type > 0

update role set kind = 'staff' where built_in = 1 and role_type = 0

update role set deeds = '["people.see","people.edit","people.secrets","people.remove","people.guests","departments.edit","departments.heads","groups.edit","roles.edit","roles.assign","sessions.see","sessions.end","addresses.see","addresses.edit","cabinets.create","rights.see","rights.viewAs","rights.owner","quotas.edit","log.see"]' where role_type = 2

update role set deeds = '["people.see","people.edit","people.secrets","people.remove","people.guests","departments.edit","departments.heads","groups.edit","roles.edit","roles.assign","sessions.see","sessions.end","addresses.see","addresses.edit","cabinets.create","rights.see","rights.viewAs","rights.owner","quotas.edit","log.see","organisations.edit","settings.edit","licence.edit"]' where role_type in (1, 3)

alter table department_member add column main integer not null default 0

create table department_head (
  department_id bigint not null references department (id),
  person_id bigint not null references person (id),
  primary key (department_id, person_id)
)

create index department_head_person on department_head (person_id)
`;
