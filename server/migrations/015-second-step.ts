/** A counter that rises with every change of the site's settings, and whether a person wants a code by mail after the password. */
export const secondStep = `
insert into version (name, value) values ('site', 1)

alter table person add column mail_step integer not null default 0
`;
