/** Meetings with agenda, documents and minutes, votes and scores. */
export const meetings = `
-- moved_at: when the invited were last told, or will next be told, that the meeting moved; moves in between are told together
create table meeting (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  organiser_id bigint not null,
  host_id bigint not null,
  secretary_id bigint not null,
  title text not null,
  title_key text not null,
  description text not null,
  place text not null,
  link text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  state text not null,
  version integer not null,
  reminded_at bigint not null,
  document_id bigint not null,
  created_at bigint not null,
  moved_at bigint not null default 0
)

create index meeting_due on meeting (starts_at) where state = 'planned' and reminded_at = 0

-- the invited, with their names at that time; starts_at is repeated here, so that a user's list follows one index
-- inviter_id: by whose invitation somebody comes; documents with a larger id than invitation_id were added after the invitation
create table meeting_person (
  meeting_id bigint not null references meeting (id),
  person_id bigint not null,
  organisation_id bigint not null,
  starts_at bigint not null,
  name text not null,
  name_sort text not null,
  answer text not null,
  present integer not null,
  signed_at bigint not null,
  inviter_id bigint not null default 0,
  invitation_id bigint not null default 0,
  primary key (meeting_id, person_id)
)

create index meeting_person_time on meeting_person (person_id, organisation_id, starts_at, meeting_id)

create table agenda_item (
  id bigint primary key,
  meeting_id bigint not null references meeting (id),
  place integer not null,
  title text not null,
  presenter text not null,
  minutes integer not null,
  notes text not null
)

create index agenda_item_place on agenda_item (meeting_id, place)

create table agenda_document (
  id bigint primary key,
  meeting_id bigint not null references meeting (id),
  item_id bigint not null,
  document_id bigint not null,
  revision_id bigint not null,
  person_id bigint not null,
  place integer not null
)

create index agenda_document_meeting on agenda_document (meeting_id, place)

create index agenda_document_document on agenda_document (document_id)

create table meeting_minutes (
  meeting_id bigint primary key references meeting (id),
  body text not null,
  revision integer not null,
  updater_name text not null,
  updated_at bigint not null
)

create table meeting_task (
  id bigint primary key,
  meeting_id bigint not null references meeting (id),
  kind text not null,
  label text not null,
  person_id bigint not null,
  person_name text not null,
  due text not null,
  done integer not null
)

create index meeting_task_meeting on meeting_task (meeting_id, id)
`;
