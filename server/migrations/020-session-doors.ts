/**
 * By which door a session began, so that it can end with what ties the person to that door: empty for the own password, `scan` for a scanned
 * code, else the provider of an identity. And when an account elsewhere was last used.
 */
export const sessionDoors = `
alter table session add column door text not null default ''

alter table identity add column used_at bigint
`;
