import type { ReactNode } from 'react';
import styles from './action-line.module.css';
import { Row, Stack, Text } from './layout.tsx';

interface ActionLineProps {
  as?: 'div' | 'li';
  title: ReactNode;
  /** Smaller lines below the title. */
  details?: readonly ReactNode[];
  /** The actions at the end. */
  children?: ReactNode;
  'aria-current'?: true | undefined;
}

/** One of a few things with what can be done to it: a device, a linked account, a setting. */
export function ActionLine({ as = 'li', title, details = [], children, ...rest }: ActionLineProps): ReactNode {
  return (
    <Row as={as} gap={2} pad={[2, 0]} wrap justify="between" {...rest}>
      <Stack className={styles.text}>
        <Text as="div">{title}</Text>
        {details.map((detail, at) => (
          <Text key={at} as="div" size="s" tone="muted">
            {detail}
          </Text>
        ))}
      </Stack>
      {children}
    </Row>
  );
}
