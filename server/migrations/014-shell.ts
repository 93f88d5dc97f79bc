/** Pictures of people, as base64: small, and with the database in every backup. \`avatar_hash\` on the person tells without reading one. */
export const shell = `
alter table person add column avatar_hash text

create table avatar (person_id bigint primary key references person (id), png text not null)
`;
