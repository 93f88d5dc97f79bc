import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../i18n.ts';
import { useMedia } from '../hooks.ts';
import { paginationItem } from '../paged-table.tsx';
import { type PageSize, pageSizes, useListPreferences } from './list-preferences.ts';

interface PageBarProps {
  number: number;
  size: number;
  total: number;
  turn: (pageNo: number) => void;
}

/** Total, page size, pages, and a box to go to a page. */
export function PageBar({ number, size, total, turn }: PageBarProps): ReactNode {
  const t = useText('platform');
  const phone = useMedia('phone');
  const change = (next: number, nextSize: number): void => {
    if (nextSize === size) return turn(next);
    useListPreferences.setState({ pageSize: nextSize as PageSize });
    // the row that was first stays in sight
    turn(Math.floor(((number - 1) * size) / nextSize) + 1);
  };
  return (
    <Pagination
      size="small"
      align="end"
      current={number}
      pageSize={size}
      total={total}
      simple={phone}
      pageSizeOptions={[...pageSizes]}
      showSizeChanger
      showQuickJumper
      showTotal={(count) => t('itemsInAll', { count })}
      itemRender={paginationItem}
      onChange={change}
    />
  );
}
