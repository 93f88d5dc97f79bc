import { Spin } from 'antd';
import type { ReactNode } from 'react';

interface SpinnerProps {
  /** What is waited for; a spinner itself has no role that could bear a name. */
  label: string;
  className?: string | undefined;
  large?: boolean;
  /** Milliseconds before it shows. */
  delay?: number;
}

/** A turning wheel with a name that is spoken. */
export function Spinner({ label, className, large = false, delay = 0 }: SpinnerProps): ReactNode {
  return (
    <div role="status" aria-label={label} className={className}>
      <Spin size={large ? 'large' : 'medium'} delay={delay} />
    </div>
  );
}
