import {
  CommentOutlined,
  EditFilled,
  ExportOutlined,
  FileDoneOutlined,
  LockFilled,
  PaperClipOutlined,
  ShareAltOutlined,
  SignatureOutlined,
  SnippetsOutlined,
  StarFilled,
  StopOutlined,
} from '@ant-design/icons';
import type { Item } from '@dossier/contract/documents/library';
import { firstLabel } from '@dossier/contract/documents/version-labels';
import { Input, type InputRef, Tooltip } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import type { Column } from '../../platform/ui/data-table/columns.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { FileSize, RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { useHolder } from './holdings.ts';
import styles from './item-cells.module.css';
import { PublishingMark } from './publishing-mark.tsx';
import { useRenaming } from './renaming.ts';
import { TagMarks } from './tag-marks.tsx';
import { ValidityMark } from './validity-mark.tsx';
import { VirusMark } from './virus-mark.tsx';
import { ItemThumbnail, ThumbnailHoverArea } from '../../platform/ui/thumbnails.tsx';

/** Splits a name for display into stem and extension with the dot; the extension only where the name ends with it. */
export function splitName(name: string, ext: string | undefined): { stem: string; ext: string } {
  if (ext === undefined || ext === '') return { stem: name, ext: '' };
  const tail = `.${ext}`;
  if (name.length <= tail.length || !name.toLowerCase().endsWith(tail)) return { stem: name, ext: '' };
  return { stem: name.slice(0, -tail.length), ext: name.slice(-tail.length) };
}

/** The field that renames an item; a refused name stays in it, with the reason beside it. */
function RenameInput({ item }: { item: Item }): ReactNode {
  const t = useText('documents.library');
  const field = useRef<InputRef>(null);
  const isBusy = useRef(false);
  const [refusal, setRefusal] = useState<string>();
  const finish = useRenaming((renaming) => renaming.finish);
  const { stem } = splitName(item.name, item.ext);
  useEffect(() => {
    const input = field.current?.input;
    input?.focus();
    input?.setSelectionRange(0, stem.length);
  }, [stem]);
  const end = async (name: string | undefined, byKey = true): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    const refused = await finish(item, name, byKey);
    if (refused === undefined) return;
    isBusy.current = false;
    setRefusal(refused);
    field.current?.focus();
  };
  return (
    // Outside the row, whose height would clip it.
    <Tooltip open={refusal !== undefined} placement="bottomLeft" title={<span role="alert">{refusal}</span>}>
      <Input
        ref={field}
        className={styles.rename ?? ''}
        size="small"
        defaultValue={item.name}
        maxLength={255}
        aria-label={t('newName')}
        aria-invalid={refusal !== undefined}
        {...(refusal !== undefined && { status: 'error' as const })}
        onChange={() => setRefusal(undefined)}
        // Blur does not send a refused name again.
        onBlur={(event) => void end(refusal === undefined ? event.target.value : undefined, false)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') void end(event.currentTarget.value);
          if (event.key === 'Escape') void end(undefined);
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      />
    </Tooltip>
  );
}

/** The name with a greyed extension. */
export function NameWords({ item }: { item: Pick<Item, 'name' | 'ext'> }): ReactNode {
  const { stem, ext } = splitName(item.name, item.ext);
  return (
    <Row as="span" className={styles.words} title={item.name}>
      <Text truncate className={styles.exact}>
        {stem}
      </Text>
      {ext !== '' && (
        <Text tone="muted" nowrap className={styles.exact}>
          {ext}
        </Text>
      )}
    </Row>
  );
}

