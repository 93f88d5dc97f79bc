import type { UsageDay } from '@dossier/contract/limits';
import type { ReactNode } from 'react';
import { numberText, sizeText } from '../../ground/amounts.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useLang, useText } from '../../ground/text.ts';
import styles from './limits.module.css';

/** What of the usage is drawn. */
export type Measure = Exclude<keyof UsageDay, 'day'>;

const [height, left, bottom] = [220, 72, 24];

/** A round number at or above the highest, in steps of 1, 2 or 5; of bytes in powers of 1024. */
function topOf(highest: number, unit: number): number {
  const base = Math.max(1, highest) / unit;
  const power = 10 ** Math.floor(Math.log10(base));
  const step = [1, 2, 5, 10].find((one) => one * power >= base) ?? 10;
  return Math.max(1, Math.ceil(step * power * unit));
}

const unitOf = (bytes: number): number => 1024 ** Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024));

/** One measure as a line over the days. */
export function UsageChart({ rows, measure }: { rows: readonly UsageDay[]; measure: Measure }): ReactNode {
  const t = useText('limits');
  const language = useLang();
  // drawn at the size it is shown at, so that its words stay readable
  const width = useMedia('phone') ? 358 : 840;
  const values = rows.map((row) => row[measure]);
  const highest = Math.max(...values);
  const say = (value: number): string => (measure === 'bytes' ? sizeText(value, language) : numberText(value, language));
  const top = topOf(highest, measure === 'bytes' ? unitOf(highest) : 1);
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return null;
  const from = Date.parse(first.day);
  const x = (day: string): number => left + ((Date.parse(day) - from) / Math.max(1, Date.parse(last.day) - from)) * (width - left - 8);
  const y = (value: number): number => 8 + (1 - value / top) * (height - bottom - 8);
  const path = rows.map((row, at) => `${at === 0 ? 'M' : 'L'}${x(row.day).toFixed(1)} ${y(row[measure]).toFixed(1)}`).join('');
  const label = t('chartSays', {
    what: t(`kind_${measure}`),
    from: first.day,
    first: say(first[measure]),
    to: last.day,
    last: say(last[measure]),
  });
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {[0, top / 2, top].map((value) => (
        <g key={value}>
          <line className={styles.grid} x1={left} x2={width} y1={y(value)} y2={y(value)} />
          <text className={styles.axis} x={left - 8} y={y(value) + 4} textAnchor="end">
            {Number.isInteger(value) || measure === 'bytes' ? say(value) : ''}
          </text>
        </g>
      ))}
      <path className={styles.line} d={path} />
      {rows.map((row) => (
        <circle key={row.day} className={styles.dot} cx={x(row.day)} cy={y(row[measure])} r={rows.length > 120 ? 1.5 : 3}>
          <title>{`${row.day}: ${say(row[measure])}`}</title>
        </circle>
      ))}
      <text className={styles.axis} x={left} y={height - 4}>
        {first.day}
      </text>
      <text className={styles.axis} x={width} y={height - 4} textAnchor="end">
        {last.day}
      </text>
    </svg>
  );
}
