import { MoreOutlined } from '@ant-design/icons';
import type { Paged } from '@dossier/contract/core/shapes';
import { Button, type MenuProps, Table, type TableColumnsType, type TableProps } from 'antd';
import { type ReactNode, cloneElement, isValidElement, useDeferredValue, useEffect, useState } from 'react';
import { useText } from '../i18n.ts';
import { Empty } from './empty.tsx';
import { ErrorBox } from './error-box.tsx';
import { useMedia } from './hooks.ts';
import { type PageSize, chosenPageSize, pageSizes, useListPreferences } from './data-table/list-preferences.ts';
import { VisuallyHidden } from './layout.tsx';
import { MenuDropdown } from './menu-dropdown.tsx';
import styles from './paged-table.module.css';

/** The page request of a list; with a direction where it can be sorted. */
export interface PageRequest {
  pageNo: number;
  pageSize: number;
  sortDirection?: 'asc' | 'desc';
  /** The key of the column that it is sorted by, where there are several. */
  sort?: string;
}

/** The query result of a paged call. */
export interface PageResult<T> {
  data?: Paged<T> | undefined;
  error: unknown;
  isPending: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

/** What an empty list says. */
export interface EmptyList {
  icon?: ReactNode;
  title: string;
  hint?: string | undefined;
  /** A button that makes the first entry. */
  action?: ReactNode;
}

/** The menu of a row. */
export type RowMenu<T> = (row: T) => NonNullable<MenuProps['items']>;

interface PagedTableProps<T, P extends PageRequest> {
  found: PageResult<T>;
  page: P;
  setPage: (page: P) => void;
  /** On a phone only the first is shown, which then includes the facts of the others. */
  columns: TableColumnsType<T>;
  /** Stands in place of the table where there are no rows: what belongs here, and how to add it. */
  empty: EmptyList;
  menuOf: RowMenu<T>;
  /** Accessible name of a row's menu. */
  menuName: (row: T) => string;
  /** Selection of rows, for actions on several. */
  choice?: TableProps<T>['rowSelection'] | undefined;
  /** Expansion of rows. */
  expandable?: TableProps<T>['expandable'];
}

/** The surrounding list item has the handler and the name; the button in it has none. */
export function paginationItem(_page: number, type: string, element: ReactNode): ReactNode {
  return type !== 'page' && isValidElement<object>(element) ? cloneElement(element, { 'aria-hidden': true } as object) : element;
}

/** The table of Ant Design as lists show it; what does not fit scrolls, except on a phone. */
export function ListTable<T extends object>(props: TableProps<T>): ReactNode {
  const phone = useMedia('phone');
  const scroll = !phone && { scroll: { x: 'max-content' as const } };
  return <Table<T> className={styles.table ?? ''} size="small" rowKey="id" showSorterTooltip={false} {...scroll} {...props} />;
}

/** Rows in pages, each with a menu. */
export function PagedTable<T extends object, P extends PageRequest>(props: PagedTableProps<T, P>): ReactNode {
  const { found, page, setPage, empty, choice, expandable } = props;
  const columns = useShownColumns(props);
  useLastPage(props);
  const t = useText('platform');
  const total = found.data?.totalNumber ?? 0;
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (found.data?.totalNumber === 0) return <Empty {...empty} />;
  const turn: TableProps<T>['onChange'] = ({ current = 1, pageSize = page.pageSize }, _filters, sorter) => {
    const ascends = !Array.isArray(sorter) && sorter.order === 'ascend';
    const column = Array.isArray(sorter) ? undefined : sorter.columnKey;
    const asked = {
      ...page,
      pageSize,
      ...(page.sortDirection && { sortDirection: ascends ? 'asc' : 'desc' }),
      ...(page.sort !== undefined && column !== undefined && { sort: String(column) }),
    };
    // kept with the account, and where other lists begin
    if (pageSize !== page.pageSize) useListPreferences.setState({ pageSize: pageSize as PageSize });
    const isSame = pageSize === page.pageSize && asked.sortDirection === page.sortDirection && asked.sort === page.sort;
    setPage({ ...asked, pageNo: isSame ? current : 1 });
  };
  return (
    <ListTable<T>
      columns={columns}
      dataSource={found.data?.list ?? []}
      loading={found.isPending && { delay: 150 }}
      locale={{ emptyText: ' ' }}
      // a scrolling table measures its columns by a hidden copy of the header, in which a select-all checkbox could be focused
      {...(choice && { scroll: {} })}
      {...(choice && { rowSelection: { ...choice, columnTitle: (box: ReactNode) => labelled(box, t('selectAll')) } })}
      {...(expandable && { expandable })}
      onChange={turn}
      pagination={
        total > pageSizes[0] && {
          current: page.pageNo,
          pageSize: page.pageSize,
          total,
          pageSizeOptions: [...pageSizes],
          showSizeChanger: true,
          showQuickJumper: true,
          showTotal: (count) => t('itemsInAll', { count }),
          itemRender: paginationItem,
        }
      }
    />
  );
}

/** The select-all checkbox with a translated name: antd's is English only. */
const labelled = (box: ReactNode, label: string): ReactNode =>
  isValidElement<{ 'aria-label'?: string }>(box) ? cloneElement(box, { 'aria-label': label }) : box;

/** The last page may have vanished with its last row. */
function useLastPage<T, P extends PageRequest>({ found, page, setPage }: Pick<PagedTableProps<T, P>, 'found' | 'page' | 'setPage'>): void {
  const total = found.isPlaceholderData ? undefined : found.data?.totalNumber;
  const last = total === undefined ? undefined : Math.max(1, Math.ceil(total / page.pageSize));
  useEffect(() => {
    if (last !== undefined && page.pageNo > last) setPage({ ...page, pageNo: last });
  }, [last, page, setPage]);
}

function useShownColumns<T, P extends PageRequest>({ columns, menuOf, menuName }: PagedTableProps<T, P>): TableColumnsType<T> {
  const t = useText('platform');
  const phone = useMedia('phone');
  const menu: TableColumnsType<T>[number] = {
    key: 'menu',
    title: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
    width: 48,
    align: 'end',
    // where the table is wider than its container, the menu stays visible
    ...(!phone && { fixed: 'end' as const }),
    render: (_, row) => <RowActions items={menuOf(row)} label={menuName(row)} />,
  };
  return [...(phone ? columns.slice(0, 1) : columns), menu];
}

function RowActions({ items, label }: { items: NonNullable<MenuProps['items']>; label: string }): ReactNode {
  if (items.length === 0) return null;
  return (
    <MenuDropdown placement="bottomRight" menu={{ items }}>
      <Button type="text" size="small" icon={<MoreOutlined />} aria-label={label} />
    </MenuDropdown>
  );
}

/** The search and page of a list: the typed text, and the call input. */
export interface PagedSearch {
  text: string;
  find: (text: string) => void;
  page: PageRequest;
  setPage: (page: PageRequest) => void;
  /** The debounced text. */
  keyword: string;
  input: Omit<PageRequest, 'sort'> & { keyword?: string };
}

/**
 * The input of a list, with its initial direction where it can be sorted, and column where by several; another search restarts at the first
 * page.
 */
export function usePagedSearch(sortDirection?: 'asc' | 'desc', sort?: string): PagedSearch {
  const [text, setText] = useState('');
  const [page, setPage] = useState<PageRequest>({
    pageNo: 1,
    pageSize: chosenPageSize(),
    ...(sortDirection && { sortDirection }),
    ...(sort !== undefined && { sort }),
  });
  const keyword = useDeferredValue(text.trim());
  const find = (next: string): void => {
    setText(next);
    setPage({ ...page, pageNo: 1 });
  };
  const { sort: _, ...asked } = page;
  return { text, find, page, setPage, keyword, input: { ...asked, ...(keyword && { keyword }) } };
}
