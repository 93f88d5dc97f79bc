import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * `typed_number` of a template is 1 where whoever starts a flow types its number. `day` of the counters of numbers becomes `period`, as a pattern may
 * count within days, months, years or without an end: see `periodOf` in `flow-numbers.ts`.
 */
const changes = `
alter table flow_template add column typed_number integer not null default 0;

alter table flow_number rename column day to period
`;

const drops = `
alter table flow_number rename column period to day;

alter table flow_template drop column typed_number
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, changes),
  down: (db, engine) => runScript(db, engine, drops),
};
