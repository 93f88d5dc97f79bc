import type { ComponentProps, ReactNode } from 'react';
import styles from './drop-zone.module.css';
import { Row } from './layout.tsx';

/** A place that files are dropped on, with the button that does the same; `over` while they are held above it. */
export function DropZone({ over, ...rest }: { over: boolean } & Omit<ComponentProps<typeof Row>, 'className'>): ReactNode {
  return <Row gap={3} wrap {...rest} className={styles.zone} data-over={over || undefined} />;
}
