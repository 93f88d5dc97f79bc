import { sql } from 'kysely';
import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * `number_key` of a flow is its number as it is compared, without case: no two flows of an organisation have the same. Numbers that were given before and
 * differ in case alone stay as they are: the key of the later one ends with its id, after a line break, which no number has.
 *
 * `number` of a publication is the number of the version that it made, 0 where that is not known; `done` is 3 once this version was deleted.
 */
const changes = `
alter table flow add column number_key text;

alter table publication add column number integer not null default 0;

update publication set number = coalesce((select max(r.number) from revision r
  where r.document_id = publication.item_id and r.created_at = publication.effective_at), 0)
where done = 1 and kind <> 'abolish'
`;

const indexes = `
drop index flow_number_one;

create unique index flow_number_key on flow (organisation_id, number_key)
`;

const drops = `
drop index flow_number_key;

create unique index flow_number_one on flow (organisation_id, number);

alter table flow drop column number_key;

update publication set done = 1 where done = 3;

alter table publication drop column number
`;

const batch = 500;

/** As `nameKey` has it. */
const keyOf = (number: string): string => number.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');

interface NumberedFlow {
  id: number;
  organisation_id: number;
  number: string;
}

export const step: MigrationStep = {
  async up(db, engine) {
    await runScript(db, engine, changes);
    const taken = new Set<string>();
    for (let after = 0; ; ) {
      const found = await sql<NumberedFlow>`select id, organisation_id, number from flow where id > ${after} and number is not null
        order by id limit ${sql.lit(batch)}`.execute(db);
      for (const { id, organisation_id: organisation, number } of found.rows) {
        const key = keyOf(number);
        const free = taken.has(`${organisation} ${key}`) ? `${key}\n${id}` : key;
        taken.add(`${organisation} ${free}`);
        await sql`update flow set number_key = ${free} where id = ${id}`.execute(db);
      }
      const last = found.rows.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
    await runScript(db, engine, indexes);
  },
  async down(db, engine) {
    await runScript(db, engine, drops);
  },
};
