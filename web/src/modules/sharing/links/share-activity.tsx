import type { OutputOf } from '@dossier/contract/core/route';
import type { SeenPages } from '@dossier/contract/sharing/share-shapes';
import { shares } from '@dossier/contract/sharing/shares';
import { Pagination } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { DividedList, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { paginationItem } from '../../../platform/ui/paged-table.tsx';
import styles from './shares.module.css';

/** A duration as clock time: `0:07`, `12:40`, `1:03:20`. */
export function timeSpent(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** How long each page of each document was viewed. */
export function PageList({ id, visitorKey }: { id: string; visitorKey: string | undefined }): ReactNode {
  const t = useText('sharing.links');
  const { data, error, refetch } = useCall(shares.pages, { id, ...(visitorKey !== undefined && { visitorKey }) }, { keep: true });
  if (error !== null && data === undefined) return <ErrorBox small error={error} retry={() => void refetch()} />;
  if (data?.length === 0) return <Hint>{t('nothingSeen')}</Hint>;
  return (
    <Stack as="ul" gap={4}>
      {data?.map((one) => (
        <li key={one.id}>
          <Row gap={4} wrap>
            <Text as="strong" size="s" strong truncate title={one.name}>
              {one.name}
            </Text>
            <Text size="s" tone="muted">
              {t('seenFacts', { time: timeSpent(one.seconds), downloads: one.downloads, prints: one.prints })}
            </Text>
          </Row>
          {one.pages.length > 0 && <Bars one={one} />}
        </li>
      ))}
    </Stack>
  );
}

const barHeight = 46;

function Bars({ one }: { one: SeenPages }): ReactNode {
  const t = useText('sharing.links');
  const longest = Math.max(1, ...one.pages.map((page) => page.seconds));
  return (
    <Row as="ol" scroll className={styles.pages} tabIndex={0} aria-label={t('pagesOf', { name: one.name })}>
      {one.pages.map(({ page, seconds }) => (
        <Stack as="li" justify="end" key={page} className={styles.page} title={t('pageFacts', { page, time: timeSpent(seconds) })}>
          <Text numeric>{timeSpent(seconds)}</Text>
          <span className={styles.bar} style={{ height: Math.max(3, (seconds / longest) * barHeight) }} />
          <span>{page}</span>
        </Stack>
      ))}
    </Row>
  );
}

const pageSize = 30;

/** The timeline of a share, newest first; of all visitors, or of the selected one. */
export function Timeline({ id, visitorKey }: { id: string; visitorKey: string | undefined }): ReactNode {
  return <Lines key={visitorKey} id={id} visitorKey={visitorKey} />;
}

function Lines({ id, visitorKey }: { id: string; visitorKey: string | undefined }): ReactNode {
  const t = useText('sharing.links');
  const [pageNo, setPageNo] = useState(1);
  const input = { id, pageNo, pageSize, ...(visitorKey !== undefined && { visitorKey }) };
  const { data, error, refetch } = useCall(shares.timeline, input, { keep: true });
  if (error !== null && data === undefined) return <ErrorBox small error={error} retry={() => void refetch()} />;
  if (data?.totalNumber === 0) return <Hint>{t('nothingYet')}</Hint>;
  return (
    <>
      <DividedList as="ol" lines="roomy">
        {data?.list.map((line) => (
          <Row as="li" key={line.id} gap={3} wrap className={styles.entry}>
            <Text size="s" tone="muted">
              <RelativeTime iso={line.time} />
            </Text>
            <Text size="s">
              <Text as="strong" strong>
                {line.visitor || t('someVisitor')}
              </Text>{' '}
              {t(`event_${line.event}`)}
              {line.itemName !== undefined && ` “${line.itemName}”`}
            </Text>
            <Text as="small" size="xs" tone="muted">
              {line.address}
            </Text>
          </Row>
        ))}
      </DividedList>
      {data && data.totalNumber > pageSize && (
        <Pagination
          size="small"
          current={pageNo}
          pageSize={pageSize}
          total={data.totalNumber}
          showSizeChanger={false}
          itemRender={paginationItem}
          onChange={setPageNo}
        />
      )}
    </>
  );
}

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
