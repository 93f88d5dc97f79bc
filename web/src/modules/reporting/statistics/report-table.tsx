import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import type { GranteeType } from '@dossier/contract/core/rights';
import {
  type CellKind,
  type ReportColumn,
  type ReportRow,
  type ReportView,
  reportViews,
  rightsViews,
  statistics,
} from '@dossier/contract/reporting/statistics';
import { Button, type TableColumnsType, type TableProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { FileSize, RelativeTime, formatExactTime, formatNumber } from '../../../platform/ui/formatted-values.tsx';
import { type TextKey, useLanguage, useText } from '../../../platform/i18n.ts';
import { withQuery } from '../../../platform/call.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { chosenPageSize } from '../../../platform/ui/data-table/list-preferences.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import { IconCell } from '../../../platform/ui/list-cells.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { ListTable, paginationItem } from '../../../platform/ui/paged-table.tsx';
import { levelWords } from '../../access/grant-fields.tsx';
import { accessAuditPath } from '../../access/routes.tsx';
import { PrincipalIcon } from '../../access/principal-select.tsx';
import { usePrincipalName } from '../../identity/role-names.ts';
import type { ReportInput } from './report-filters.tsx';
import styles from '../reporting.module.css';

interface CellProps {
  row: ReportRow;
  kind: CellKind;
  text: string;
  /** A report on rights: items link to their users with access. */
  ofRights: boolean;
}

const none = '—';

/** An hour with start and end: hourly counts have no exact time. */
const hourText = (begin: string): string => {
  const end = new Date(Date.parse(begin) + 3600_000).toISOString();
  return `${formatExactTime(begin).slice(0, 16)}–${formatExactTime(end).slice(11, 16)}`;
};

/** A cell of a report, in its column's format. */
function ReportCell({ row, kind, text, ofRights }: CellProps): ReactNode {
  const t = useText('reporting.statistics');
  const language = useLanguage();
  const granteeName = usePrincipalName();
  const rights = useText('access');
  switch (kind) {
    case 'item':
      return <ItemCell row={row} name={text} ofRights={ofRights} />;
    case 'number':
    case 'hours':
      return formatNumber(Number(text), language);
    case 'bytes':
      return <FileSize bytes={Number(text)} />;
    case 'time':
      return text === '' ? none : <RelativeTime iso={text} />;
    case 'hour':
      return text === '' ? none : hourText(text);
    case 'day':
      return text === '' ? none : formatExactTime(text);
    case 'yes':
      return t(text === '1' ? 'yes' : 'no');
    case 'level':
      return levelWords(rights, Number(text));
    case 'reach':
      return t(`reach_${text}` as TextKey<'reporting.statistics'>);
    case 'grantee':
      return (
        <IconCell icon={<PrincipalIcon type={row.granteeType as GranteeType} />}>
          {granteeName(row.granteeType as GranteeType, text) || none}
        </IconCell>
      );
    default:
      return text === '' ? none : text;
  }
}

function ItemCell({ row, name, ofRights }: { row: ReportRow; name: string; ofRights: boolean }): ReactNode {
  const t = useText('reporting.statistics');
  if (row.hidden) return <Text tone="muted">{t('hidden')}</Text>;
  if (row.objId === undefined || row.objType === undefined) return t('own');
  const link = ofRights
    ? { to: accessAuditPath, query: { by: 'item', objId: row.objId } }
    : { to: '/previewOnline', query: { id: row.objId } };
  return (
    <IconCell icon={<FileIcon objType={row.objType} ext={row.ext} />}>
      {ofRights || row.objType === 33 ? <AppLink {...link}>{name}</AppLink> : <span>{name}</span>}
    </IconCell>
  );
}

interface ExportProps {
  view: ReportView;
  asked: ReportInput;
  order: { sort?: string; sortDirection?: 'asc' | 'desc' };
  empty: boolean;
}

/** Exports the whole table as a file, which the server creates and logs. */
function ExportTable({ view, asked, order, empty }: ExportProps): ReactNode {
  const t = useText('reporting.statistics');
  const lang = useLanguage();
  const ofRights = (rightsViews as readonly ReportView[]).includes(view);
  const send = useCallMutation((ofRights ? statistics.exportRights : statistics.export) as typeof statistics.export);
  const fetchIt = async (): Promise<void> => {
    const { sort, sortDirection } = order;
    const terms = { ...asked, ...(sort && { sort }), ...(sortDirection && { sortDirection }), lang, view };
    const { downloadUrl } = await send.mutateAsync(terms);
    window.location.assign(downloadUrl);
  };
  return (
    <Button
      size="small"
      icon={<DownloadOutlined />}
      disabled={empty}
      loading={send.isPending}
      onClick={() => void fetchIt().catch(() => undefined)}
    >
      {t('exportCsv')}
    </Button>
  );
}

/** Opens the table as it is printed, in a tab of its own. */
function PreviewButton({ view, asked, order: { sort, sortDirection } }: Omit<ExportProps, 'empty'>): ReactNode {
  const t = useText('reporting.statistics');
  return (
    <Button
      size="small"
      icon={<PrinterOutlined />}
      href={withQuery('/reportPreview', { view, ...asked, sort, sortDirection })}
      target="_blank"
      rel="opener"
    >
      {t('preview')}
    </Button>
  );
}

interface TableOrder {
  pageNo: number;
  pageSize: number;
  sort?: string;
  sortDirection?: 'asc' | 'desc';
}

interface ReportTableProps {
  view: ReportView;
  asked: ReportInput;
}

const soonest = { sort: 'until', sortDirection: 'asc' } as const;
const pageSizes = [30, 50, 100];
/** Whether a table is one of the report on permissions, which has calls of its own. */
export const isOfRights = (view: ReportView): boolean => (rightsViews as readonly ReportView[]).includes(view);
const right: readonly string[] = ['number', 'bytes', 'hours', 'time', 'hour', 'day'];

/** A table of a report, paged by the server. */
export function ReportTable({ view, asked }: ReportTableProps): ReactNode {
  const t = useText('reporting.statistics');
  const phone = useMedia('phone');
  const [order, setOrder] = useState<TableOrder>({ pageNo: 1, pageSize: chosenPageSize(), ...(view === 'ending' && soonest) });
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
      <Row gap={2} wrap justify="between" className={styles.summary}>
        <span role="status">{found.data && t('rowCount', { total: total.toLocaleString(), count: total })}</span>
        <Row gap={2}>
          <PreviewButton view={view} asked={asked} order={order} />
          <ExportTable view={view} asked={asked} order={order} empty={total === 0} />
        </Row>
      </Row>
      <ListTable<ReportRow>
        columns={columns}
        dataSource={found.data?.list ?? []}
        loading={(found.isPending || found.isPlaceholderData) && { delay: 150 }}
        locale={{ emptyText: found.isPending ? ' ' : <Empty small title={t('nothing')} hint={t('nothingHint')} /> }}
        onChange={turn}
        pagination={
          total > 30 && {
            current: order.pageNo,
            pageSize: order.pageSize,
            total,
            pageSizeOptions: pageSizes,
            showSizeChanger: true,
            itemRender: paginationItem,
          }
        }
      />
    </>
  );
}

/** The columns of a table: on a phone one that has all. */
export function useColumns(
  view: ReportView,
  { sort, sortDirection }: Pick<TableOrder, 'sort' | 'sortDirection'>,
  phone: boolean,
): TableColumnsType<ReportRow> {
  const t = useText('reporting.statistics');
  const all: readonly ReportColumn[] = reportViews[view];
  const cell = (column: ReportColumn, row: ReportRow): ReactNode => (
    <ReportCell row={row} kind={column.kind} text={row.cells[all.indexOf(column)] ?? ''} ofRights={isOfRights(view)} />
  );
  const title = (column: ReportColumn): string => t(`col_${column.name}` as TextKey<'reporting.statistics'>);
  const first = all[0];
  if (phone && first)
    return [
      {
        key: first.name,
        title: title(first),
        render: (_, row) => (
          <Stack gap={1}>
            <Text as="strong" strong>
              {cell(first, row)}
            </Text>
            <Facts vertical facts={all.slice(1).map((column) => [title(column), cell(column, row)] as const)} />
          </Stack>
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
