/**
 * People who were removed: only the name under which they stand in revisions and lists of what they made. Everything that asks for people
 * finds them no more, as their row is gone. And the way to what a person owns, or has locked.
 */
export const formerPeople = `
create table former_person (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  login_name text not null,
  full_name text not null,
  heir_id bigint not null,
  removed_at bigint not null
)

create index item_by_owner on item (owner_id, organisation_id, kind, size)

create index item_locked on item (lock_person_id) where lock_person_id <> 0
`;
