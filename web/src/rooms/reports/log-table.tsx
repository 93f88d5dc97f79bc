import type { LogEntry, reports } from '@dossier/contract/reports';
import type { OutputOf } from '@dossier/contract/route';
import { Button, type MenuProps, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { type Found, type PageOf, PagedTable } from '../people/paged-table.tsx';
import { useActionName } from './action-name.ts';
import { EntryFacts } from './entry-facts.tsx';
import { useFactRows } from './use-fact-rows.ts';
import styles from './log.module.css';
import { useObjectName } from './object-name.ts';
import type { LogQuestion } from './use-log-question.ts';

interface TableProps {
  found: Found<LogEntry> & { data?: OutputOf<typeof reports.log> | undefined };
  page: PageOf;
  setPage: (page: PageOf) => void;
  change: (changes: Partial<LogQuestion>) => void;
  /** Whether something narrows the log. */
  narrowed: boolean;
}

const opened = (entry: LogEntry): ReactNode => <EntryFacts entry={entry} />;

/** Lines of the log in pages; one opens to what it was before and became. */
export function LogTable({ found, page, setPage, change, narrowed }: TableProps): ReactNode {
  const t = useText('reports');
  const columns = useColumns(change);
  const nameOf = useActionName();
  const menu = useMenu(change);
  const factsOf = useFactRows();
  return (
    <PagedTable<LogEntry, PageOf>
      found={found}
      page={page}
      setPage={setPage}
      columns={columns}
      empty={narrowed ? { title: t('nothingFound'), hint: t('nothingFoundHint') } : { title: t('nothingYet') }}
      menuOf={menu}
      menuName={(entry) => t('askOn', { name: entry.userName || t('nobodyKnown'), action: nameOf(entry) })}
      expandable={{
        columnTitle: <span className={styles.unseen}>{t('details')}</span>,
        expandedRowRender: opened,
        rowExpandable: (entry) => entry.detail !== undefined && factsOf(entry).length > 0,
      }}
    />
  );
}

function useMenu(change: TableProps['change']): (entry: LogEntry) => NonNullable<MenuProps['items']> {
  const t = useText('reports');
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

function Who({ entry, change }: { entry: LogEntry; change: TableProps['change'] }): ReactNode {
  const t = useText('reports');
  const { userId, userName } = entry;
  if (userId === undefined) return <span className={styles.faint}>{userName || t('nobodyKnown')}</span>;
  return (
    <Button
      type="link"
      size="small"
      className={styles.only ?? ''}
      title={t('onlyPerson', { name: userName })}
      onClick={() => change({ person: { id: userId, name: userName } })}
    >
      {userName}
    </Button>
  );
}

function Thing({ entry }: { entry: LogEntry }): ReactNode {
  const nameOf = useObjectName();
  return <span className={entry.hidden ? styles.faint : undefined}>{nameOf(entry)}</span>;
}

function useColumns(change: TableProps['change']): TableColumnsType<LogEntry> {
  const t = useText('reports');
  const phone = useMedia('phone');
  const nameOf = useActionName();
  const time = (iso: string): ReactNode => <span className={styles.time}>{exactTime(iso)}</span>;
  if (phone) return [{ key: 'line', title: t('whatHappened'), render: (_, entry) => <PhoneLine entry={entry} /> }];
  return [
    { key: 'time', title: t('when'), width: 170, render: (_, entry) => time(entry.time) },
    { key: 'who', title: t('who'), width: 170, render: (_, entry) => <Who entry={entry} change={change} /> },
    { key: 'action', title: t('whatWasDone'), width: 200, render: (_, entry) => nameOf(entry) },
    { key: 'object', title: t('aboutWhat'), render: (_, entry) => <Thing entry={entry} /> },
    { key: 'address', title: t('fromWhere'), width: 150, render: (_, entry) => <span className={styles.time}>{entry.address}</span> },
  ];
}

/** All of a line in one column. */
function PhoneLine({ entry }: { entry: LogEntry }): ReactNode {
  const t = useText('reports');
  const nameOf = useActionName();
  return (
    <span className={styles.line}>
      <span>{[entry.userName || t('nobodyKnown'), nameOf(entry)].join(' · ')}</span>
      <span>
        <Thing entry={entry} />
      </span>
      <span className={styles.faint}>{[exactTime(entry.time), entry.address].filter(Boolean).join(' · ')}</span>
    </span>
  );
}
