import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * `way` is the way out of a branch that a visit took; '' for other nodes, and for visits before it was kept.
 * The indexes serve the list of all flows by kind and by state, the number of flows that run with a version, and the look for steps that nobody is left to
 * approve, which read every flow or every visit before.
 */
const changes = `
alter table flow_position add column way text not null default '';

create index flow_position_state on flow_position (state, id);

create index flow_kind on flow (organisation_id, kind, updated_at, id);

create index flow_state on flow (organisation_id, state, updated_at, id);

drop index flow_template_state;

create index flow_template_state on flow (template_id, state, template_version)
`;

const drops = `
drop index flow_template_state;

create index flow_template_state on flow (template_id, state);

drop index flow_state;

drop index flow_kind;

drop index flow_position_state;

alter table flow_position drop column way
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, changes),
  down: (db, engine) => runScript(db, engine, drops),
};
