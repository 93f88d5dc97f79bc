import { type ReportView, reportTables } from '@dossier/contract/statistics';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { oneOf } from '../../ground/page-query.ts';
import { useText } from '../../ground/text.ts';
import { ChartArea } from './chart-area.tsx';
import { type Drawn, reportPaths } from './paths.ts';
import { ReportFilters } from './report-filters.tsx';
import { ReportTable } from './report-table.tsx';
import styles from './statistics.module.css';
import { useQuestion } from './use-question.ts';

/** A report: what it draws over time, and its tables, all of the same question. */
function ReportPage({ report }: { report: Drawn }): ReactNode {
  const t = useText('statistics');
  const go = useGo();
  const views: readonly [ReportView, ...ReportView[]] = reportTables[report].views;
  const { view = views[0] } = usePageQuery({ view: oneOf(views) });
  const { question, asked, change } = useQuestion();
  return (
    <div className={styles.page}>
      <ReportFilters question={question} change={change} />
      <ChartArea report={report} asked={asked} />
      <Segmented<ReportView>
        className={styles.views ?? ''}
        aria-label={t(report)}
        value={view}
        options={views.map((value) => ({ value, label: t(value) }))}
        onChange={(next) => go(reportPaths[report], { view: next })}
      />
      <ReportTable key={view} view={view} asked={asked} />
    </div>
  );
}

/** Who did how much, and who nothing. */
export const BehaviourPage = (): ReactNode => <ReportPage report="userBehavior" />;
/** What is opened, new, large, forgotten or there several times. */
export const DocumentsPage = (): ReactNode => <ReportPage report="document" />;
/** Who was there, when and by what. */
export const OnlinePage = (): ReactNode => <ReportPage report="userOnline" />;
/** How much there is, and whose. */
export const StoragePage = (): ReactNode => <ReportPage report="fileTotal" />;
