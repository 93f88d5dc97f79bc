import { online } from '@dossier/contract/online';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { FindBar } from './find-bar.tsx';
import styles from './people.module.css';
import { SessionsTable } from './sessions-table.tsx';
import { useAsked } from './use-asked.ts';

/** Who is signed in, on which device and from where, with the way to end it. */
export function SessionsPage(): ReactNode {
  const t = useText('people');
  const asked = useAsked('desc');
  const found = useCall(online.onlineSessions, asked.input, { keep: true });
  return (
    <div className={styles.page}>
      <FindBar label={t('findSessions')} wide asked={asked}>
        <span className={styles.login} role="status">
          {found.data && t('sessionCount', { n: found.data.totalNumber })}
        </span>
      </FindBar>
      <SessionsTable found={found} page={asked.page} setPage={asked.setPage} />
    </div>
  );
}
