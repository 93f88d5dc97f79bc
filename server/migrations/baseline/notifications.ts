/** Messages to users. Letters by mail wait in the outbox and have no table. */
export const notifications = `
-- the text is made when it is read, in the reader's language, from kind and facts (JSON)
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
  read_at bigint not null default 0,
  organisation_id bigint not null default 0
)

create index message_person on message (person_id, id)

create index message_unread on message (person_id, read_at, id)
`;
