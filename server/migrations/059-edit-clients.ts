import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * The owner of each Yjs client id of an editing session: rooms take updates under a client id from its owner alone, also after a restart and while the
 * owner is offline. `identity` is that of a user or of a visitor of a share link, as `Connection.identity`.
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
