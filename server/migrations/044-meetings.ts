/**
 * Meetings, votes, scores and minutes. Who is invited are the people of that time, with their names; `starts_at` stands with them too, so
 * that the list of a person follows an index. Of a secret vote only the counters know what was chosen: nothing is kept by person but that
 * they voted, without when.
 */
export const meetings = `
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
  created_at bigint not null
)

create index meeting_due on meeting (starts_at) where state = 'planned' and reminded_at = 0

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
  primary key (meeting_id, person_id)
)

create index meeting_person_time on meeting_person (person_id, organisation_id, starts_at, meeting_id)

create table meeting_item (
  id bigint primary key,
  meeting_id bigint not null references meeting (id),
  place integer not null,
  title text not null,
  presenter text not null,
  minutes integer not null,
  notes text not null
)

create index meeting_item_place on meeting_item (meeting_id, place)

create table meeting_paper (
  id bigint primary key,
  meeting_id bigint not null references meeting (id),
  item_id bigint not null,
  document_id bigint not null,
  revision_id bigint not null,
  person_id bigint not null,
  place integer not null
)

create index meeting_paper_meeting on meeting_paper (meeting_id, place)

create index meeting_paper_document on meeting_paper (document_id)

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

create table vote (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  creator_id bigint not null,
  creator_name text not null,
  meeting_id bigint not null,
  before_id bigint not null,
  question text not null,
  description text not null,
  kind text not null,
  most integer not null,
  secret integer not null,
  live integer not null,
  opens_at bigint not null,
  closes_at bigint not null,
  closed_at bigint not null
)

create index vote_meeting on vote (meeting_id, id)

create index vote_creator on vote (creator_id, organisation_id, id)

create table vote_option (
  id bigint primary key,
  vote_id bigint not null references vote (id),
  place integer not null,
  label text not null,
  count integer not null
)

create index vote_option_place on vote_option (vote_id, place)

create table vote_voter (
  vote_id bigint not null references vote (id),
  person_id bigint not null,
  name text not null,
  name_sort text not null,
  voted integer not null,
  voted_at bigint not null,
  opinion text not null,
  primary key (vote_id, person_id)
)

create index vote_voter_person on vote_voter (person_id, vote_id)

create table vote_choice (
  vote_id bigint not null references vote (id),
  person_id bigint not null,
  option_id bigint not null,
  primary key (vote_id, person_id, option_id)
)

create table score (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  creator_id bigint not null,
  creator_name text not null,
  meeting_id bigint not null,
  title text not null,
  description text not null,
  closes_at bigint not null,
  closed_at bigint not null
)

create index score_meeting on score (meeting_id, id)

create index score_creator on score (creator_id, organisation_id, id)

create table score_criterion (
  id bigint primary key,
  score_id bigint not null references score (id),
  place integer not null,
  name text not null,
  weight integer not null,
  lowest integer not null,
  highest integer not null
)

create index score_criterion_place on score_criterion (score_id, place)

create table score_judge (
  score_id bigint not null references score (id),
  person_id bigint not null,
  name text not null,
  name_sort text not null,
  given_at bigint not null,
  note text not null,
  primary key (score_id, person_id)
)

create index score_judge_person on score_judge (person_id, score_id)

create table score_mark (
  criterion_id bigint not null references score_criterion (id),
  person_id bigint not null,
  score_id bigint not null,
  value integer not null,
  primary key (criterion_id, person_id)
)

create index score_mark_score on score_mark (score_id)

update role set module_types = replace(module_types, ']', ',11]')
where built_in = 1 and module_types <> '[]' and module_types not like '%11%'
`;
