import { Spin } from 'antd';
import type { ReactNode } from 'react';

interface SpinnerProps {
  /** Accessible name of what is loading; a spinner itself has no role. */
  label: string;
  className?: string | undefined;
  large?: boolean;
  /** Milliseconds before it appears. */
  delay?: number;
}

/** A spinner with an accessible name. */
export function Spinner({ label, className, large = false, delay = 0 }: SpinnerProps): ReactNode {
  return (
    <div role="status" aria-label={label} className={className}>
      <Spin size={large ? 'large' : 'medium'} delay={delay} />
    </div>
  );
}
