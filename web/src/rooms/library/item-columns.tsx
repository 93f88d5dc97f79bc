import type { Item } from '@dossier/contract/library';
import { useMemo } from 'react';
import { useText } from '../../ground/text.ts';
import { Size } from '../../ground/ui/size.tsx';
import { Time } from '../../ground/ui/time.tsx';
import type { Column } from './list/column.ts';
import { NameCell, PhoneCell } from './list/name-cell.tsx';
import { SnapshotCell } from './list/picture-cells.tsx';

/** The columns of items in folders; the cabinets of an area keep their own order. */
export function useItemColumns(sortable = true): readonly Column<Item>[] {
  const t = useText('library');
  return useMemo((): Column<Item>[] => {
    const columns: Column<Item>[] = [
      {
        id: 'name',
        label: t('name'),
        width: 0,
        min: 220,
        sort: 'name',
        cell: (item, { renaming }) => <NameCell item={item} renaming={renaming} />,
      },
      { id: 'updater', label: t('updater'), width: 144, cell: (item) => item.updaterName ?? item.creatorName },
      { id: 'creator', label: t('creator'), width: 144, off: true, cell: (item) => item.creatorName },
      {
        id: 'created',
        label: t('createTime'),
        width: 120,
        end: true,
        off: true,
        sort: 'createTime',
        cell: (item) => <Time iso={item.createTime} />,
      },
      { id: 'updated', label: t('updateTime'), width: 120, end: true, sort: 'updateTime', cell: (item) => <Time iso={item.updateTime} /> },
      {
        id: 'size',
        label: t('size'),
        width: 96,
        end: true,
        sort: 'size',
        cell: (item) => item.size !== undefined && <Size bytes={item.size} />,
      },
      {
        id: 'version',
        label: t('version'),
        width: 72,
        end: true,
        off: true,
        cell: (item) => item.version !== undefined && `v${item.version}`,
      },
      { id: 'order', label: t('sortNumber'), width: 72, end: true, off: true, sort: 'sortNumber', cell: (item) => item.sortNumber },
      { id: 'description', label: t('description'), width: 200, off: true, cell: (item) => item.description },
    ];
    return sortable ? columns : columns.map((column) => ({ ...column, sort: undefined }));
  }, [t, sortable]);
}

/** The one column of items on a phone. */
export const phoneColumns: readonly Column<Item>[] = [
  { id: 'name', label: '', width: 0, cell: (item, { renaming }) => <PhoneCell item={item} renaming={renaming} /> },
];

/** The one column of items with their pictures. */
export const snapshotColumns: readonly Column<Item>[] = [
  { id: 'name', label: '', width: 0, cell: (item, { renaming }) => <SnapshotCell item={item} renaming={renaming} /> },
];
