import type { ReactNode } from 'react';
import { useMedia } from './hooks.ts';
import { Row, Text } from './layout.tsx';
import styles from './list-cells.module.css';

interface NameCellProps {
  /** The name, with icons and tags. */
  children: ReactNode;
  /** A line below the name. */
  more?: ReactNode;
  /** Like `more`, but only on a phone, where the list has no other columns. */
  phoneMore?: ReactNode;
  /** The entry is switched off: its name is greyed. */
  off?: boolean;
  title?: string | undefined;
}

/** The first cell of a row: what it is about. */
export function NameCell({ children, more, phoneMore, off, title }: NameCellProps): ReactNode {
  const phone = useMedia('phone');
  const below = (phone && phoneMore) || more;
  return (
    <Row as="span" wrap className={styles.name} data-off={off || undefined} title={title}>
      {children}
      {below && (
        <Text size="s" tone="muted" className={styles.more}>
          {below}
        </Text>
      )}
    </Row>
  );
}

/** A cell with the icon of an entry and its name, which breaks where it is long. */
export function IconCell({ icon, children }: { icon: ReactNode; children: ReactNode }): ReactNode {
  return (
    <Row as="span" gap={2} className={styles.icon}>
      {icon}
      {children}
    </Row>
  );
}

/** A cell whose text is cut where it is long; the whole is its tooltip. */
export function ClippedText({ text }: { text: string }): ReactNode {
  return (
    <Text as="div" truncate className={styles.clipped} title={text}>
      {text}
    </Text>
  );
}
