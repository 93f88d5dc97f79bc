import type { ReactNode } from 'react';
import { Heading, Stack, Text } from '../../../platform/ui/layout.tsx';
import { LanguageSelect } from '../../../platform/ui/native-controls.tsx';
import styles from './sign-in.module.css';

interface SignInFrameProps {
  title: string;
  hint: string;
  /** Below the card, above the languages. */
  foot?: ReactNode;
  children: ReactNode;
}

/** The frame of the pages before and at the sign-in: a card with the product's logo, and the languages below it. */
export function SignInFrame({ title, hint, foot, children }: SignInFrameProps): ReactNode {
  return (
    <div className={styles.page}>
      <main className={styles.card}>
        <img className={styles.mark} src="/mark.svg" alt="" width={40} height={40} />
        <Heading level={1}>{title}</Heading>
        <Text as="p" tone="muted" className={styles.subtitle}>
          {hint}
        </Text>
        {children}
      </main>
      <Stack as="footer" gap={3} align="center">
        {foot}
        <LanguageSelect />
      </Stack>
    </div>
  );
}
