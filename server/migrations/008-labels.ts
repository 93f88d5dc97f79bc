export const labels = `
create table favorite (
  person_id bigint not null references person (id),
  item_id bigint not null references item (id),
  created_at bigint not null,
  primary key (person_id, item_id)
)

create index favorite_newest on favorite (person_id, created_at)

create index favorite_item on favorite (item_id)
`;
