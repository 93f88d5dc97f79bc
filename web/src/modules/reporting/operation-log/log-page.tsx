import { Button } from 'antd';
import { useState, useRef, useEffect } from 'react';
import { call } from '../../../platform/call.ts';
import { DownloadOutlined } from '@ant-design/icons';
import type { OutputOf } from '@dossier/contract/core/route';
import { type LogEntry, operationLog } from '@dossier/contract/reporting/operation-log';
import type { MenuProps, TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall } from '../../../platform/query.ts';
import { saveCsv } from '../../../platform/save-csv.ts';
import { Hint } from '../../../platform/ui/hint.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { PlainButton, Row, Stack, Text, VisuallyHidden } from '../../../platform/ui/layout.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { type PageRequest, type PageResult, PagedTable } from '../../../platform/ui/paged-table.tsx';
import styles from '../reporting.module.css';
import { EntryFacts, useActionName, useActorName, useFactRows, useObjectName } from './entry-details.tsx';
import { changeText } from './log-facts.ts';
import { type LogFilter, LogFilters, type LogQuery, useLogFilter } from './log-filters.tsx';

/** The operation log: who did what, when and from where, filtered. */
export function LogPage(): ReactNode {
  const t = useText('reporting.log');
  const { question, change, clear, page, setPage, asked } = useLogFilter();
  const found = useCall(operationLog.log, { ...asked, ...page }, { keep: true });
  const total = found.data?.totalNumber ?? 0;
  const narrowed = Object.keys(asked).length > 0;
  return (
    <Page>
      <LogFilters question={question} change={change} clear={narrowed ? clear : undefined} />
      <Row gap={2} wrap justify="between" className={styles.summary}>
        <span role="status">{found.data && t(found.data.more ? 'moreThan' : 'entryCount', { count: total.toLocaleString() })}</span>
        <ExportLog asked={asked} empty={total === 0} />
      </Row>
      {found.data?.list.some((entry) => entry.hidden) === true && <Hint spaced>{t('hiddenNote', { name: t('hiddenItem') })}</Hint>}
      <LogTable found={found} page={page} setPage={setPage} change={change} narrowed={narrowed} />
    </Page>
  );
}

interface TableProps {
  found: PageResult<LogEntry> & { data?: OutputOf<typeof operationLog.log> | undefined };
  page: PageRequest;
  setPage: (page: PageRequest) => void;
  change: (changes: Partial<LogFilter>) => void;
  /** Whether there is a filter. */
  narrowed: boolean;
}

const opened = (entry: LogEntry): ReactNode => <EntryFacts entry={entry} />;

/** Log entries in pages; each expands to its values before and after. */
function LogTable({ found, page, setPage, change, narrowed }: TableProps): ReactNode {
  const t = useText('reporting.log');
  const columns = useColumns(change);
  const nameOf = useActionName();
  const actorOf = useActorName();
  const menu = useMenu(change);
  const factsOf = useFactRows();
  const hasDetails = (entry: LogEntry): boolean => entry.detail !== undefined && factsOf(entry).length > 0;
  return (
    <PagedTable<LogEntry, PageRequest>
      found={found}
      page={page}
      setPage={setPage}
      columns={columns}
      empty={narrowed ? { title: t('nothingFound'), hint: t('nothingFoundHint') } : { title: t('nothingYet') }}
      menuOf={menu}
      menuName={(entry) => t('askOn', { name: actorOf(entry), action: nameOf(entry) })}
      // no empty column for it where there is nothing to expand
      {...(found.data?.list.some(hasDetails) === true && {
        expandable: {
          columnTitle: <VisuallyHidden>{t('details')}</VisuallyHidden>,
          expandedRowRender: opened,
          rowExpandable: hasDetails,
        },
      })}
    />
  );
}

function useMenu(change: TableProps['change']): (entry: LogEntry) => NonNullable<MenuProps['items']> {
  const t = useText('reporting.log');
  return ({ userId, userName, address, objName, hidden }) => [
    ...(userId === undefined
      ? []
      : [{ key: 'person', label: t('onlyPerson', { name: userName }), onClick: () => change({ person: { id: userId, name: userName } }) }]),
    ...(address === undefined || address === ''
      ? []
      : [{ key: 'address', label: t('onlyAddress', { address }), onClick: () => change({ address }) }]),
    ...(objName === undefined || objName === '' || hidden
      ? []
      : [{ key: 'object', label: t('onlyObject', { name: objName }), onClick: () => change({ objName }) }]),
  ];
}

function LoggedActor({ entry, change }: { entry: LogEntry; change: TableProps['change'] }): ReactNode {
  const t = useText('reporting.log');
  const actorOf = useActorName();
  const { userId, userName } = entry;
  if (userId === undefined) return <Text tone="muted">{actorOf(entry)}</Text>;
  return (
    <PlainButton
      link="quiet"
      title={t('onlyPerson', { name: userName })}
      onClick={() => change({ person: { id: userId, name: userName } })}
    >
      {userName}
    </PlainButton>
  );
}

