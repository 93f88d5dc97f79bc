import type { ReactNode } from 'react';
import { Hint } from './hint.tsx';
import { Heading, Row, Stack, Text, classNames } from './layout.tsx';
import styles from './states.module.css';

interface EmptyProps {
  icon?: ReactNode;
  /** What belongs here. */
  title: string;
  /** How to add it. */
  hint?: string | undefined;
  /** A button that does so. */
  action?: ReactNode;
  small?: boolean;
  /** The title is the page's heading. */
  heading?: boolean;
}

/** An empty list or page: says what belongs here and how to start. */
export function Empty({ icon, title, hint, action, small, heading }: EmptyProps): ReactNode {
  return (
    <Stack gap={2} align="center" className={classNames(styles.state, small && styles.small)}>
      {icon && (
        <Text tone="faint" className={styles.icon}>
          {icon}
        </Text>
      )}
      {heading ? (
        <Heading level={1} size="m">
          {title}
        </Heading>
      ) : (
        <Text as="p" strong={!small} tone={small ? 'muted' : undefined}>
          {title}
        </Text>
      )}
      {hint && <Hint className={styles.hint}>{hint}</Hint>}
      {action && <Row pad={[2, 0]}>{action}</Row>}
    </Stack>
  );
}
