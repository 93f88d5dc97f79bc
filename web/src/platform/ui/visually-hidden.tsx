import type { HTMLAttributes, ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Read aloud by a screen reader, and not seen. */
export function VisuallyHidden(props: HTMLAttributes<HTMLElement>): ReactNode {
  return <span {...props} className={styles.hidden} />;
}
