import { type DragEvent, type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { useOrder } from './use-order.ts';
import { WatermarkRow } from './watermark-row.tsx';
import type { Watermark } from './watermark-words.ts';
import styles from './watermarks.module.css';

/** The watermarks one below the other; the first that fits is drawn, so they are put in order by hand or by key. */
export function WatermarkList({ list }: { list: readonly Watermark[] }): ReactNode {
  const t = useText('watermarks');
  const order = useOrder(list);
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  const dropOn = (id: string, at: number) => ({
    'data-over': (over === id && dragged !== undefined && dragged !== id) || undefined,
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return;
      event.preventDefault();
      setOver(id);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== undefined) order.move(dragged, at);
      end();
    },
  });
  return (
    <>
      <ol className={styles.list} aria-label={t('watermarks')}>
        {order.list.map((one, at) => (
          <li key={one.id} {...dropOn(one.id, at)} data-dragged={dragged === one.id || undefined} data-off={!one.enabled || undefined}>
            <WatermarkRow
              watermark={one}
              place={at + 1}
              of={order.list.length}
              move={(by) => order.move(one.id, at + by)}
              drag={{ begin: () => setDragged(one.id), end }}
            />
          </li>
        ))}
      </ol>
      <p className={styles.note}>{t('orderHint')}</p>
      <div className={styles.aloud} role="status">
        {order.said}
      </div>
    </>
  );
}
