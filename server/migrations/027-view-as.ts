/**
 * Sessions in which an administrator looks as somebody else: whose they are stands as ever, who looks and by which session of their own
 * stands beside it. What has to be told at the end is kept apart, as sessions end in many ways.
 */
export const viewAs = `
alter table session add column viewer_id bigint

alter table session add column viewer_session bigint

create table view_as (
  id bigint primary key,
  viewer_id bigint not null,
  viewer_name text not null,
  person_id bigint not null,
  person_name text not null,
  space_id bigint not null,
  address text not null,
  begun_at bigint not null
)

create index view_as_viewer on view_as (viewer_id)
`;
