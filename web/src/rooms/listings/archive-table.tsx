import { useVirtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ArchiveRow } from './archive-row.tsx';
import type { TreeNode, TreeRow } from './archive-tree.ts';
import styles from './archive.module.css';
import { treeKeys } from './tree-keys.ts';
import type { TreeState } from './use-tree.ts';

interface ArchiveTableProps {
  state: TreeState;
  label: string;
  open: (place: number) => void;
  /** Absent for who may take nothing away. */
  take: ((place: number) => void) | undefined;
}

const rowHeight = 40;

/** What an archive holds, as a tree; only what is in sight is drawn. */
export function ArchiveTable({ state, label, open, take }: ArchiveTableProps): ReactNode {
  const t = useText('listings');
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
    <div
      ref={scroller}
      className={styles.table}
      role="treegrid"
      aria-label={label}
      aria-rowcount={rows.length}
      tabIndex={0}
      aria-activedescendant={`${id}-${rows[active]?.node.key}`}
      onKeyDown={treeKeys(state, enter)}
    >
      <TableHead />
      <div role="rowgroup" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
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
      </div>
    </div>
  );
}

/** Opens a file, or turns a folder; out of what was found it leads to where the folder lies. */
function enterNode(state: TreeState, node: TreeNode, open: (place: number) => void): void {
  if (node.kind === 'folder') {
    if (state.words !== '') state.seek('');
    state.toggle(node, state.words === '' ? undefined : true);
  } else if (node.kind === 'file' && !node.locked && node.place !== undefined) open(node.place);
}

/** What a row is told of its place among the others. */
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
  const t = useText('listings');
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
