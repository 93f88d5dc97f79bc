import type { ReactNode } from 'react';
import styles from './states.module.css';

interface EmptyProps {
  icon?: ReactNode;
  /** What belongs here. */
  title: string;
  /** How to add it. */
  hint?: string;
  /** A button that does so. */
  action?: ReactNode;
  small?: boolean;
  /** The title is the page's heading. */
  heading?: boolean;
}

/** An empty list or page: says what belongs here and how to start. */
export function Empty({ icon, title, hint, action, small, heading }: EmptyProps): ReactNode {
  return (
    <div className={small ? `${styles.state} ${styles.small}` : styles.state}>
      {icon && <div className={styles.icon}>{icon}</div>}
      {heading ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
