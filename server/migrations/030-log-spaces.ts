/**
 * The organisation that each line of the log belongs to, and the ways in which an organisation asks for its log. Lines from before get that
 * of their item, else that of the person who did it or whom it was done to, else the only one that there is; 0 where none can be told.
 * The hash of a line covers its organisation after the number `spaced_after`: those before keep the hash that they have.
 */
export const logSpaces = (engine: 'sqlite' | 'postgres'): string => `
alter table log_entry add column organisation_id bigint not null default 0

update log_entry set organisation_id = coalesce(
  (select organisation_id from item where item.id = log_entry.obj_id),
  (select organisation_id from person where person.id = log_entry.person_id),
  (select organisation_id from former_person where former_person.id = log_entry.person_id),
  (select organisation_id from person where person.id = log_entry.obj_id),
  (select organisation_id from former_person where former_person.id = log_entry.obj_id),
  (select min(id) from organisation having count(*) = 1),
  0)

alter table log_head add column spaced_after bigint not null default 0

update log_head set spaced_after = seq

create index log_entry_newest on log_entry (organisation_id, at, id)

create index log_entry_action on log_entry (organisation_id, action, at, id)

create index log_entry_person on log_entry (organisation_id, person_id, at, id)

create index log_entry_address on log_entry (organisation_id, address, at, id)

${engine === 'postgres' ? 'analyze log_entry' : ''}
`;
