/** Which uploads of archives came through: they leave no document by which that could be told. */
export const archives = `
create table archive_arrived (id bigint primary key, at bigint not null)

create index archive_arrived_at on archive_arrived (at)
`;
