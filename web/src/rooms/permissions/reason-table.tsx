import type { Paged } from '@dossier/contract/page';
import type { Source } from '@dossier/contract/permissions';
import { Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { type TextOf, useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { turnSign } from '../people/paged-table.tsx';
import { EndsSoon } from './ends-soon.tsx';
import { Sources } from './sources.tsx';

/** How many rows one page has. */
export const pageSize = 20;

/** Until when something stands: a day and a time, or for good. */
const untilWords = (t: TextOf<'permissions'>, until: string | undefined): string =>
  until === undefined ? t('permanent') : exactTime(until).slice(0, 16);

const drawReasons = ({ sources, owner }: { sources: Source[]; owner: boolean }): ReactNode => <Sources sources={sources} owner={owner} />;

interface ReasonTableProps<T> {
  found: { data?: Paged<T> | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  rowKey: keyof T & string;
  columns: TableColumnsType<T>;
  /** What can be done with each, after all that is told. */
  deeds?: TableColumnsType<T>;
  empty: string;
  pageNo: number;
  setPageNo: (pageNo: number) => void;
}

/** Rows in pages, each of which opens to every grant behind it. */
export function ReasonTable<T extends { sources: Source[]; owner: boolean; until?: string | undefined }>({
  found,
  rowKey,
  columns,
  deeds = [],
  empty,
  pageNo,
  setPageNo,
}: ReasonTableProps<T>): ReactNode {
  const t = useText('permissions');
  const total = found.data?.totalNumber ?? 0;
  if (found.error !== null && found.data === undefined) return <ErrorBox small error={found.error} retry={() => void found.refetch()} />;
  return (
    <Table<T>
      size="small"
      rowKey={rowKey}
      columns={[
        ...columns,
        { key: 'until', title: t('deadline'), render: (_, one) => <EndsSoon deadline={one.until} otherwise={untilWords(t, one.until)} /> },
        ...deeds,
      ]}
      dataSource={found.data?.list ?? []}
      loading={found.isPending && { delay: 150 }}
      locale={{ emptyText: found.isPending ? ' ' : empty }}
      scroll={{ x: 'max-content' }}
      expandable={{ expandRowByClick: true, expandedRowRender: drawReasons }}
      pagination={
        total > pageSize && { current: pageNo, pageSize, total, showSizeChanger: false, itemRender: turnSign, onChange: setPageNo }
      }
    />
  );
}