/** The state icons of an item, with tooltips. */
export function Marks({ item }: { item: Item }): ReactNode {
  const t = useText('documents.library');
  const holder = useHolder(item);
  const HolderIcon = (item.editors ?? []).length > 0 ? EditFilled : item.checkedOut === true ? ExportOutlined : LockFilled;
  const label = item.versionLabel === firstLabel ? undefined : item.versionLabel;
  const tags = item.tags ?? [];
  const open = item.openComments ?? 0;
  const attached = item.attachments ?? 0;
  const isToRead = item.acknowledgement === 'asked';
  const isAbolished = item.publication?.state === 'abolished';
  const hasDates = item.validUntil !== undefined || item.reviewTime !== undefined;
  const isMarked =
    [item.favorite, item.noted, item.shared, item.signed, isToRead, item.publishing, isAbolished].includes(true) ||
    hasDates ||
    open > 0 ||
    attached > 0;
  if (holder === undefined && label === undefined && !isMarked && tags.length === 0 && item.virusCheck === undefined) return null;
  return (
    <Row as="span" gap={2} rigid wrap className={styles.marks}>
      {holder !== undefined && <HolderIcon className={styles.lock} role="img" title={holder} aria-label={holder} />}
      {item.virusCheck !== undefined && <VirusMark check={item.virusCheck} />}
      {item.publishing && <PublishingMark />}
      {hasDates && <ValidityMark item={item} />}
      {isAbolished && <StopOutlined role="img" title={t('abolished')} aria-label={t('abolished')} />}
      {item.shared && <ShareAltOutlined role="img" title={t('sharedByYou')} aria-label={t('sharedByYou')} />}
      {isToRead && <FileDoneOutlined role="img" title={t('toRead')} aria-label={t('toRead')} />}
      {item.signed && <SignatureOutlined role="img" title={t('signed')} aria-label={t('signed')} />}
      {attached > 0 && <CountMark count={attached} icon={PaperClipOutlined} label={t('attachedN', { count: attached })} />}
      {open > 0 && <CountMark count={open} icon={CommentOutlined} label={t('openComments', { count: open })} />}
      {item.noted && <SnippetsOutlined role="img" title={t('noted')} aria-label={t('noted')} />}
      {item.favorite && <StarFilled className={styles.star} role="img" title={t('favorite')} aria-label={t('favorite')} />}
      {label !== undefined && (
        <span className={styles.version} title={t('versionN', { label })}>
          v{label}
        </span>
      )}
      <TagMarks tags={tags} />
    </Row>
  );
}

/** How many of something a document has. */
function CountMark({ count, icon: Icon, label }: { count: number; icon: typeof CommentOutlined; label: string }): ReactNode {
  return (
    <Row as="span" gap={1} title={label}>
      <Icon role="img" aria-label={label} />
      <Text size="xs" numeric aria-hidden="true">
        {count}
      </Text>
    </Row>
  );
}

/** The first column: icon, name, state icons; an input while it is renamed. */
export function NameCell({ item, renaming }: { item: Item; renaming: boolean }): ReactNode {
  return (
    <Row gap={2}>
      <ThumbnailHoverArea item={item}>
        <FileIcon objType={item.objType} ext={item.ext} />
      </ThumbnailHoverArea>
      {renaming ? <RenameInput item={item} /> : <NameWords item={item} />}
      {!renaming && <Marks item={item} />}
    </Row>
  );
}

/** A row on a phone: the name and one line of properties. */
function PhoneCell({ item, renaming }: { item: Item; renaming: boolean }): ReactNode {
  return (
    <RowWithPicture picture={<ItemThumbnail item={item} icon={32} />}>
      {renaming ? (
        <RenameInput item={item} />
      ) : (
        <Row as="span" gap={2}>
          <NameWords item={item} />
          <Marks item={item} />
        </Row>
      )}
      <ChangeFacts item={item} />
    </RowWithPicture>
  );
}

interface RowWithPictureProps {
  picture: ReactNode;
  /** The picture is large enough to show what is on it. */
  large?: boolean;
  /** Lines below each other. */
  children: ReactNode;
}

/** A picture, and lines beside it. */
export function RowWithPicture({ picture, large = false, children }: RowWithPictureProps): ReactNode {
  return (
    <Row gap={3}>
      <Row as="span" justify="center" rigid className={large ? styles.small : styles.picture}>
        {picture}
      </Row>
      <Stack grow gap={large ? 1 : 0} className={large ? styles.besideSmall : styles.besidePicture}>
        {children}
      </Stack>
    </Row>
  );
}

/** When and by whom an item was changed, and its size. */
function ChangeFacts({ item }: { item: Item }): ReactNode {
  return (
    <Text size="xs" tone="muted" truncate>
      <RelativeTime iso={item.updateTime} />
      {item.size !== undefined && (
        <>
          {' · '}
          <FileSize bytes={item.size} />
        </>
      )}
      {` · ${item.updaterName ?? item.creatorName}`}
    </Text>
  );
}

interface CardProps {
  item: Item;
  renaming: boolean;
}

/** A card of the grid. */
export function ItemCard({ item, renaming }: CardProps): ReactNode {
  const { stem, ext } = splitName(item.name, item.ext);
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
          {stem}
          <span className={styles.cardExt}>{ext}</span>
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
      min: 200,
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
      cell: (item) => item.versionLabel,
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
