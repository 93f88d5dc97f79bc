import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * Whose a client of Yjs is in an editing session: nobody else writes in its name, also not after a restart or while its owner is offline. The identity
 * is that of a user or of a visitor of a share link, as rooms tell them apart.
 */
const tables = `
create table edit_client (
  session_id bigint not null,
  client bigint not null,
  identity text not null,
  claimed_at bigint not null,
  primary key (session_id, client)
)
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, 'drop table edit_client'),
};
