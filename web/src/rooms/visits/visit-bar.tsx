import { links, type OpenedShare } from '@dossier/contract/shares';
import type { ReactNode } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { call } from '../../ground/call.ts';
import { useGo } from '../../ground/go.ts';
import { queryClient } from '../../ground/query.ts';
import { useText } from '../../ground/text.ts';
import { visit } from '../../ground/visit.ts';
import { useWay } from './addresses.ts';
import { LangSelect } from './lang-select.tsx';
import doorStyles from './door.module.css';
import styles from './visits.module.css';

/** What is shared, by whom and until when; and the way out. */
export function VisitBar({ token, opened }: { token: string; opened: OpenedShare }): ReactNode {
  const t = useText('visits');
  const go = useGo();
  const { door } = useWay();
  const { name, giverName, organisationName, deadline, visitor } = opened;
  const leave = async (): Promise<void> => {
    // Whether it is told or not, this tab keeps nothing of it.
    await call(links.leave, { token }, { quiet: true }).catch(() => undefined);
    visit.leave();
    queryClient.clear();
    go(door, { token, ended: 1 }, { replace: true });
  };
  return (
    <header className={doorStyles.bar}>
      <img src="/mark.svg" alt="" width={28} height={28} />
      <div className={doorStyles.about}>
        <h1 title={name}>{name}</h1>
        <p>
          <span>{t('sharedBy', { name: giverName, organisation: organisationName })}</span>
          {deadline && <span>{t('openUntil', { time: exactTime(deadline).slice(0, 16) })}</span>}
          {visitor !== '' && <span>{t('youAre', { name: visitor })}</span>}
        </p>
      </div>
      <LangSelect />
      <button type="button" className={styles.plain} onClick={() => void leave()}>
        {t('leave')}
      </button>
    </header>
  );
}
