import type { ReactNode } from 'react';
import { Heading, Text } from '../../../platform/ui/layout.tsx';

/** The heading of a part of a dialog, in small letters. */
export function SmallHeading({ children }: { children: ReactNode }): ReactNode {
  return (
    <Heading level={2} size="s">
      <Text size="xs" tone="muted" strong>
        {children}
      </Text>
    </Heading>
  );
}
