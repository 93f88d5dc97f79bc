import type { ReactNode } from 'react';
import { Card, Heading, Row, Text } from '../../../platform/ui/layout.tsx';
import { LangSelect } from './language-select.tsx';
import styles from './visitor.module.css';

interface MessageCardProps {
  title: string;
  hint?: string;
  children?: ReactNode;
}

/** A page with one card, before or instead of the shared items. It reveals nothing of them. */
export function MessageCard({ title, hint, children }: MessageCardProps): ReactNode {
  return (
    <div className={styles.door}>
      <Card as="main" gap={3} className={styles.card}>
        <img src="/mark.svg" alt="" width={36} height={36} />
        <Heading level={1}>{title}</Heading>
        {hint && (
          <Text as="p" tone="muted">
            {hint}
          </Text>
        )}
        {children}
      </Card>
      <Row as="footer" justify="center">
        <LangSelect />
      </Row>
    </div>
  );
}
