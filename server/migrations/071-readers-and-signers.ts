import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * People whom a request to read a version named and who might not view the document then, so that they were not asked. They are moved to
 * `acknowledgement` where they are asked later. Names are kept with the rows, as there.
 * `signed` 1 of a document: somebody has signed a version of it here. It stands in the row, as every list shows it.
 */
const tables = `
create table acknowledgement_left_out (
  request_id bigint not null references acknowledgement_request (id),
  person_id bigint not null,
  name text not null,
  name_sort text not null,
  primary key (request_id, person_id)
);

create index acknowledgement_left_out_by_name on acknowledgement_left_out (request_id, name_sort, person_id);

alter table item add column signed integer not null default 0;

update item set signed = 1 where id in (select item_id from document_signature)
`;

const drops = `
alter table item drop column signed;

drop table acknowledgement_left_out
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, drops),
};
