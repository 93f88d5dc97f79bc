/** Bytes, revisions of documents, and what keeps either from being removed. */
export const content = `
-- bytes are stored once for each SHA-256, whatever number of revisions has them
create table blob (sha256 text primary key, size bigint not null, created_at bigint not null)

-- visitor and link: who sent it through which share link, as texts, because both may be removed before the revision is
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
  created_at bigint not null,
  visitor text not null default '',
  link text not null default ''
)

create unique index revision_number on revision (document_id, number)

create index revision_blob on revision (sha256)

create index revision_by_link on revision (document_id) where link <> ''

-- revisions that somebody else still needs, such as a running workflow or a meeting: they are not removed while a row stands here
create table revision_hold (
  revision_id bigint not null,
  holder_id bigint not null,
  primary key (revision_id, holder_id)
)

create index revision_hold_holder on revision_hold (holder_id)

-- zips that were packed and wait to be downloaded
create table zip_file (
  id bigint primary key,
  person_id bigint not null,
  name text not null,
  size bigint not null,
  created_at bigint not null,
  expires_at bigint not null
)

create index zip_file_expiry on zip_file (expires_at)

-- uploads of archives that were unpacked: no document is left that would tell the client so
create table unpacked_archive (id bigint primary key, at bigint not null)

create index unpacked_archive_at on unpacked_archive (at)
`;
