import type { Item } from '@dossier/contract/documents/library';
import { type ReactNode, useMemo } from 'react';
import { useText } from '../../platform/i18n.ts';
import type { Column } from '../../platform/ui/data-table/columns.ts';
import { FileSize, RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { ItemThumbnail } from '../../platform/ui/thumbnails.tsx';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { ChangeFacts, Marks, NameCell, NameWords, PhoneCell, RenameInput, RowWithPicture } from './name-cell.tsx';
import styles from './item-cells.module.css';

interface CardProps {
  item: Item;
  renaming: boolean;
}

/** A card of the grid. */
export function ItemCard({ item, renaming }: CardProps): ReactNode {
  return (
    <Stack grow gap={1} align="center" className={styles.card}>
      <span className={styles.corner}>
        <Marks item={item} />
      </span>
      <Row as="span" rigid className={styles.tile}>
        <ItemThumbnail item={item} icon={56} />
      </Row>
      {renaming ? (
        <RenameInput item={item} />
      ) : (
        <Text size="s" lines={2} className={styles.cardName} title={item.name}>
          {item.name}
        </Text>
      )}
      <Text size="xs" tone="muted" truncate className={styles.foot}>
        {/* what a long name truncates first, and a thumbnail does not show */}
        {item.ext !== undefined && item.ext !== '' && `${item.ext.toUpperCase()} · `}
        {item.size === undefined ? <RelativeTime iso={item.updateTime} /> : <FileSize bytes={item.size} />}
      </Text>
    </Stack>
  );
}

/** A card of the gallery: the thumbnail, with the name below. */
export function GalleryCard({ item, renaming }: CardProps): ReactNode {
  return (
    <Stack grow gap={1} className={styles.card}>
      <Row as="span" grow className={styles.large}>
        <ItemThumbnail item={item} icon={72} fill />
      </Row>
      {renaming ? (
        <RenameInput item={item} />
      ) : (
        <Row as="span" gap={2} rigid className={styles.caption}>
          <NameWords item={item} />
          <Marks item={item} />
        </Row>
      )}
    </Stack>
  );
}

/** A row with a thumbnail and two lines of properties. */
function SnapshotCell({ item, renaming }: CardProps): ReactNode {
  return (
    <RowWithPicture large picture={<ItemThumbnail item={item} icon={36} />}>
      {renaming ? (
        <RenameInput item={item} />
      ) : (
        <Text strong>
          <Row as="span" gap={2}>
            <NameWords item={item} />
            <Marks item={item} />
          </Row>
        </Text>
      )}
      <ChangeFacts item={item} />
      {item.description !== undefined && item.description !== '' && (
        <Text size="xs" tone="muted" truncate>
          {item.description}
        </Text>
      )}
    </RowWithPicture>
  );
}

function itemColumns(t: ReturnType<typeof useText<'documents.library'>>): Column<Item>[] {
  return [
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
      cell: (item) => <RelativeTime iso={item.createTime} />,
    },
    {
      id: 'updated',
      label: t('updateTime'),
      width: 120,
      end: true,
      sort: 'updateTime',
      cell: (item) => <RelativeTime iso={item.updateTime} />,
    },
    {
      id: 'size',
      label: t('size'),
      width: 96,
      end: true,
      sort: 'size',
      cell: (item) => item.size !== undefined && <FileSize bytes={item.size} />,
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
}

/** The columns of items in folders; the cabinets of an area keep their manual order. */
export function useItemColumns(sortable = true): readonly Column<Item>[] {
  const t = useText('documents.library');
  return useMemo((): Column<Item>[] => {
    const columns = itemColumns(t);
    return sortable ? columns : columns.map((column) => ({ ...column, sort: undefined }));
  }, [t, sortable]);
}

/** The single column of items on a phone. */
export const phoneColumns: readonly Column<Item>[] = [
  { id: 'name', label: '', width: 0, cell: (item, { renaming }) => <PhoneCell item={item} renaming={renaming} /> },
];

/** The single column of items with thumbnails. */
export const snapshotColumns: readonly Column<Item>[] = [
  { id: 'name', label: '', width: 0, cell: (item, { renaming }) => <SnapshotCell item={item} renaming={renaming} /> },
];
