/**
 * How old passwords are, those that people had before, and whether one must be changed before anything else; whether somebody chose the
 * language of an account, and whether its holder showed that they read what is sent to its mail address. Of accounts from before the age
 * of the password is that of the account, and no address is proven.
 */
export const passwords = `
alter table person add column password_at bigint not null default 0

alter table person add column password_due integer not null default 0

alter table person add column lang_chosen integer not null default 0

alter table person add column mail_proven integer not null default 0

update person set password_at = created_at

alter table session add column password_due integer not null default 0

create table former_password (
  id bigint primary key,
  person_id bigint not null references person (id),
  hash text not null
)

create index former_password_person on former_password (person_id, id)
`;
