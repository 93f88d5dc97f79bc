import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * The share session of the visitor who writes in an editing session of a whole file, 0 for users and rooms. It stays when the editing session ends, with
 * the revision that was made in it: the same share session may replace that later.
 */
export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, 'alter table edit_session add column share_session_id bigint not null default 0'),
  down: (db, engine) => runScript(db, engine, 'alter table edit_session drop column share_session_id'),
};
