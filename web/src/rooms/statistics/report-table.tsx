import { type ReportColumn, type ReportRow, type ReportView, reportViews, rightsViews, statistics } from '@dossier/contract/statistics';
import { Table, type TableColumnsType, type TableProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall } from '../../ground/use-call.ts';
import { turnSign } from '../people/paged-table.tsx';
import { ExportTable } from './export-table.tsx';
import { ReportCell } from './report-cell.tsx';
import type { Keys } from './text/cn.ts';
import styles from './statistics.module.css';
import type { Asked } from './use-question.ts';

interface Order {
  pageNo: number;
  pageSize: number;
  sort?: string;
  sortDirection?: 'asc' | 'desc';
}

interface TableOf {
  view: ReportView;
  asked: Asked;
}

const soonest = { sort: 'until', sortDirection: 'asc' } as const;
const pageSizes = [30, 50, 100];
const isOfRights = (view: ReportView): boolean => (rightsViews as readonly ReportView[]).includes(view);
const right: readonly string[] = ['number', 'bytes', 'hours', 'time', 'hour', 'day'];

/** A table of a report in pages, as it stands on the server. */
export function ReportTable({ view, asked }: TableOf): ReactNode {
  const t = useText('statistics');
  const phone = useMedia('phone');
  const [order, setOrder] = useState<Order>({ pageNo: 1, pageSize: 30, ...(view === 'ending' && soonest) });
  const route = isOfRights(view) ? statistics.rights : statistics.table;
  const found = useCall(route as typeof statistics.table, { ...asked, ...order, view }, { keep: true });
  const total = found.data?.totalNumber ?? 0;
  const columns = useColumns(view, order, phone);
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  const turn: TableProps<ReportRow>['onChange'] = ({ current = 1, pageSize = order.pageSize }, _filters, sorter) => {
    const by = Array.isArray(sorter) ? undefined : sorter;
    const sort = by?.order === undefined || by.order === null ? undefined : String(by.columnKey);
    const next = { pageSize, ...(sort !== undefined && ({ sort, sortDirection: by?.order === 'ascend' ? 'asc' : 'desc' } as const)) };
    const isSame = pageSize === order.pageSize && next.sort === order.sort && next.sortDirection === order.sortDirection;
    setOrder({ ...next, pageNo: isSame ? current : 1 });
  };
  return (
    <>
      <div className={styles.state}>
        <span role="status">{found.data && t('rowCount', { n: total.toLocaleString(), count: total })}</span>
        <ExportTable view={view} asked={asked} order={order} empty={total === 0} />
      </div>
      <Table<ReportRow>
        className={styles.table ?? ''}
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={found.data?.list ?? []}
        loading={(found.isPending || found.isPlaceholderData) && { delay: 150 }}
        locale={{ emptyText: found.isPending ? ' ' : <Empty small title={t('nothing')} hint={t('nothingHint')} /> }}
        {...(!phone && { scroll: { x: 'max-content' } })}
        showSorterTooltip={false}
        onChange={turn}
        pagination={
          total > 30 && {
            current: order.pageNo,
            pageSize: order.pageSize,
            total,
            pageSizeOptions: pageSizes,
            showSizeChanger: true,
            itemRender: turnSign,
          }
        }
      />
    </>
  );
}

function useColumns(view: ReportView, { sort, sortDirection }: Order, phone: boolean): TableColumnsType<ReportRow> {
  const t = useText('statistics');
  const all: readonly ReportColumn[] = reportViews[view];
  const cell = (column: ReportColumn, row: ReportRow): ReactNode => (
    <ReportCell row={row} kind={column.kind} text={row.cells[all.indexOf(column)] ?? ''} ofRights={isOfRights(view)} />
  );
  const title = (column: ReportColumn): string => t(`col_${column.name}` as Keys);
  const first = all[0];
  if (phone && first)
    return [
      {
        key: first.name,
        title: title(first),
        render: (_, row) => (
          <div className={styles.card}>
            <strong>{cell(first, row)}</strong>
            <dl>
              {all.slice(1).map((column) => (
                <div key={column.name}>
                  <dt>{title(column)}</dt>
                  <dd>{cell(column, row)}</dd>
                </div>
              ))}
            </dl>
          </div>
        ),
      },
    ];
  const sorted = sort ?? all.find((column) => column.sorts)?.name;
  return all.map((column) => ({
    key: column.name,
    title: title(column),
    ...(right.includes(column.kind) && { align: 'end' as const }),
    ...(column.sorts && {
      sorter: true,
      sortDirections: ['descend' as const, 'ascend' as const, 'descend' as const],
      sortOrder: sorted === column.name ? (sortDirection === 'asc' ? ('ascend' as const) : ('descend' as const)) : null,
    }),
    render: (_: unknown, row: ReportRow) => cell(column, row),
  }));
}
