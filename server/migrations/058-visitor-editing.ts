import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * Visitors of share links in the editors. They write by the rights of their link's giver: where a row names a person for a visitor, it is the giver,
 * and the visitor is named beside. A visitor is told apart by the share and the `visitor_key` of the share session.
 */
const columns = `
-- the address in name was proven by a code, on a link that admits everybody
alter table share_session add column proven integer not null default 0

-- the visitor for whom the lock is held, by name and as 'share key'; empty where its person holds it
alter table edit_session add column lock_visitor text not null default ''

alter table edit_session add column lock_visitor_key text not null default ''

alter table edit_presence add column visitor text not null default ''

-- visitors who wrote in a session since its own revision began; person_id is the giver of their link
create table edit_visitor (
  session_id bigint not null,
  share_id bigint not null,
  visitor_key text not null,
  person_id bigint not null,
  name text not null,
  link text not null,
  address text not null,
  wrote_at bigint not null,
  primary key (session_id, share_id, visitor_key)
)

-- visitors who wrote it together with others in an editor, as a JSON array of their names and links; empty where there are none
alter table revision add column visitors text not null default ''
`;

const undone = [
  'alter table revision drop column visitors',
  'drop table edit_visitor',
  'alter table edit_presence drop column visitor',
  'alter table edit_session drop column lock_visitor_key',
  'alter table edit_session drop column lock_visitor',
  'alter table share_session drop column proven',
];

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, columns),
  down: (db, engine) => runScript(db, engine, undone.join('\n\n')),
};
