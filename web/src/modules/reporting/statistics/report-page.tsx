import { type ReportView, reportTables, statistics } from '@dossier/contract/reporting/statistics';
import { Segmented } from 'antd';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { formatNumber, formatSize } from '../../../platform/ui/formatted-values.tsx';
import { type TextKey, useLanguage, useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { enumParam } from '../../../platform/page-query.ts';
import { useCall } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { NumberTable } from '../../../platform/ui/number-table.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { Section } from '../../../platform/ui/page-parts.tsx';
import styles from '../reporting.module.css';
import { type ChartReport, type Point, everyPoint, wordOf } from './chart-points.ts';
import { ReportFilters, type ReportInput, useReportFilter } from './report-filters.tsx';
import { ReportTable } from './report-table.tsx';

/** Loaded on demand. */
const Chart = lazy(() => import('./chart.tsx').then((m) => ({ default: m.Chart })));

/** A report over time: as a chart, or the same numbers as a table. */
function ChartArea({ report, asked }: { report: ChartReport; asked: ReportInput }): ReactNode {
  const t = useText('reporting.statistics');
  const [as, setAs] = useState<'chart' | 'table'>('chart');
  const found = useCall(statistics.chart, { ...asked, report }, { keep: true });
  const names = reportTables[report].series;
  if (found.error && !found.data) return <ErrorBox small error={found.error} retry={() => void found.refetch()} />;
  const points = found.data ? everyPoint(found.data, asked, names.length) : [];
  const isEmpty = found.data !== undefined && points.every(({ values }) => values.every((value) => value === 0));
  return (
    <Section
      title={t('overTime')}
      aria-label={t('overTime')}
      actions={
        <Segmented
          size="small"
          aria-label={t('showAs')}
          value={as}
          options={[
            { value: 'chart', label: t('asChart') },
            { value: 'table', label: t('asTable') },
          ]}
          onChange={setAs}
        />
      }
    >
      {isEmpty && <Empty small title={t('nothing')} hint={t('nothingHint')} />}
      {!isEmpty && as === 'table' && <PointTable names={names} points={points} unit={found.data?.unit ?? 'day'} />}
      {!isEmpty && as === 'chart' && (
        <Suspense fallback={<div className={styles.chart} />}>
          <Chart report={report} points={points} unit={found.data?.unit ?? 'day'} />
        </Suspense>
      )}
    </Section>
  );
}

function PointTable({ names, points, unit }: { names: readonly string[]; points: readonly Point[]; unit: 'hour' | 'day' }): ReactNode {
  const t = useText('reporting.statistics');
  const language = useLanguage();
  return (
    <NumberTable
      className={styles.numbers}
      label={t('overTime')}
      head={[t(unit), ...names.map((name) => t(`series_${name}` as TextKey<'reporting.statistics'>))]}
      // newest first
      rows={points.toReversed().map(({ at, values }) => ({
        key: at,
        name: wordOf(at, unit),
        cells: names.map((name, place) => (name === 'bytes' ? formatSize : formatNumber)(values[place] ?? 0, language)),
      }))}
    />
  );
}

/** A report: its chart and its tables, with one filter. */
function ReportPage({ report }: { report: ChartReport }): ReactNode {
  const t = useText('reporting.statistics');
  const go = useNavigate();
  const views: readonly [ReportView, ...ReportView[]] = reportTables[report].views;
  const { view = views[0] } = usePageQuery({ view: enumParam(views) });
  const { question, asked, change } = useReportFilter();
  return (
    <Page>
      <ReportFilters question={question} change={change} />
      <ChartArea report={report} asked={asked} />
      <Segmented<ReportView>
        className={styles.views ?? ''}
        aria-label={t(report)}
        value={view}
        options={views.map((value) => ({ value, label: t(value) }))}
        onChange={(next) => go(location.pathname, { view: next })}
      />
      <ReportTable key={view} view={view} asked={asked} />
    </Page>
  );
}

/** Active and inactive users. */
export const BehaviourPage = (): ReactNode => <ReportPage report="userBehavior" />;
/** Opened, new, large, forgotten and duplicate documents. */
export const DocumentsPage = (): ReactNode => <ReportPage report="document" />;
/** Sessions by user, time and sign-in method. */
export const OnlinePage = (): ReactNode => <ReportPage report="userOnline" />;
/** Stored bytes and their owners. */
export const StoragePage = (): ReactNode => <ReportPage report="fileTotal" />;
