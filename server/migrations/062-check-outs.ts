import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/** Whether the lock of a document is that of a check-out; without meaning where nobody has locked it. */
export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, 'alter table item add column checked_out integer not null default 0'),
  down: (db, engine) => runScript(db, engine, 'alter table item drop column checked_out'),
};
