import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * Bytes of uploads that are still coming: all reservations count together against the free space of the disk and, by the place of the
 * upload, against quotas. `person_id` is the owner of a personal area, 0 for a shared place; `organisation_id` is 0 where only the disk counts.
 */
const table = `
create table byte_reservation (
  id bigint primary key,
  organisation_id bigint not null,
  person_id bigint not null,
  size bigint not null,
  created_at bigint not null
)
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, table),
  down: (db, engine) => runScript(db, engine, 'drop table byte_reservation'),
};
