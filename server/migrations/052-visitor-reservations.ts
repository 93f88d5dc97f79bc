import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/** Whether a visitor of a share link announced the bytes: all visitors together are promised at most half of the free disk. */
const column = `
alter table byte_reservation add column by_visitor bigint not null default 0
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, column),
  down: (db, engine) => runScript(db, engine, 'alter table byte_reservation drop column by_visitor'),
};
