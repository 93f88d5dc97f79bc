import { sql } from 'kysely';
import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * The verdict on a content: '' where no scanner has judged it, 'waiting' until one has, 'clean', 'infected', 'unchecked' where a scanner could not judge
 * it, 'released' by the security office, 'deleted' with its bytes. `isolated_content` has what was found, `isolated_version` the versions of documents
 * that have or had it; `decided_at` is 0 until the security office has decided. `virus_scan` has one row: the signatures that everything is checked with anew, and how far that is.
 */
const tables = `
alter table blob add column verdict text not null default '';

create index blob_waiting on blob (created_at) where verdict = 'waiting';

create index blob_isolated on blob (sha256) where verdict in ('infected', 'unchecked', 'deleted');

create table isolated_content (
  id bigint primary key,
  sha256 text not null unique,
  size bigint not null,
  threat text not null,
  state text not null,
  found_at bigint not null,
  decider_name text not null,
  decided_at bigint not null,
  reason text not null
);

create index isolated_content_open on isolated_content (found_at, id) where decided_at = 0;

create index isolated_content_decided on isolated_content (decided_at, id) where decided_at <> 0;

create table isolated_version (
  revision_id bigint primary key,
  content_id bigint not null references isolated_content (id),
  document_id bigint not null,
  organisation_id bigint not null,
  name text not null,
  person_id bigint not null
);

create index isolated_version_content on isolated_version (content_id, revision_id);

create index isolated_version_document on isolated_version (document_id);

create table virus_scan (
  id bigint primary key,
  signatures text not null,
  after_sha256 text not null,
  begun_at bigint not null,
  ended_at bigint not null,
  done bigint not null
)
`;

const drops = `
drop table virus_scan;

drop table isolated_version;

drop table isolated_content;

drop index blob_isolated;

drop index blob_waiting;

alter table blob drop column verdict
`;

/** Permissions are kept in the order in which they are shown: isolation stands before the settings. */
const [without, withIt] = ['"settings.edit"', '"isolation.edit","settings.edit"'];

export const step: MigrationStep = {
  async up(db, engine) {
    await runScript(db, engine, tables);
    await sql`update role set permissions = replace(permissions, ${without}, ${withIt}) where permissions like ${`%${without}%`}`.execute(
      db,
    );
  },
  async down(db, engine) {
    await sql`update role set permissions = replace(permissions, ${withIt}, ${without})`.execute(db);
    await runScript(db, engine, drops);
  },
};
