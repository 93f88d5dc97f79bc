import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * What a session edits: 'text' and 'drawing' keep updates of Yjs, 'file' a draft, 'workbook' and 'slides' edits in one order. The updates of an ordered
 * session count in `seq` from 1, and its version has those up to `base_seq`; elsewhere both are 0.
 */
const columns = `
alter table edit_session add column kind text not null default 'text'

alter table edit_session add column base_seq bigint not null default 0

alter table edit_update add column seq bigint not null default 0

update edit_session set kind = 'file' where draft_sha256 <> ''

create unique index edit_update_order on edit_update (session_id, seq) where seq > 0
`;

const undone = [
  'drop index edit_update_order',
  'alter table edit_update drop column seq',
  ...['base_seq', 'kind'].map((name) => `alter table edit_session drop column ${name}`),
];

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, columns),
  down: (db, engine) => runScript(db, engine, undone.join('\n\n')),
};
