/** Which accounts an import made: marks that only who holds its ticket can make, kept for as long as the ticket is good. They name nobody. */
export const importRows = `
create table import_row (
  mark text primary key,
  made_at bigint not null
)

create index import_row_made_at on import_row (made_at)
`;
