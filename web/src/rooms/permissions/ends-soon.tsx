import { Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { useText } from '../../ground/text.ts';

const soonMs = 14 * 24 * 3600_000;

interface EndsSoonProps {
  deadline: string | undefined;
  expired?: boolean;
  /** What stands there instead, on any other. */
  otherwise?: ReactNode;
}

/** Marks a right that ends within two weeks, with the day. */
export function EndsSoon({ deadline, expired = false, otherwise = null }: EndsSoonProps): ReactNode {
  const t = useText('permissions');
  const [now] = useState(() => Date.now());
  if (deadline === undefined || expired) return otherwise;
  const left = Date.parse(deadline) - now;
  if (left <= 0 || left > soonMs) return otherwise;
  return (
    <Tag color="warning" title={exactTime(deadline)}>
      {t('endsOn', { time: exactTime(deadline).slice(0, 10) })}
    </Tag>
  );
}
