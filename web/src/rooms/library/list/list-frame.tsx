import type { CSSProperties, ReactNode, RefObject } from 'react';
import styles from './list.module.css';
import type { RowSource } from './row-source.ts';
import { indexAt, type useListHand } from './use-list-hand.ts';
import type { useMarquee } from './use-marquee.ts';

interface ListFrameProps<T> {
  scroller: RefObject<HTMLDivElement | null>;
  label: string;
  source: RowSource<T>;
  /** Rows as assistive technology counts them, heads included; -1 while unknown. */
  rowCount: number;
  /** The element of the row that the keyboard is on. */
  active: string | undefined;
  hand: ReturnType<typeof useListHand>;
  marquee: ReturnType<typeof useMarquee>;
  near: ((row: T) => void) | undefined;
  onDragStart: ((event: React.DragEvent) => void) | undefined;
  style?: CSSProperties;
  children: ReactNode;
}

/** What scrolls, keeps the focus and listens for the whole list. */
export function ListFrame<T>(props: ListFrameProps<T>): ReactNode {
  const { source, marquee } = props;
  const { box } = marquee;
  const onPointerOver = (event: React.PointerEvent): void => {
    const index = indexAt(event.target);
    const row = index === undefined ? undefined : source.rowAt(index);
    if (row !== undefined && event.pointerType === 'mouse') props.near?.(row);
  };
  return (
    <div
      ref={props.scroller}
      className={styles.scroller}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-multiselectable
      aria-rowcount={props.rowCount}
      aria-activedescendant={props.active}
      style={props.style}
      data-list
      onDragStart={props.onDragStart}
      onPointerOver={onPointerOver}
      {...props.hand}
      {...marquee.handlers}
    >
      {props.children}
      {box && (
        <div
          className={styles.marquee}
          style={{ left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top }}
        />
      )}
    </div>
  );
}
