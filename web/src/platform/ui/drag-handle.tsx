import { HolderOutlined } from '@ant-design/icons';
import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import styles from './drag-handle.module.css';
import { PlainButton, Text } from './layout.tsx';

interface DragHandleProps {
  /** The name of what is dragged. */
  name: string;
  /** The position in the list, from 1. */
  place: number;
  label: string;
  title: string;
  /** Moves by so many positions; infinitely many for the first and the last one. */
  move: (by: number) => void;
  begin: () => void;
  end: () => void;
}

/** The handle by which an entry of an ordered list is dragged; arrow keys, Home and End move the entry too. */
export function DragHandle({ name, place, label, title, move, begin, end }: DragHandleProps): ReactNode {
  const byKey = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  };
  const take = (event: DragEvent): void => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', name);
    begin();
  };
  return (
    <PlainButton
      lit
      className={styles.handle}
      draggable
      onDragStart={take}
      onDragEnd={end}
      onKeyDown={byKey}
      aria-label={label}
      title={title}
    >
      <HolderOutlined />
      <Text numeric aria-hidden>
        {place}
      </Text>
    </PlainButton>
  );
}
