import { DownloadOutlined, LinkOutlined, LockOutlined, RightOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/core/rights';
import type { ListedEntry } from '@dossier/contract/preview/archive-contents';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { FileSize, RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { PlainButton, Row, Text } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { NoticeLine, ScrollRegion, ViewerLine, WindowedList } from '../viewer-parts.tsx';
import { type TreeNode, type TreeRow, type TreeState, treeKeys } from './archive-tree.ts';
import styles from './archive-view.module.css';

interface ArchiveRowProps {
  id: string;
  row: TreeRow;
  index: number;
  start: number;
  isActive: boolean;
  isOpen: boolean;
  /** Listed as a search result, outside its folder. */
  isFound: boolean;
  choose: () => void;
  enter: () => void;
  take: ((place: number) => void) | undefined;
}

const extOf = (name: string): string => /\.([^.]{1,16})$/.exec(name)?.[1]?.toLowerCase() ?? '';
const indent = 18;

/** A file or folder of an archive. */
function ArchiveRow({ id, row, index, start, isActive, isOpen, isFound, choose, enter, take }: ArchiveRowProps): ReactNode {
  const t = useText('preview.listings');
  const { node, depth } = row;
  const isFolder = node.kind === 'folder';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table takes the keys of all its rows
    // biome-ignore lint/a11y/useFocusableInteractive: the table holds the focus and says which row is meant
    <Row
      id={id}
      role="row"
      lit
      className={styles.row}
      aria-level={depth + 1}
      aria-rowindex={index + 1}
      aria-selected={isActive}
      {...(isFolder && { 'aria-expanded': isOpen })}
      style={{ transform: `translateY(${start}px)` }}
      onClick={choose}
      onDoubleClick={isFolder ? undefined : enter}
    >
      <NameCell row={row} isOpen={isOpen} isFound={isFound} enter={enter} />
      <span role="gridcell" className={styles.size}>
        {(node.kind === 'file' || isFolder) && <FileSize bytes={node.size} />}
      </span>
      <span role="gridcell" className={styles.time}>
        {node.time > 0 && <RelativeTime iso={new Date(node.time).toISOString()} />}
      </span>
      {take && (
        <span role="gridcell" className={styles.actions}>
          {node.kind === 'file' && !node.locked && node.place !== undefined && (
            <ToolButton label={t('takeOne', { name: node.name })} icon={<DownloadOutlined />} onClick={() => take(node.place ?? 0)} />
          )}
        </span>
      )}
    </Row>
  );
}

function NameCell({ row, isOpen, isFound, enter }: Pick<ArchiveRowProps, 'row' | 'isOpen' | 'isFound' | 'enter'>): ReactNode {
  const { node, depth } = row;
  const isFolder = node.kind === 'folder';
  const opens = isFolder || (node.kind === 'file' && !node.locked);
  return (
    <Row as="span" gap={2} role="gridcell" style={{ paddingInlineStart: 8 + Math.min(depth, 30) * indent }}>
      {!isFound && (
        <Row as="span" rigid className={styles.turn} data-open={isOpen} aria-hidden="true">
          {isFolder && <RightOutlined />}
        </Row>
      )}
      <FileIcon objType={isFolder ? objType.folder : objType.document} ext={extOf(node.name)} size={18} />
      {opens ? (
        <PlainButton
          className={styles.name}
          tabIndex={-1}
          title={node.name}
          // the second click of a double click would collapse the folder again
          onClick={(event) => event.detail < 2 && enter()}
        >
          <Text truncate>{node.name}</Text>
        </PlainButton>
      ) : (
        <Text tone="muted" truncate className={styles.name} title={node.name}>
          {node.name}
        </Text>
      )}
      {isFound && node.above !== '' && (
        <Text tone="muted" truncate className={styles.above}>
          {node.above}
        </Text>
      )}
      <Sign node={node} />
    </Row>
  );
}

/** Why a file cannot be opened. */
function Sign({ node }: { node: TreeNode }): ReactNode {
  const t = useText('preview.listings');
  if (!node.locked && node.kind !== 'link') return null;
  const Icon = node.locked ? LockOutlined : LinkOutlined;
  const reason = t(node.locked ? 'locked' : 'link');
  return (
    <Text tone="muted">
      <Icon aria-label={reason} title={reason} />
    </Text>
  );
}

interface ArchiveTableProps {
  state: TreeState;
  label: string;
  open: (place: number) => void;
  /** Absent without the right to download. */
  take: ((place: number) => void) | undefined;
}

const rowHeight = 40;

/** The content of an archive as a tree; windowed. */
function ArchiveTable({ state, label, open, take }: ArchiveTableProps): ReactNode {
  const t = useText('preview.listings');
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, active } = state;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => rows[index]?.node.key ?? index,
    initialRect: { width: innerWidth, height: innerHeight },
  });
  useEffect(() => {
    if (rows.length > 0) virtualizer.scrollToIndex(active);
  }, [active, rows.length, virtualizer]);
  const enter = (node: TreeNode): void => enterNode(state, node, open);
  if (rows.length === 0) return <Empty title={t(state.words === '' ? 'emptyArchive' : 'nothingFound')} />;
  return (
    <ScrollRegion
      ref={scroller}
      className={styles.table}
      role="treegrid"
      label={label}
      aria-rowcount={rows.length}
      aria-activedescendant={`${id}-${rows[active]?.node.key}`}
      onKeyDown={treeKeys(state, enter)}
    >
      <TableHead />
      <WindowedList as="div" role="rowgroup" height={virtualizer.getTotalSize()}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <ArchiveRow
                key={row.node.key}
                id={`${id}-${row.node.key}`}
                {...rowOf(state, index)}
                start={start}
                enter={() => enter(row.node)}
                take={take}
              />
            )
          );
        })}
      </WindowedList>
    </ScrollRegion>
  );
}

