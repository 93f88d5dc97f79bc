import { PrinterOutlined } from '@ant-design/icons';
import {
  type Report,
  type ReportRow,
  type ReportView,
  reportTables,
  reportViews,
  statistics,
} from '@dossier/contract/reporting/statistics';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { enumParam, idParam, integerParam, patternParam } from '../../../platform/page-query.ts';
import { useCall } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import { Toolbar } from '../../../platform/ui/page-layout.tsx';
import { ListTable } from '../../../platform/ui/paged-table.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import styles from '../reporting.module.css';
import { type ChartReport, everyPoint } from './chart-points.ts';
import type { ReportInput } from './report-filters.tsx';
import { isOfRights, useColumns } from './report-table.tsx';

const Chart = lazy(() => import('./chart.tsx').then((m) => ({ default: m.Chart })));

/** The most rows on paper; more are exported. */
const mostRows = 1000;
const time = patternParam(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const views = Object.keys(reportViews) as ReportView[];

/** The table, its period, people and order, in the address. */
const PreviewQuery = {
  view: enumParam(views),
  from: time,
  to: time,
  zone: integerParam(),
  departmentId: idParam,
  userId: idParam,
  sort: patternParam(/^\w{1,40}$/),
  sortDirection: enumParam(['asc', 'desc']),
};

const reportOf = (view: ReportView): Report =>
  (Object.keys(reportTables) as Report[]).find((report) => (reportTables[report].views as readonly ReportView[]).includes(view)) ??
  'document';

/** /reportPreview: a table of a report as it is printed, with its chart. */
export function ReportPreviewPage(): ReactNode {
  const [opened] = useState(() => Date.now());
  const { view = 'people', from, to, zone, sort, sortDirection, ...whom } = usePageQuery(PreviewQuery);
  const now = dayjs(opened);
  const asked = {
    from: from ?? now.subtract(29, 'day').startOf('day').toISOString(),
    to: to ?? now.add(1, 'day').startOf('day').toISOString(),
    zone: zone ?? now.utcOffset(),
    ...(whom.departmentId !== undefined && { departmentId: whom.departmentId }),
    ...(whom.userId !== undefined && { userId: whom.userId }),
  };
  return <Preview view={view} asked={asked} opened={opened} order={{ ...(sort && { sort }), ...(sortDirection && { sortDirection }) }} />;
}

interface PreviewProps {
  view: ReportView;
  asked: ReportInput;
  /** When the page was opened, in milliseconds. */
  opened: number;
  order: { sort?: string; sortDirection?: 'asc' | 'desc' };
}

function Preview({ view, asked, opened, order }: PreviewProps): ReactNode {
  const t = useText('reporting.statistics');
  const route = isOfRights(view) ? statistics.rights : statistics.table;
  const found = useCall(route as typeof statistics.table, { ...asked, ...order, view, pageNo: 1, pageSize: mostRows });
  const columns = useColumns(view, order, false).map((column) => ({ ...column, sorter: false, sortOrder: null }));
  const report = reportOf(view);
  const title = `${t(report)} · ${t(view)}`;
  const { list = [], totalNumber = 0 } = found.data ?? {};
  const chart = useChart(report, asked);
  const lastDay = dayjs(asked.to).subtract(1, 'millisecond').toISOString();
  const period = t('periodOf', { from: formatExactTime(asked.from).slice(0, 10), to: formatExactTime(lastDay).slice(0, 10) });
  return (
    <Stack as="main" gap={3} className={styles.paper ?? ''}>
      <Toolbar title={title} className={styles.tools ?? ''}>
        <Button type="primary" icon={<PrinterOutlined />} disabled={found.data === undefined} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </Toolbar>
      <Text tone="muted">
        {report === 'permissions' ? '' : `${period} · `}
        {t('printedAt', { time: formatExactTime(new Date(opened).toISOString()) })}
      </Text>
      {found.error && !found.data && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
      {/* both at once: a chart that came later would move the table */}
      {(found.isPending || chart.isLoading) && <Spinner label={t('loading')} />}
      {found.data && !chart.isLoading && (
        <>
          {chart.drawn}
          <Text size="s" tone="muted" role="status">
            {totalNumber > list.length
              ? t('firstRows', { shown: list.length.toLocaleString(), total: totalNumber.toLocaleString() })
              : t('rowCount', { total: totalNumber.toLocaleString(), count: totalNumber })}
          </Text>
          <ListTable<ReportRow>
            columns={columns}
            dataSource={list}
            pagination={false}
            locale={{ emptyText: <Empty small title={t('nothing')} hint={t('nothingHint')} /> }}
          />
        </>
      )}
    </Stack>
  );
}

/** The chart of a report that has one, where there is anything to draw. */
function useChart(report: Report, asked: ReportInput): { isLoading: boolean; drawn: ReactNode } {
  const of: ChartReport | undefined = report === 'permissions' ? undefined : report;
  const { data, isLoading } = useCall(statistics.chart, { ...asked, report: of ?? 'document' }, { enabled: of !== undefined });
  if (of === undefined || data === undefined) return { isLoading, drawn: null };
  const points = everyPoint(data, asked, reportTables[of].series.length);
  const isEmpty = points.every(({ values }) => values.every((value) => value === 0));
  const drawn = isEmpty ? null : (
    <Suspense fallback={<div className={styles.chart} />}>
      <Chart report={of} points={points} unit={data.unit} />
    </Suspense>
  );
  return { isLoading, drawn };
}
