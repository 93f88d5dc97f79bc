import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ArchiveRow } from './archive-row.tsx';
import type { TreeNode } from './archive-tree.ts';
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
  const enter = (node: TreeNode): void => {
    if (node.kind === 'folder') {
      // out of what was found, to where it lies
      if (state.words !== '') state.seek('');
      state.toggle(node, state.words === '' ? undefined : true);
    } else if (node.kind === 'file' && !node.locked && node.place !== undefined) open(node.place);
  };
  if (rows.length === 0) return state.words === '' ? <Empty title={t('emptyArchive')} /> : <Empty title={t('nothingFound')} />;
  const current = rows[active];
  return (
    <div
      ref={scroller}
      className={styles.table}
      role="treegrid"
      aria-label={label}
      aria-rowcount={rows.length}
      tabIndex={0}
      aria-activedescendant={current && `${id}-${current.node.key}`}
      onKeyDown={treeKeys(state, enter)}
    >
      <div className={styles.head} role="row">
        <span role="columnheader">{t('name')}</span>
        <span role="columnheader" className={styles.size}>
          {t('size')}
        </span>
        <span role="columnheader" className={styles.time}>
          {t('changed')}
        </span>
      </div>
      <div role="rowgroup" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <ArchiveRow
                key={key}
                id={`${id}-${row.node.key}`}
                row={row}
                index={index}
                start={start}
                isActive={index === active}
                isOpen={state.open.has(row.node.key) && state.words === ''}
                isFound={state.words !== ''}
                choose={() => state.choose(index)}
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
