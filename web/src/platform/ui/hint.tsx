import type { ReactNode } from 'react';
import { Text } from './layout.tsx';

interface HintProps {
  className?: string | undefined;
  /** Keeps a distance to the field or list below. */
  spaced?: boolean;
  children: ReactNode;
}

/** A paragraph in small grey letters that explains what stands beside it. */
export function Hint({ className, spaced, children }: HintProps): ReactNode {
  return (
    <Text as="p" size="s" tone="muted" spaced={spaced} className={className}>
      {children}
    </Text>
  );
}
