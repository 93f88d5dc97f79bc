import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * What flows publish, replace and abolish: one row for each document of a passed flow of these kinds, of those in the past as well. `item_id` is the
 * published document, 0 while a new one waits for the time from which it takes effect; `done` is 1 once it has taken effect.
 */
const table = `
create table publication (
  flow_id bigint not null references flow (id),
  source_id bigint not null,
  item_id bigint not null,
  kind text not null,
  effective_at bigint not null,
  done integer not null,
  primary key (flow_id, source_id)
);

create index publication_item on publication (item_id);

insert into publication (flow_id, source_id, item_id, kind, effective_at, done)
select f.id, d.item_id, case when f.kind = 'abolish' then d.item_id else d.result_id end, f.kind, f.finished_at, 1
from flow f join flow_document d on d.flow_id = f.id
where f.state = 'passed' and f.kind in ('publish', 'revise', 'abolish') and (f.kind = 'abolish' or d.result_id <> 0)
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, table),
  down: (db, engine) => runScript(db, engine, 'drop table publication'),
};
