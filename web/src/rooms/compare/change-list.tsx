import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { Excerpt, placeOf } from './change-words.tsx';
import styles from './list.module.css';
import type { Comparison, Found } from './use-comparison.ts';

interface ChangeListProps {
  kind: Comparison['kind'];
  found: Found;
  current: number;
  choose: (at: number) => void;
}

/** All differences in order; the chosen one is shown in the documents. */
export function ChangeList({ kind, found, current, choose }: ChangeListProps): ReactNode {
  const t = useText('compare');
  const box = useRef<HTMLDivElement>(null);
  const { changes, cut } = found;
  const rows = useVirtualizer({ count: changes.length, getScrollElement: () => box.current, estimateSize: () => 64, overscan: 6 });
  useEffect(() => {
    if (current >= 0) rows.scrollToIndex(current, { align: 'auto' });
  }, [current, rows]);
  return (
    <aside className={styles.list} aria-label={t('changes')}>
      <header>
        <h2>{t('changes')}</h2>
        <p>
          <Counts found={found} />
        </p>
      </header>
      {changes.length === 0 && <Empty small title={t('noChanges')} hint={kind === 'pages' ? t('noChangesHint') : ''} />}
      <div className={styles.scroll} ref={box}>
        <ol style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const change = changes[index];
            return (
              change && (
                <li key={index} data-index={index} ref={rows.measureElement} style={{ transform: `translateY(${start}px)` }}>
                  <button type="button" data-kind={change.kind} aria-current={index === current} onClick={() => choose(index)}>
                    <span className={styles.place}>
                      {placeOf(t, { kind, found, at: index }, change)} <em>{t(change.kind)}</em>
                    </span>
                    <Excerpt change={change} />
                  </button>
                </li>
              )
            );
          })}
        </ol>
      </div>
      {cut && <p className={styles.cut}>{t('notAll')}</p>}
    </aside>
  );
}

function Counts({ found: { added, removed, changed } }: { found: Found }): ReactNode {
  const t = useText('compare');
  const told = [
    changed > 0 && t('nChanged', { n: changed }),
    added > 0 && t('nAdded', { n: added }),
    removed > 0 && t('nRemoved', { n: removed }),
  ];
  return told.filter(Boolean).join(' · ');
}
