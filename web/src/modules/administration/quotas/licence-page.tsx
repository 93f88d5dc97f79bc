import { LineChartOutlined } from '@ant-design/icons';
import { type Licence, type LicenceKind, type UsageDay, licenceKinds, limits } from '@dossier/contract/identity/quotas';
import { Alert, Button, DatePicker, Form, Segmented, Select, Tag } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useLanguage, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { BytesInput } from '../../../platform/ui/bytes-input.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { formatExactTime, formatNumber, formatSize } from '../../../platform/ui/formatted-values.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Card, Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Grid, Page } from '../../../platform/ui/page-layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import { QuotaMeter, quotaState } from '../../identity/quota-meter.tsx';
import styles from './quotas.module.css';

const counted = ['people', 'guests', 'organisations'] as const;

type LicenceFields = Record<(typeof counted)[number] | 'bytes', number | null> & { ends: Dayjs | null };

/** Opens the dialog with the limits of the licence. */
export function openLicence(licence: Licence): void {
  openDialog((close) => <LicenceDialog licence={licence} close={close} />);
}

function LicenceDialog({ licence, close }: { licence: Licence; close: () => void }): ReactNode {
  const t = useText('administration.quotas');
  const set = useCallMutation(limits.setLicence, { refresh: [limits.licence] });
  const before = licence.ends === undefined ? null : dayjs(licence.ends);
  const save = async ({ ends, ...most }: LicenceFields): Promise<void> => {
    const limit = (amount: number | null | undefined): number | '' => amount ?? '';
    await set.mutateAsync({
      people: limit(most.people),
      guests: limit(most.guests),
      organisations: limit(most.organisations),
      bytes: limit(most.bytes),
      // an unchanged day keeps its exact time
      ends: ends && before && ends.isSame(before, 'day') ? before.toISOString() : (ends?.endOf('day').toISOString() ?? ''),
    });
    notice.success(t('limitsSaved'));
  };
  const most = (kind: (typeof counted)[number] | 'bytes'): number | null => licence[kind].most ?? null;
  return (
    <FormDialog<LicenceFields>
      title={t('limitsTitle')}
      ok={t('save')}
      initial={{ people: most('people'), guests: most('guests'), organisations: most('organisations'), bytes: most('bytes'), ends: before }}
      save={save}
      close={close}
    >
      <Hint spaced>{t('limitsHint')}</Hint>
      {counted.map((kind) => (
        <Form.Item key={kind} name={kind} label={t(`kind_${kind}`)}>
          <NumberInput min={0} max={10_000_000} precision={0} controls={false} placeholder={t('noLimitSet')} style={{ width: 150 }} />
        </Form.Item>
      ))}
      <Form.Item name="bytes" label={t('kind_bytes')}>
        <BytesInput />
      </Form.Item>
      <Form.Item name="ends" label={t('ends')} extra={t('lastDayHint')}>
        <DatePicker placeholder={t('never')} style={{ width: '100%' }} />
      </Form.Item>
    </FormDialog>
  );
}

/** The measure in the chart. */
export type Measure = Exclude<keyof UsageDay, 'day'>;

const [height, left, bottom] = [220, 72, 24];

/** A round number at or above the highest, in steps of 1, 2 or 5; for bytes in powers of 1024. */
function topOf(highest: number, unit: number): number {
  const base = Math.max(1, highest) / unit;
  const power = 10 ** Math.floor(Math.log10(base));
  const step = [1, 2, 5, 10].find((one) => one * power >= base) ?? 10;
  return Math.max(1, Math.ceil(step * power * unit));
}

const unitOf = (bytes: number): number => 1024 ** Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024));

