import { type ReportView, reportTables } from '@dossier/contract/statistics';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { oneOf } from '../../ground/page-query.ts';
import { useText } from '../../ground/text.ts';
import { OfficePage } from '../permissions/office-page.tsx';
import { officePath } from '../permissions/paths.ts';
import { ReportFilters } from './report-filters.tsx';
import { ReportTable } from './report-table.tsx';
import styles from './statistics.module.css';
import { useQuestion } from './use-question.ts';

const views: readonly ReportView[] = reportTables.permissions.views;

/** Who reaches what, one by one, and all rights that were given. */
export function RightsPage(): ReactNode {
  const t = useText('statistics');
  const go = useGo();
  const { view } = usePageQuery({ view: oneOf(views) });
  return (
    <div className={styles.page}>
      <Segmented<ReportView | 'who'>
        className={styles.views ?? ''}
        aria-label={t('permissions')}
        value={view ?? 'who'}
        options={[{ value: 'who', label: t('who') }, ...views.map((value) => ({ value, label: t(value) }))]}
        onChange={(next) => go(officePath, next === 'who' ? {} : { view: next })}
      />
      {view === undefined ? <OfficePage /> : <RightsTable key={view} view={view} />}
    </div>
  );
}

function RightsTable({ view }: { view: ReportView }): ReactNode {
  const t = useText('statistics');
  const { question, asked, change } = useQuestion();
  return (
    <>
      <p className={styles.note}>{t(`hint_${view}` as 'hint_grants')}</p>
      {view !== 'roots' && <ReportFilters question={question} change={change} timeless />}
      <ReportTable view={view} asked={asked} />
    </>
  );
}
