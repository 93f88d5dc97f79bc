import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/** Absences of users who were removed, or with one as delegate, were kept until now; they have no effect, and no user is left who may end them. */
const leftovers = `
delete from flow_absence where person_id not in (select id from person) or substitute_id not in (select id from person)
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, leftovers),
  down: () => Promise.resolve(),
};
