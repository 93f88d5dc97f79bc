/** Votes and scores, in a meeting or without one. */
export const votes = `
-- before_id: the vote that this one repeats, 0 for none; max_options: how many options may be chosen
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
  max_options integer not null,
  secret integer not null,
  live integer not null,
  opens_at bigint not null,
  closes_at bigint not null,
  closed_at bigint not null
)

create index vote_meeting on vote (meeting_id, id)

create index vote_creator on vote (creator_id, organisation_id, id)

-- count: of a secret vote only this counter knows what was chosen
create table vote_option (
  id bigint primary key,
  vote_id bigint not null references vote (id),
  place integer not null,
  label text not null,
  count integer not null
)

create index vote_option_place on vote_option (vote_id, place)

-- of a secret vote only that somebody voted is stored, without the time
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

-- the choices of votes that are not secret
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
`;
