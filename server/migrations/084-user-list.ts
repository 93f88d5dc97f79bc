import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * The list of users in the order of their last sign-in, and of their accounts' creation. Users who never signed in stand at 0 instead of null,
 * which the two engines sort at different ends.
 */
const changes = `
create index person_seen on person (organisation_id, coalesce(last_login_at, 0), id);

create index person_created on person (organisation_id, created_at, id)
`;

const drops = `
drop index person_created;

drop index person_seen
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, changes),
  down: (db, engine) => runScript(db, engine, drops),
};
