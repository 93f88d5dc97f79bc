import { DownloadOutlined, KeyOutlined } from '@ant-design/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Alert, Button, Progress, Segmented } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { type TextOf, useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { saveCsv } from '../../../platform/save-csv.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { Card, Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Facts, Page } from '../../../platform/ui/page-layout.tsx';
import { usersPath } from '../users/user-pages.ts';
import styles from './import.module.css';
import { type ImportState, type Plan, secretsOf } from './use-import.ts';
import { type Fate, type RowFate, type RowResult, personColumns, rowFates } from '@dossier/contract/identity/user-administration';

/** The rows with their planned results, windowed, as an import has up to 5,000. */
function RowOutcomes({ rows }: { rows: RowFate[] }): ReactNode {
  const t = useText('identity.import');
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    overscan: 10,
    getItemKey: (index) => rows[index]?.row ?? index,
    initialRect: { width: innerWidth, height: innerHeight },
  });
  if (rows.length === 0) return <Empty small title={t('noRows')} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reached by the keyboard
    <div ref={scroller} className={styles.list} role="region" aria-label={t('fates')} tabIndex={0}>
      <div role="table" aria-label={t('fates')} aria-rowcount={rows.length} style={{ height: virtualizer.getTotalSize() }}>
        <div role="rowgroup">
          {virtualizer.getVirtualItems().map(({ index, start, key }) => (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              role="row"
              aria-rowindex={index + 1}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              <RowOutcome row={rows[index] as RowFate} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function RowOutcome({ row }: { row: RowFate }): ReactNode {
  const t = useText('identity.import');
  const { cells, fate } = row;
  return (
    <>
      <Text role="cell" tone="muted" numeric title={t('rowNumber', { count: row.row })}>
        {row.row}
      </Text>
      <span role="cell">
        <OutcomeTag fate={fate} />
      </span>
      <Row as="span" role="cell" gap={2} wrap align="baseline">
        <Text as="strong" strong>
          {cells.fullName || cells.loginName || t('nothing')}
        </Text>
        {cells.fullName && (
          <Text size="s" tone="muted">
            {cells.loginName}
          </Text>
        )}
      </Row>
      <Row as="span" role="cell" gap={2} wrap align="baseline">
        {outcomeWords(t, row).map((words) => (
          <Text key={words} tone={fate === 'refuse' ? 'danger' : 'muted'}>
            {words}
          </Text>
        ))}
      </Row>
    </>
  );
}

/** The planned result of each row, before anything is written. */
export function CheckStep({ work }: { work: ImportState }): ReactNode {
  const t = useText('identity.import');
  const [shown, setShown] = useState<Fate | 'all'>('all');
  const { plan } = work;
  if (plan === undefined) return null;
  const countOf = (fate: Fate | 'all'): number => (fate === 'all' ? plan.rows.length : plan.rows.filter((row) => row.fate === fate).length);
  const write = countOf('create') + countOf('change');
  const kinds = (['all', ...rowFates] as const).filter((fate) => fate === 'all' || countOf(fate) > 0);
  return (
    <>
      <Stack gap={3} align="start" pad={[3, 4]}>
        {kinds.length > 2 && (
          <Row scroll>
            <Segmented
              aria-label={t('fates')}
              value={shown}
              onChange={setShown}
              options={kinds.map((fate) => ({ value: fate, label: `${t(`fate_${fate}`)} ${countOf(fate)}` }))}
            />
          </Row>
        )}
        <Notes plan={plan} />
      </Stack>
      {plan.rows.length === 0 ? (
        <Empty title={t('noRowsAtAll')} hint={t('noRowsHint')} />
      ) : (
        <RowOutcomes key={shown} rows={shown === 'all' ? plan.rows : plan.rows.filter((row) => row.fate === shown)} />
      )}
      <Row as="footer" gap={2} wrap pad={[3, 4]} className={styles.actions}>
        <Button onClick={work.back}>{t('back')}</Button>
        {countOf('refuse') > 0 && (
          <>
            <Text size="s" tone="muted">
              {t('leftOut', { count: countOf('refuse') })}
            </Text>
            <Button type="text" icon={<DownloadOutlined />} onClick={() => saveRefused(t, plan.rows)}>
              {t('saveRefused')}
            </Button>
          </>
        )}
        <Row as="span" grow />
        <Button type="primary" disabled={write === 0} onClick={() => void work.write()}>
          {write === 0 ? t('nothingToWrite') : t('writeN', { count: write })}
        </Button>
      </Row>
    </>
  );
}

const mostNames = 6;

function Notes({ plan }: { plan: Plan }): ReactNode {
  const t = useText('identity.import');
  const some = (names: string[]): string => {
    const shown = names.slice(0, mostNames).join(t('separator'));
    return names.length > mostNames ? t('andMore', { names: shown }) : shown;
  };
  return (
    <>
      {plan.departments.length > 0 && (
        <Alert type="info" showIcon title={t('willMake', { count: plan.departments.length, names: some(plan.departments) })} />
      )}
      {plan.ignored.length > 0 && <Alert type="warning" showIcon title={t('ignored', { names: some(plan.ignored) })} />}
    </>
  );
}

/** The progress of the writing. */
export function WriteStep({ work }: { work: ImportState }): ReactNode {
  const t = useText('identity.import');
  const [stopping, setStopping] = useState(false);
  const done = work.writing?.results.length ?? 0;
  const all = work.writing?.rows.length ?? 0;
  const stop = (): void => {
    setStopping(true);
    work.end();
  };
  return (
    <Page narrow>
      <Stack gap={3}>
        <div role="status">
          <Heading level={2} size="l">
            {t('writing', { done, all })}
          </Heading>
        </div>
        <Progress
          percent={all === 0 ? 0 : Math.floor((done / all) * 100)}
          status={work.problem === undefined ? 'active' : 'exception'}
          showInfo={false}
          aria-label={t('writing', { done, all })}
        />
        {work.problem === undefined ? (
          <Text as="p" size="s" tone="muted">
            {t('writingHint')}
          </Text>
        ) : (
          <Alert type="error" showIcon title={t('broken', { why: work.problem })} role="alert" />
        )}
        <Row gap={2} wrap>
          {work.problem !== undefined && (
            <Button type="primary" onClick={() => void work.write()}>
              {t('goOn')}
            </Button>
          )}
          <Button loading={stopping && work.busy} onClick={stop}>
            {t(stopping && work.busy ? 'stopping' : 'stop')}
          </Button>
        </Row>
      </Stack>
    </Page>
  );
}

interface ResultStepProps {
  work: ImportState;
  /** Whether the passwords were saved. */
  saved: boolean;
  keep: () => void;
  again: () => void;
}

/** The result of an import: counts, generated passwords to be saved, and refused rows. */
export function ResultStep({ work, saved, keep, again }: ResultStepProps): ReactNode {
  const t = useText('identity.import');
  const go = useNavigate();
  const { plan, writing } = work;
  if (plan === undefined || writing === undefined) return null;
  const { results, rows } = writing;
  const countOf = (fate: string): number => results.filter((one) => one.fate === fate).length;
  const reasons = new Map(results.filter(({ fate }) => fate === 'refuse').map((one) => [one.row, one.reason]));
  const refused = plan.rows.flatMap((row): RowFate[] => {
    if (row.fate === 'refuse') return [row];
    return reasons.has(row.row) ? [{ ...row, fate: 'refuse', reason: reasons.get(row.row) }] : [];
  });
  const left = rows.length - results.length;
  return (
    <>
      <Stack gap={3} align="start" pad={[3, 4]}>
        <div role="status">
          <Heading level={2} size="l">
            {t(left === 0 ? 'doneTitle' : 'stoppedTitle')}
          </Heading>
        </div>
        <Facts
          large
          facts={[
            [t('created'), countOf('create')],
            [t('changed'), countOf('change')],
            [t('refused'), refused.length],
          ]}
        />
        {left > 0 && <Text as="p">{t('notWritten', { count: left })}</Text>}
        <Passwords work={work} saved={saved} keep={keep} />
      </Stack>
      {refused.length > 0 ? <RowOutcomes rows={refused} /> : <Stack grow />}
      <Row as="footer" gap={2} wrap pad={[3, 4]} className={styles.actions}>
        <Button onClick={again}>{t('another')}</Button>
        {refused.length > 0 && (
          <Button type="text" icon={<DownloadOutlined />} onClick={() => saveRefused(t, plan.rows, results)}>
            {t('saveRefused')}
          </Button>
        )}
        <Row as="span" grow />
        <Button onClick={() => go(usersPath)}>{t('toUsers')}</Button>
      </Row>
    </>
  );
}

/** The generated passwords, which exist only in this page. */
function Passwords({ work, saved, keep }: Pick<ResultStepProps, 'work' | 'saved' | 'keep'>): ReactNode {
  const t = useText('identity.import');
  const secrets = work.writing === undefined ? [] : secretsOf(work.writing);
  if (secrets.length === 0) return null;
  const store = (): void => {
    const head = [t('column_loginName'), t('column_fullName'), t('password')];
    saveCsv(t('passwordsFile'), [head, ...secrets.map(({ loginName, fullName, password }) => [loginName, fullName, password])]);
    keep();
  };
  return (
    <Card as="section" sunken aria-label={t('passwordsTitle')}>
      <Row gap={3} align="baseline">
        <KeyOutlined />
        <Stack gap={2} align="start">
          <Heading level={3} size="m">
            {t('passwordsTitle')}
          </Heading>
          <Text as="p" tone="muted">
            {t('passwordsHint')}
          </Text>
          <Button type={saved ? 'default' : 'primary'} icon={<DownloadOutlined />} onClick={store}>
            {t(saved ? 'saveAgain' : 'savePasswords')}
          </Button>
        </Stack>
      </Row>
    </Card>
  );
}

const fateTones: Partial<Record<Fate, 'done' | 'accent' | 'danger'>> = { create: 'done', change: 'accent', refuse: 'danger' };

/** The result of a row as a tag. */
function OutcomeTag({ fate }: { fate: Fate }): ReactNode {
  const t = useText('identity.import');
  return (
    <Text strong tone={fateTones[fate] ?? 'muted'}>
      {t(`fate_${fate}`)}
    </Text>
  );
}

/** Why a row is refused. */
function reasonWords(t: TextOf<'identity.import'>, { reason }: Pick<RowFate, 'reason'>): string {
  if (reason === undefined) return '';
  const { message, word, column } = reason;
  const explanation = word === undefined ? message : t('because', { reason: message, word });
  return column === undefined ? explanation : t('has', { column: t(`column_${column}`), to: explanation });
}

/** A row as text: the values of a new user, the changes of others, or the refusal. */
function outcomeWords(t: TextOf<'identity.import'>, { fate, changes, reason }: RowFate): string[] {
  if (fate === 'refuse') return [reasonWords(t, { reason })];
  const shown = fate === 'create' ? changes.filter(({ column }) => column !== 'loginName' && column !== 'fullName') : changes;
  return shown.map(({ column, from, to }) =>
    fate === 'create'
      ? t('has', { column: t(`column_${column}`), to })
      : t('becomes', { column: t(`column_${column}`), from: from || t('nothing'), to: to || t('nothing') }),
  );
}

/** Exports refused rows with the reasons, to be corrected and imported again. */
function saveRefused(t: TextOf<'identity.import'>, rows: readonly RowFate[], results: readonly RowResult[] = []): void {
  const refused = new Map(results.filter(({ fate }) => fate === 'refuse').map((one) => [one.row, one]));
  const wanted = rows.filter((one) => one.fate === 'refuse' || refused.has(one.row));
  const head = [...personColumns.map((column) => t(`column_${column}`)), t('reason'), t('row')];
  const body = wanted.map((one) => [
    ...personColumns.map((column) => one.cells[column] ?? ''),
    reasonWords(t, refused.get(one.row) ?? one),
    String(one.row),
  ]);
  saveCsv(t('refusedFile'), [head, ...body]);
}
