/** The operation log, what people opened last, and how often documents are seen and fetched a day. */
export const reports = `
create table log_entry (
  id bigint primary key,
  at bigint not null,
  action integer not null,
  person_id bigint,
  person_name text not null,
  obj_id bigint,
  obj_name text,
  address text,
  detail text
)

create index log_entry_item on log_entry (obj_id, id)

create table opened (
  person_id bigint not null,
  item_id bigint not null,
  at bigint not null,
  primary key (person_id, item_id)
)

create index opened_newest on opened (person_id, at)

create table item_day (
  item_id bigint not null,
  day integer not null,
  views bigint not null default 0,
  downloads bigint not null default 0,
  primary key (day, item_id)
)

create index item_day_item on item_day (item_id)
`;
