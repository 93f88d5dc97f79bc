import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * Signatures of people under versions of PDFs, written once and never changed. `revision_id` is the version that was signed, `sha256` its bytes;
 * `sealed_sha256` are those of the version that the signature led to, whose last `sealed_pages` pages list signatures. `previous_id` is the signature that led to the version that was signed, 0 for none.
 * Names and version labels are those of that time.
 * `signing_key` has the keys of organisations, the newest with the highest number; the private one is encrypted.
 */
const tables = `
create table document_signature (
  id bigint primary key,
  item_id bigint not null references item (id),
  revision_id bigint not null,
  revision_label text not null,
  sha256 text not null,
  sealed_sha256 text not null,
  sealed_pages integer not null,
  previous_id bigint not null,
  person_id bigint not null,
  name text not null,
  reason text not null,
  means text not null,
  signed_at bigint not null
);

create index document_signature_of_item on document_signature (item_id, signed_at, id);

create table signing_key (
  organisation_id bigint not null,
  number integer not null,
  certificate text not null,
  fingerprint text not null,
  private_key text not null,
  valid_until bigint not null,
  created_at bigint not null,
  primary key (organisation_id, number)
)
`;

const drops = `
drop table signing_key;

drop table document_signature
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, drops),
};