/** One measure as a line chart over the days. */
export function UsageChart({ rows, measure }: { rows: readonly UsageDay[]; measure: Measure }): ReactNode {
  const t = useText('administration.quotas');
  const language = useLanguage();
  // drawn at its display size, so that its texts stay readable
  const width = useMedia('phone') ? 358 : 840;
  const values = rows.map((row) => row[measure]);
  const highest = Math.max(...values);
  const format = (value: number): string => (measure === 'bytes' ? formatSize(value, language) : formatNumber(value, language));
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
    first: format(first[measure]),
    to: last.day,
    last: format(last[measure]),
  });
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {[0, top / 2, top].map((value) => (
        <g key={value}>
          <line className={styles.grid} x1={left} x2={width} y1={y(value)} y2={y(value)} />
          <text className={styles.axis} x={left - 8} y={y(value) + 4} textAnchor="end">
            {Number.isInteger(value) || measure === 'bytes' ? format(value) : ''}
          </text>
        </g>
      ))}
      <path className={styles.line} d={path} />
      {rows.map((row) => (
        <circle key={row.day} className={styles.dot} cx={x(row.day)} cy={y(row[measure])} r={rows.length > 120 ? 1.5 : 3}>
          <title>{`${row.day}: ${format(row[measure])}`}</title>
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

const measures: readonly Measure[] = ['bytes', 'documents', 'people', 'guests', 'organisations'];

const quarter = 90;

/** The usage of the site day by day. */
export function UsageHistory(): ReactNode {
  const t = useText('administration.quotas');
  const [measure, setMeasure] = useState<Measure>('bytes');
  const [days, setDays] = useState(quarter);
  const found = useCall(limits.usage, { days }, { keep: true });
  const rows = found.data ?? [];
  // before there are two days there is nothing to choose from
  const isNew = days === quarter && rows.length < 2;
  return (
    <Stack as="section" gap={3} aria-label={t('history')}>
      <Heading level={2} size="l">
        {t('history')}
      </Heading>
      {!isNew && (
        <Row gap={2} wrap>
          <Select
            aria-label={t('whatToShow')}
            style={{ width: 240 }}
            value={measure}
            options={measures.map((value) => ({ value, label: t(`kind_${value}`) }))}
            onChange={setMeasure}
          />
          <Segmented
            aria-label={t('howLong')}
            value={days}
            options={[
              { value: quarter, label: t('quarter') },
              { value: 366, label: t('year') },
            ]}
            onChange={setDays}
          />
        </Row>
      )}
      {found.error && !found.data && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
      {found.data && rows.length < 2 && <Empty icon={<LineChartOutlined />} title={t('noHistory')} hint={t('noHistoryHint')} />}
      {rows.length > 1 && <UsageChart rows={rows} measure={measure} />}
    </Stack>
  );
}

const day = 24 * 3600_000;

/** The limits of the licence, their usage, and its history. */
export function LicencePage(): ReactNode {
  const t = useText('administration.quotas');
  const found = useCall(limits.licence, {});
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <Spinner label={t('licence')} delay={150} large />;
  const licence = found.data;
  return (
    <Page narrow>
      <Stack gap={6}>
        <End licence={licence} />
        <Row gap={2} wrap justify="between">
          <Text tone="muted">{licence.ends ? t('endsOn', { day: formatExactTime(licence.ends).slice(0, 10) }) : t('never')}</Text>
          <Button type="primary" onClick={() => openLicence(licence)}>
            {t('changeLimits')}
          </Button>
        </Row>
        <Grid as="ul" min={160} gap={4}>
          {licenceKinds.map((kind) => (
            <Kind key={kind} kind={kind} {...licence[kind]} />
          ))}
        </Grid>
        <UsageHistory />
      </Stack>
    </Page>
  );
}

/** A notice while the end of the licence is near or past. */
function End({ licence }: { licence: Licence }): ReactNode {
  const t = useText('administration.quotas');
  const [now] = useState(() => Date.now());
  if (licence.ends === undefined) return null;
  const daysLeft = Math.ceil((Date.parse(licence.ends) - now) / day);
  if (licence.expired) return <Alert type="error" showIcon title={t('endedOn', { day: formatExactTime(licence.ends).slice(0, 10) })} />;
  return daysLeft <= 30 ? <Alert type="warning" showIcon title={t('endsSoon', { count: daysLeft })} /> : null;
}

/** The usage of one kind, with its limit as a bar where there is one. */
function Kind({ kind, used, most }: { kind: LicenceKind; used: number; most?: number | undefined }): ReactNode {
  const t = useText('administration.quotas');
  const language = useLanguage();
  const label = t(`kind_${kind}`);
  const isCounted = kind !== 'bytes';
  const format = (amount: number): string => (isCounted ? formatNumber(amount, language) : formatSize(amount, language));
  const state = most === undefined ? 'free' : quotaState({ used, most });
  return (
    <Card as="li" gap={2} justify="between">
      <Row gap={2} justify="between">
        <Text tone="muted">{label}</Text>
        {most !== undefined && state !== 'free' && (
          <Tag color={state === 'full' ? 'red' : 'orange'}>{t(used > most ? 'beyond' : state)}</Tag>
        )}
      </Row>
      <Row gap={2} align="baseline" wrap>
        <Text size="xl" strong numeric>
          {format(used)}
        </Text>
        <Text tone="muted" numeric>
          {most === undefined ? t('noLimitSet') : t('ofLimit', { most: format(most) })}
        </Text>
      </Row>
      {most !== undefined && <QuotaMeter quota={{ used, most }} label={label} counted={isCounted} bare />}
    </Card>
  );
}
