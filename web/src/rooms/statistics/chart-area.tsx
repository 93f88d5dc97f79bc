import { reportTables, statistics } from '@dossier/contract/statistics';
import { Segmented } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { numberText, sizeText } from '../../ground/amounts.ts';
import { useLang, useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall } from '../../ground/use-call.ts';
import type { Drawn } from './paths.ts';
import { everyPoint, type Point, wordOf } from './points.ts';
import type { Keys } from './text/cn.ts';
import styles from './statistics.module.css';
import type { Asked } from './use-question.ts';

/** Loaded by whoever looks at a report. */
const Chart = lazy(() => import('./chart.tsx').then((m) => ({ default: m.Chart })));

/** A report over time: drawn, or the same numbers as a table. */
export function ChartArea({ report, asked }: { report: Drawn; asked: Asked }): ReactNode {
  const t = useText('statistics');
  const [as, setAs] = useState<'chart' | 'table'>('chart');
  const found = useCall(statistics.chart, { ...asked, report }, { keep: true });
  const names = reportTables[report].series;
  if (found.error && !found.data) return <ErrorBox small error={found.error} retry={() => void found.refetch()} />;
  const points = found.data ? everyPoint(found.data, asked, names.length) : [];
  const isEmpty = found.data !== undefined && points.every(({ values }) => values.every((value) => value === 0));
  return (
    <section className={styles.chartArea} aria-label={t('overTime')}>
      <div className={styles.chartHead}>
        <h2>{t('overTime')}</h2>
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
      </div>
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
  const t = useText('statistics');
  const language = useLang();
  return (
    // the newest first, and reachable by keys where there is more than fits
    <section className={styles.numbers} tabIndex={0} aria-label={t('overTime')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(unit)}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {t(`series_${name}` as Keys)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, values }) => (
            <tr key={at}>
              <th scope="row">{wordOf(at, unit)}</th>
              {names.map((name, place) => (
                <td key={name}>{name === 'bytes' ? sizeText(values[place] ?? 0, language) : numberText(values[place] ?? 0, language)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
