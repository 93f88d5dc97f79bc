import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { formatExactTime } from '../../platform/ui/formatted-values.tsx';

interface WaitingFactProps {
  asked: { creatorName: string; closeTime?: string | undefined };
  /** Only the day of its end, where there is little room. */
  short?: boolean;
}

/** Who asks for a vote or for scores, and until when. */
export function WaitingFact({ asked: { creatorName, closeTime }, short = false }: WaitingFactProps): ReactNode {
  const t = useText('meetings.votes');
  return (
    <>
      {!short && `${creatorName} · `}
      {closeTime === undefined ? t('openEnd') : t('time_open', { time: formatExactTime(closeTime).slice(0, short ? 10 : -3) })}
    </>
  );
}
