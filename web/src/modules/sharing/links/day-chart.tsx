import type { OutputOf } from '@dossier/contract/core/route';
import type { shares } from '@dossier/contract/sharing/shares';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import styles from './shares.module.css';

type Day = OutputOf<typeof shares.visitors>['days'][number];

const dayMs = 86_400_000;
/** The most days drawn, up to the last one with visitors. */
const maxDays = 60;
const height = 72;
/** Margins for the numbers above the bars, and for the scale beside them. */
const topMargin = 14;
const leftMargin = 28;
const step = 22;

/** Every day from the first to the last, empty ones included. */
function everyDay(days: readonly Day[]): Day[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const last = Date.parse(days.at(-1)?.day ?? '');
  const first = Math.max(Date.parse(days[0]?.day ?? ''), last - (maxDays - 1) * dayMs);
  return Array.from({ length: Math.round((last - first) / dayMs) + 1 }, (_, at) => {
    const day = new Date(first + at * dayMs).toISOString().slice(0, 10);
    return known.get(day) ?? { day, opens: 0, views: 0, downloads: 0, prints: 0 };
  });
}

const sum = (day: Day): number => day.opens + day.views + day.downloads + day.prints;

/** Activity by day: a stacked bar per day, with openings at the bottom. */
export function DayChart({ days }: { days: readonly Day[] }): ReactNode {
  const t = useText('sharing.links');
  const all = everyDay(days);
  const highest = Math.max(1, ...all.map(sum));
  const dayText = (day: Day): string =>
    t('dayFacts', { day: day.day, opens: day.opens, views: day.views, downloads: day.downloads, prints: day.prints });
  const width = Math.max(48, all.length * step);
  return (
    <Stack as="figure" gap={2} align="start" scroll className={styles.chart}>
      <figcaption>
        <Row gap={4} wrap>
          <LegendEntry kind="opens" text={t('opens')} />
          <LegendEntry kind="rest" text={t('chartRest')} />
        </Row>
      </figcaption>
      <svg
        width={leftMargin + width}
        height={topMargin + height + 18}
        viewBox={`${-leftMargin} ${-topMargin} ${leftMargin + width} ${topMargin + height + 18}`}
        role="img"
        aria-label={days.map(dayText).join('; ')}
      >
        <text x={-6} y={4} textAnchor="end">
          {highest}
        </text>
        <text x={-6} y={height} textAnchor="end">
          0
        </text>
        <line x1={0} x2={width} y1={0.5} y2={0.5} />
        {all.map((day, at) => (
          <g key={day.day} transform={`translate(${at * step} 0)`}>
            <title>{dayText(day)}</title>
            <Bar day={day} highest={highest} />
            {(at === 0 || (at % 7 === 0 && all.length - at > 3)) && (
              <text x={2} y={height + 14}>
                {day.day.slice(5)}
              </text>
            )}
          </g>
        ))}
        <line x1={0} x2={width} y1={height + 0.5} y2={height + 0.5} />
      </svg>
    </Stack>
  );
}

function LegendEntry({ kind, text }: { kind: 'opens' | 'rest'; text: string }): ReactNode {
  return (
    <Row as="span" gap={2}>
      <svg width={8} height={8} aria-hidden="true">
        <rect className={kind === 'rest' ? styles.barRest : styles.barOpens} width={8} height={8} rx={2} />
      </svg>
      <Text size="xs" tone="muted">
        {text}
      </Text>
    </Row>
  );
}

function Bar({ day, highest }: { day: Day; highest: number }): ReactNode {
  const whole = (sum(day) / highest) * height;
  const opened = (day.opens / highest) * height;
  return (
    <>
      <rect width={step} height={height} fill="transparent" />
      <rect className={styles.barRest} x={2} y={height - whole} width={step - 4} height={whole - opened} />
      <rect className={styles.barOpens} x={2} y={height - opened} width={step - 4} height={opened} />
      {sum(day) > 0 && sum(day) < highest && (
        <text x={step / 2} y={height - whole - 3} textAnchor="middle">
          {sum(day)}
        </text>
      )}
    </>
  );
}
