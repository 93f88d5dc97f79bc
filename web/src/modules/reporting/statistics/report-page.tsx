import { type ReportView, reportTables, statistics } from '@dossier/contract/reporting/statistics';
import { Segmented } from 'antd';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { formatNumber, formatSize } from '../../../platform/format.ts';
import { type TextKey, useLanguage, useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { enumParam } from '../../../platform/page-query.ts';
import { useCall } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Heading, Page, Row } from '../../../platform/ui/layout.tsx';
import { type Point, everyPoint, wordOf } from './chart-points.ts';
import { type ChartReport, reportPaths } from './paths.ts';
import { ReportFilters, type ReportInput, useReportFilter } from './report-filters.tsx';
import { ReportTable } from './report-table.tsx';
import styles from './statistics.module.css';

/** Loaded on demand. */
const Chart = lazy(() => import('./chart.tsx').then((m) => ({ default: m.Chart })));

/** A report over time: as a chart, or the same numbers as a table. */
export function ChartArea({ report, asked }: { report: ChartReport; asked: ReportInput }): ReactNode {
  const t = useText('reporting.statistics');
  const [as, setAs] = useState<'chart' | 'table'>('chart');
  const found = useCall(statistics.chart, { ...asked, report }, { keep: true });
  const names = reportTables[report].series;
  if (found.error && !found.data) return <ErrorBox small error={found.error} retry={() => void found.refetch()} />;
  const points = found.data ? everyPoint(found.data, asked, names.length) : [];
  const isEmpty = found.data !== undefined && points.every(({ values }) => values.every((value) => value === 0));
  return (
    <section className={styles.chartArea} aria-label={t('overTime')}>
      <Row justify="between" className={styles.chartHead}>
        <Heading level={2}>{t('overTime')}</Heading>
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
      </Row>
      {isEmpty && <Empty small title={t('nothing')} hint={t('nothingHint')} />}
      {!isEmpty && as === 'table' && <PointTable names={names} points={points} unit={found.data?.unit ?? 'day'} />}
      {!isEmpty && as === 'chart' && (
        <Suspense fallback={<div className={styles.chart} />}>
          <Chart report={report} points={points} unit={found.data?.unit ?? 'day'} />
        </Suspense>
      )}
    </section>
  );
}

function PointTable({ names, points, unit }: { names: readonly string[]; points: readonly Point[]; unit: 'hour' | 'day' }): ReactNode {
  const t = useText('reporting.statistics');
  const language = useLanguage();
  return (
    // newest first; scrollable, so it must be reachable by keyboard
    <section className={styles.numbers} tabIndex={0} aria-label={t('overTime')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(unit)}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {t(`series_${name}` as TextKey<'reporting.statistics'>)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, values }) => (
            <tr key={at}>
              <th scope="row">{wordOf(at, unit)}</th>
              {names.map((name, place) => (
                <td key={name}>
                  {name === 'bytes' ? formatSize(values[place] ?? 0, language) : formatNumber(values[place] ?? 0, language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
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
        onChange={(next) => go(reportPaths[report], { view: next })}
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