function LoggedObject({ entry }: { entry: LogEntry }): ReactNode {
  const nameOf = useObjectName();
  return entry.hidden ? <Text tone="muted">{nameOf(entry)}</Text> : nameOf(entry);
}

function useColumns(change: TableProps['change']): TableColumnsType<LogEntry> {
  const t = useText('reporting.log');
  const phone = useMedia('phone');
  const nameOf = useActionName();
  const time = (iso: string): ReactNode => (
    <Text numeric nowrap>
      {formatExactTime(iso)}
    </Text>
  );
  if (phone) return [{ key: 'line', title: t('whatHappened'), render: (_, entry) => <PhoneLine entry={entry} /> }];
  return [
    { key: 'time', title: t('when'), width: 170, render: (_, entry) => time(entry.time) },
    { key: 'who', title: t('who'), width: 170, render: (_, entry) => <LoggedActor entry={entry} change={change} /> },
    { key: 'action', title: t('whatWasDone'), width: 200, render: (_, entry) => nameOf(entry) },
    { key: 'object', title: t('aboutWhat'), render: (_, entry) => <LoggedObject entry={entry} /> },
    { key: 'address', title: t('fromWhere'), width: 150, render: (_, entry) => <Text numeric>{entry.address}</Text> },
  ];
}

/** An entry in the single column on a phone. */
function PhoneLine({ entry }: { entry: LogEntry }): ReactNode {
  const actorOf = useActorName();
  const nameOf = useActionName();
  return (
    <Stack as="span">
      <Text>{[actorOf(entry), nameOf(entry)].join(' · ')}</Text>
      <Text>
        <LoggedObject entry={entry} />
      </Text>
      <Text tone="muted">{[formatExactTime(entry.time), entry.address].filter(Boolean).join(' · ')}</Text>
    </Stack>
  );
}

/** The most entries of an export: still fit for spreadsheets and the browser's memory. */
const maxExportedEntries = 50_000;
const exportPageSize = 500;

/**
 * All matching entries, page by page from the newest, each page continuing below the last entry, so that new entries do not shift the
 * pages.
 */
async function fetchAllEntries(
  asked: LogQuery,
  { signal, tell: notify }: { signal: AbortSignal; tell: (count: number) => void },
): Promise<{ lines: LogEntry[]; more: boolean }> {
  const lines: LogEntry[] = [];
  for (;;) {
    const below = lines.at(-1)?.id;
    const { list } = await call(
      operationLog.log,
      { ...asked, pageSize: exportPageSize, ...(below !== undefined && { beforeId: below }) },
      { signal },
    );
    lines.push(...list);
    notify(lines.length);
    if (list.length < exportPageSize) return { lines, more: false };
    if (lines.length >= maxExportedEntries) return { lines, more: true };
  }
}

/** Exports the matching entries as a table, page by page; can be cancelled. */
function ExportLog({ asked, empty }: { asked: LogQuery; empty: boolean }): ReactNode {
  const t = useText('reporting.log');
  const [got, setGot] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const cellsOf = useCells();
  useEffect(() => () => running.current?.abort(), []);
  const start = async (): Promise<void> => {
    const stop = new AbortController();
    running.current = stop;
    setGot(0);
    try {
      const { lines, more } = await fetchAllEntries(asked, { signal: stop.signal, tell: setGot });
      saveCsv(t('operationLog'), [cellsOf.head, ...lines.map(cellsOf.row)]);
      if (more) notice.warning(t('exportCut', { count: maxExportedEntries.toLocaleString() }));
    } catch {
      // failures were shown by `call`; a cancelled export needs no notice
    } finally {
      setGot(undefined);
    }
  };
  if (got !== undefined)
    return (
      <Button size="small" onClick={() => running.current?.abort()}>
        {t('exporting', { count: got.toLocaleString() })}
      </Button>
    );
  return (
    <Button size="small" icon={<DownloadOutlined />} disabled={empty} onClick={() => void start()}>
      {t('exportCsv')}
    </Button>
  );
}

function useCells(): { head: string[]; row: (entry: LogEntry) => string[] } {
  const t = useText('reporting.log');
  const nameOf = useActionName();
  const actorOf = useActorName();
  const factsOf = useFactRows();
  const objectOf = useObjectName();
  const factsText = (entry: LogEntry): string =>
    factsOf(entry)
      .map(({ label, before, after }) => t('fact', { label, value: changeText({ ...(before !== undefined && { before }), after }) }))
      .join('; ');
  return {
    head: [t('when'), t('who'), t('whatWasDone'), t('aboutWhat'), t('details'), t('fromWhere')],
    row: (entry) => [entry.time, actorOf(entry), nameOf(entry), objectOf(entry), factsText(entry), entry.address ?? ''],
  };
}
