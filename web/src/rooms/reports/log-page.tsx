import { reports } from '@dossier/contract/reports';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { ExportLog } from './export-button.tsx';
import { LogFilters } from './log-filters.tsx';
import { LogTable } from './log-table.tsx';
import styles from './log.module.css';
import { useLogQuestion } from './use-log-question.ts';

/** What happened in the organisation: who did what, when and from where, as far as it is asked. */
export function LogPage(): ReactNode {
  const t = useText('reports');
  const { question, change, clear, page, setPage, asked } = useLogQuestion();
  const found = useCall(reports.log, { ...asked, ...page }, { keep: true });
  const total = found.data?.totalNumber ?? 0;
  const narrowed = Object.keys(asked).length > 0;
  return (
    <div className={styles.page}>
      <LogFilters question={question} change={change} clear={narrowed ? clear : undefined} />
      <div className={styles.state}>
        <span role="status">{found.data && t(found.data.more ? 'moreThan' : 'entryCount', { n: total.toLocaleString() })}</span>
        <ExportLog asked={asked} empty={total === 0} />
      </div>
      {found.data?.list.some((entry) => entry.hidden) === true && (
        <p className={styles.note}>{t('hiddenNote', { name: t('hiddenItem') })}</p>
      )}
      <LogTable found={found} page={page} setPage={setPage} change={change} narrowed={narrowed} />
    </div>
  );
}
