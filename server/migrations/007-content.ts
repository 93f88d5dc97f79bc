/** Bytes once per sha256; revisions of documents; zips that wait to be fetched. */
export const content = `
create table blob (sha256 text primary key, size bigint not null, created_at bigint not null)

create table revision (
  id bigint primary key,
  document_id bigint not null references item (id),
  number integer not null,
  sha256 text not null references blob (sha256),
  size bigint not null,
  name text not null,
  ext text not null,
  note text not null default '',
  major integer not null default 0,
  creator_id bigint not null,
  created_at bigint not null
)

create unique index revision_number on revision (document_id, number)

create index revision_blob on revision (sha256)

create table zip_file (
  id bigint primary key,
  person_id bigint not null,
  name text not null,
  size bigint not null,
  created_at bigint not null,
  expires_at bigint not null
)

create index zip_file_expiry on zip_file (expires_at)
`;
