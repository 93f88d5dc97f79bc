/** Messages to people; the text is made at reading, in the reader's language, from kind and facts. */
export const messages = `
create table message (
  id bigint primary key,
  person_id bigint not null references person (id),
  kind integer not null,
  facts text not null,
  obj_type integer,
  obj_id bigint,
  name text,
  ext text,
  created_at bigint not null,
  read_at bigint not null default 0
)

create index message_person on message (person_id, id)

create index message_unread on message (person_id, read_at, id)
`;
