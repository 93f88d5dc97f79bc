import type { ReactNode } from 'react';
import styles from './workbook-grid.module.css';

/** The name under which the grid knows the label. */
export const nameLabel = 'dossier-name';

/** Who has selected a cell, above it. */
export function NameLabel({ popup }: { popup?: { extraProps?: { name?: string; color?: string } } }): ReactNode {
  return (
    <span className={styles.name} style={{ background: popup?.extraProps?.color }}>
      {popup?.extraProps?.name}
    </span>
  );
}
