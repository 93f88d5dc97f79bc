/** Sign-ins that are under way at an outside service: what only this server knows of them, and the browser that began them. */
export const outsideDoors = `
create table door_flow (id text primary key, browser_hash text not null, facts text not null, expires_at bigint not null)

create index door_flow_expiry on door_flow (expires_at)
`;