/** Opens a file, or toggles a folder; a folder among search results is shown in the tree. */
function enterNode(state: TreeState, node: TreeNode, open: (place: number) => void): void {
  if (node.kind === 'folder') {
    if (state.words !== '') state.seek('');
    state.toggle(node, state.words === '' ? undefined : true);
  } else if (node.kind === 'file' && !node.locked && node.place !== undefined) open(node.place);
}

/** The ARIA position of a row among its siblings. */
function rowOf(
  state: TreeState,
  index: number,
): Pick<ComponentProps<typeof ArchiveRow>, 'row' | 'index' | 'isActive' | 'isOpen' | 'isFound' | 'choose'> {
  const row = state.rows[index] as TreeRow;
  const isFound = state.words !== '';
  return {
    row,
    index,
    isActive: index === state.active,
    isOpen: state.open.has(row.node.key) && !isFound,
    isFound,
    choose: () => state.choose(index),
  };
}

function TableHead(): ReactNode {
  const t = useText('preview.listings');
  return (
    <div className={styles.head} role="row">
      <span role="columnheader">{t('name')}</span>
      <span role="columnheader" className={styles.size}>
        {t('size')}
      </span>
      <span role="columnheader" className={styles.time}>
        {t('changed')}
      </span>
    </div>
  );
}

/** The listing of an archive. */
export interface ArchiveListing {
  entries: ListedEntry[];
  cut: boolean;
  damaged: boolean;
}

interface ArchiveViewProps {
  listed: ArchiveListing;
  state: TreeState;
  label: string;
  open: (place: number) => void;
  take: ((place: number) => void) | undefined;
}

/** An archive: totals, warnings, and its tree. */
export function ArchiveView({ listed, state, label, open, take }: ArchiveViewProps): ReactNode {
  const t = useText('preview.listings');
  const { files, bytes } = state.tree;
  return (
    <>
      <ViewerLine as="p" gap={4} wrap role="status">
        <Text size="s" tone="muted">
          {t('nFiles', { count: files })}
        </Text>
        <Text size="s" tone="muted">
          {t('unpacked')} <FileSize bytes={bytes} />
        </Text>
        {listed.cut && <NoticeLine as="span">{t('cut', { count: listed.entries.length })}</NoticeLine>}
        {listed.damaged && <NoticeLine as="span">{t('damaged')}</NoticeLine>}
      </ViewerLine>
      <ArchiveTable state={state} label={label} open={open} take={take} />
    </>
  );
}
