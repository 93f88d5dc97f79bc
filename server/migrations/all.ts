import { sql } from 'kysely';
import type { Db } from '../src/platform/db/database.ts';
import { ground } from './001-ground.ts';
import { people } from './002-people.ts';
import { session } from './003-session.ts';
import { messages } from './004-messages.ts';
import { permissions } from './005-permissions.ts';
import { library } from './006-library.ts';
import { content } from './007-content.ts';
import { labels } from './008-labels.ts';
import { search } from './009-search.ts';
import { reports } from './010-reports.ts';
import { archives } from './011-archives.ts';
import { site } from './012-site.ts';
import { doors } from './013-doors.ts';
import { shell } from './014-shell.ts';
import { secondStep } from './015-second-step.ts';
import { outsideDoors } from './016-outside-doors.ts';
import { home } from './017-home.ts';
import { passkeys } from './018-passkeys.ts';
import { spaces } from './019-spaces.ts';
import { sessionDoors } from './020-session-doors.ts';
import { logChain } from './022-log-chain.ts';
import { activeRole } from './023-active-role.ts';
import { addresses } from './024-addresses.ts';
import { deedColumns } from './025-deeds.ts';
import { quotas } from './026-quotas.ts';
import { viewAs } from './027-view-as.ts';
import { formerPeople } from './028-former-people.ts';
import { endingRights } from './029-ending-rights.ts';
import { logSpaces } from './030-log-spaces.ts';
import { importRows } from './031-import-rows.ts';
import { brands } from './032-brands.ts';
import { folderTemplates } from './033-folder-templates.ts';
import { passwords } from './034-passwords.ts';
import { watermarks } from './035-watermarks.ts';
import { shares } from './036-shares.ts';
import { mailKeys } from './037-mail-keys.ts';
import { textStages } from './039-text-stages.ts';
import { revisionsByLink } from './040-revisions-by-link.ts';
import { cards } from './041-cards.ts';
import { numbersAndWords } from './042-numbers-and-words.ts';
import { flows } from './043-flows.ts';
import { meetings } from './044-meetings.ts';
import { disk } from './045-disk.ts';
import { invitations } from './046-invitations.ts';
import { meetingMoves } from './047-meeting-moves.ts';
import { lockTimes } from './049-lock-times.ts';
import { openUploads } from './050-open-uploads.ts';

/** One step forward of the database. `up` runs in its own transaction. */
export interface Migration {
  name: string;
  up(db: Db, engine: 'sqlite' | 'postgres'): Promise<void>;
}

/** A step written as statements that both engines understand, one a blank line apart. */
function script(name: string, text: string | ((engine: 'sqlite' | 'postgres') => string)): Migration {
  return {
    name,
    async up(db, engine) {
      const source = typeof text === 'string' ? text : text(engine);
      for (const statement of source.split(/\n\s*\n/)) {
        // only "integer primary key" is SQLite's own row number
        // and PostgreSQL must sort texts by their bytes, as SQLite does, whatever the locale of the cluster
        const portable =
          engine === 'sqlite'
            ? statement.replaceAll('bigint primary key', 'integer primary key')
            : statement.replaceAll(/ text\b/g, ' text collate "C"');
        if (portable.trim() !== '') await sql.raw(portable).execute(db);
      }
    },
  };
}

/** All steps in order; a released step is never changed, only followed. */
export const migrations: Migration[] = [
  script('001-ground', ground),
  script('002-people', people),
  script('003-session', session),
  script('004-messages', messages),
  script('005-permissions', permissions),
  script('006-library', library),
  script('007-content', content),
  script('008-labels', labels),
  script('009-search', search),
  script('010-reports', reports),
  script('011-archives', archives),
  script('012-site', site),
  script('013-doors', doors),
  script('014-shell', shell),
  script('015-second-step', secondStep),
  script('016-outside-doors', outsideDoors),
  script('017-home', home),
  script('018-passkeys', passkeys),
  script('019-spaces', spaces),
  script('020-session-doors', sessionDoors),
  script('022-log-chain', logChain),
  script('023-active-role', activeRole),
  script('024-addresses', addresses),
  script('025-deeds', deedColumns),
  script('027-view-as', viewAs),
  script('028-former-people', formerPeople),
  script('029-ending-rights', endingRights),
  script('030-log-spaces', logSpaces),
  script('026-quotas', quotas),
  script('032-brands', brands),
  script('031-import-rows', importRows),
  script('033-folder-templates', folderTemplates),
  script('035-watermarks', watermarks),
  script('034-passwords', passwords),
  script('036-shares', shares),
  { name: '037-mail-keys', up: mailKeys },
  script('039-text-stages', textStages),
  script('040-revisions-by-link', revisionsByLink),
  script('044-meetings', meetings),
  script('043-flows', flows),
  script('041-cards', cards),
  script('042-numbers-and-words', numbersAndWords),
  script('045-disk', disk),
  script('046-invitations', invitations),
  script('047-meeting-moves', meetingMoves),
  script('049-lock-times', lockTimes),
  script('050-open-uploads', openUploads),
];
