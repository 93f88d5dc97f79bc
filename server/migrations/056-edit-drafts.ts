import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/** Editing of whole files: the file as it was written last, a stored content; '' where a session edits a text. */
const columns = `
alter table edit_session add column draft_sha256 text not null default ''

alter table edit_session add column draft_size bigint not null default 0

create index edit_session_draft on edit_session (draft_sha256)
`;

const undone = [
  'drop index edit_session_draft',
  ...['draft_size', 'draft_sha256'].map((name) => `alter table edit_session drop column ${name}`),
];

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, columns),
  down: (db, engine) => runScript(db, engine, undone.join('\n\n')),
};
