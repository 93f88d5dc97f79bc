/** The role that a session works in; 0: all that the person has. */
export const activeRole = `
alter table session add column role_id bigint not null default 0
`;
