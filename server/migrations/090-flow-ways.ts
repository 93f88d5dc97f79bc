import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/** `way` is the way out of a branch that a visit took; '' for other nodes, and for visits before it was kept. */
const changes = `
alter table flow_position add column way text not null default ''
`;

const drops = `
alter table flow_position drop column way
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, changes),
  down: (db, engine) => runScript(db, engine, drops),
};
