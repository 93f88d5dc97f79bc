import type { Source } from '@dossier/contract/access/permissions';
import type { Paged } from '@dossier/contract/core/shapes';
import { Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { type TextOf, useText } from '../../../platform/i18n.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { DividedList, Row, Text } from '../../../platform/ui/layout.tsx';
import { paginationItem } from '../../../platform/ui/paged-table.tsx';
import { usePrincipalName } from '../../identity/role-names.ts';
import { EndsSoonTag, dayOf, levelWords } from '../grant-fields.tsx';
import { PrincipalIcon } from '../principal-select.tsx';
import styles from '../access.module.css';

/** The origin of a grant as a short text: the item, `via`, the deadline, and whether it decides. */
function sourceWords(t: TextOf<'access'>, source: Source, via?: string): string {
  const place = !source.inherited ? t('givenHere') : source.objName === undefined ? t('fromAbove') : t('from', { name: source.objName });
  return [
    place,
    ...(via === undefined ? [] : [via]),
    ...(source.handOn === undefined ? [] : [t('handsOnLevel', { level: levelWords(t, source.handOn) })]),
    ...(source.deadline === undefined ? [] : [t('until', { time: dayOf(source.deadline) })]),
    t(source.decides ? 'counts' : source.expired ? 'expired' : 'countsNot'),
  ].join(' · ');
}

/** The departments between the user's own and the one with the grant. */
const departmentPathWords = ({ way }: Source): string | undefined => way?.join(' → ');

/** Every grant that applies to a user, nearest first. */
export function GrantSources({ sources, owner }: { sources: readonly Source[]; owner: boolean }): ReactNode {
  const t = useText('access');
  const granteeName = usePrincipalName();
  const decides = (source: Source): boolean => source.decides || owner;
  if (sources.length === 0) return <Hint>{t(owner ? 'byOwning' : 'noSources')}</Hint>;
  return (
    <>
      {owner && <Hint>{t('byOwning')}</Hint>}
      <DividedList lines="compact">
        {sources.map((source) => (
          <Row as="li" key={source.id} gap={2} wrap className={decides(source) ? '' : styles.expired}>
            <Row as="span" gap={2} className={styles.part}>
              <PrincipalIcon type={source.granteeType} />
              <Text as={decides(source) ? 'span' : 's'} truncate>
                {departmentPathWords(source) ?? granteeName(source.granteeType, source.granteeName)}
              </Text>
            </Row>
            <span className={styles.field}>{levelWords(t, source.level)}</span>
            <Text size="s" tone="muted" className={styles.part}>
              {sourceWords(t, source)}
            </Text>
          </Row>
        ))}
      </DividedList>
    </>
  );
}

/** Every grant that applies to a user, as lines of a table cell. */
export function useReasonWords(): (sources: readonly Source[]) => string {
  const t = useText('access');
  const granteeName = usePrincipalName();
  return (sources) =>
    sources
      .map((source) => {
        const via = source.via === undefined ? undefined : (departmentPathWords(source) ?? granteeName(source.granteeType, source.via));
        return `${levelWords(t, source.level)} · ${sourceWords(t, source, via)}`;
      })
      .join('\n');
}

/** Rows of one page. */
export const pageSize = 20;

/** The deadline as day and time, or that there is none. */
const untilWords = (t: TextOf<'access'>, until: string | undefined): string =>
  until === undefined ? t('permanent') : formatExactTime(until).slice(0, 16);

const drawReasons = ({ sources, owner }: { sources: Source[]; owner: boolean }): ReactNode => (
  <GrantSources sources={sources} owner={owner} />
);

interface ReasonTableProps<T> {
  found: { data?: Paged<T> | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  rowKey: keyof T & string;
  columns: TableColumnsType<T>;
  /** The column of actions, after all others. */
  deeds?: TableColumnsType<T>;
  empty: string;
  pageNo: number;
  setPageNo: (pageNo: number) => void;
}

/** Paged rows, each of which expands to the grants behind it. */
export function ReasonTable<T extends { sources: Source[]; owner: boolean; until?: string | undefined }>({
  found,
  rowKey,
  columns,
  deeds = [],
  empty,
  pageNo,
  setPageNo,
}: ReasonTableProps<T>): ReactNode {
  const t = useText('access');
  const total = found.data?.totalNumber ?? 0;
  if (found.error !== null && found.data === undefined) return <ErrorBox small error={found.error} retry={() => void found.refetch()} />;
  return (
    <Table<T>
      size="small"
      rowKey={rowKey}
      columns={[
        ...columns,
        {
          key: 'until',
          title: t('deadline'),
          render: (_, row) => <EndsSoonTag deadline={row.until} otherwise={untilWords(t, row.until)} />,
        },
        ...deeds,
      ]}
      dataSource={found.data?.list ?? []}
      loading={found.isPending && { delay: 150 }}
      locale={{ emptyText: found.isPending ? ' ' : empty }}
      scroll={{ x: 'max-content' }}
      expandable={{ expandRowByClick: true, expandedRowRender: drawReasons }}
      pagination={
        total > pageSize && { current: pageNo, pageSize, total, showSizeChanger: false, itemRender: paginationItem, onChange: setPageNo }
      }
    />
  );
}
