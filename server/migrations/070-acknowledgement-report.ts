import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * `opened_at` of a person is when they first viewed or downloaded the version that they were asked to read, 0 until then. `origin` of a request is the
 * address by which its creator reached the site, for the links in mails that no call causes; empty where it is not known.
 */
const tables = `
alter table acknowledgement add column opened_at bigint not null default 0;

alter table acknowledgement_request add column origin text not null default ''
`;

const drops = `
alter table acknowledgement_request drop column origin;

alter table acknowledgement drop column opened_at
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, drops),
};
