import type { RowFate } from '@dossier/contract/people-import';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import styles from './admin.module.css';
import fates from './fates.module.css';
import { FateTag, fateWords } from './fate-words.tsx';

/** Rows of a table with their fates, windowed: five thousand cost as much as thirty. */
export function FateList({ rows }: { rows: RowFate[] }): ReactNode {
  const t = useText('admin');
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    overscan: 10,
    getItemKey: (index) => rows[index]?.row ?? index,
    initialRect: { width: innerWidth, height: innerHeight },
  });
  if (rows.length === 0) return <Empty small title={t('noRows')} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reached by the keyboard
    <div ref={scroller} className={fates.list} role="region" aria-label={t('fates')} tabIndex={0}>
      <div role="table" aria-label={t('fates')} aria-rowcount={rows.length} style={{ height: virtualizer.getTotalSize() }}>
        <div role="rowgroup">
          {virtualizer.getVirtualItems().map(({ index, start, key }) => (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              role="row"
              aria-rowindex={index + 1}
              className={fates.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              <FateRow row={rows[index] as RowFate} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function FateRow({ row }: { row: RowFate }): ReactNode {
  const t = useText('admin');
  const { cells, fate } = row;
  return (
    <>
      <span role="cell" className={fates.number} title={t('rowNumber', { n: row.row })}>
        {row.row}
      </span>
      <span role="cell">
        <FateTag fate={fate} />
      </span>
      <span role="cell" className={fates.who}>
        <strong>{cells.fullName || cells.loginName || t('nothing')}</strong>
        {cells.fullName && <span className={styles.quiet}>{cells.loginName}</span>}
      </span>
      <span role="cell" className={fate === 'refuse' ? `${fates.what} ${fates.bad}` : fates.what}>
        {fateWords(t, row).map((words) => (
          <span key={words}>{words}</span>
        ))}
      </span>
    </>
  );
}
