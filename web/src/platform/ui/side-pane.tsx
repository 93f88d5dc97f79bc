import type { ComponentProps, ReactNode } from 'react';
import { Heading, PlainButton, Row, classNames, entryClass } from './layout.tsx';
import styles from './side-pane.module.css';

interface SidePaneProps {
  /** Its name, or a switch between what it shows. */
  title: ReactNode;
  /** A button at the end of the head. */
  action?: ReactNode;
  /** Stands between the head and what scrolls. */
  above?: ReactNode;
  children: ReactNode;
}

/** The content of the pane of a `Split`: a head, and a body that scrolls. */
export function SidePane({ title, action, above, children }: SidePaneProps): ReactNode {
  return (
    <>
      <Row as="header" gap={2} justify="between" className={styles.head}>
        {typeof title === 'string' ? <Heading level={2}>{title}</Heading> : title}
        {action}
      </Row>
      {above}
      <div className={styles.body}>{children}</div>
    </>
  );
}

/** A choice in the pane; `aria-current` marks the one that is shown. */
export function PaneEntry({ className, ...rest }: ComponentProps<typeof PlainButton>): ReactNode {
  return <PlainButton {...rest} className={classNames(entryClass, className)} />;
}
