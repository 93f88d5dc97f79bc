import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { formatExactTime } from '../../platform/ui/formatted-values.tsx';

/** Who asks for a vote or for scores, and until when. */
export function WaitingFact({
  asked: { creatorName, closeTime },
}: {
  asked: { creatorName: string; closeTime?: string | undefined };
}): ReactNode {
  const t = useText('meetings.votes');
  return (
    <>
      {creatorName} · {closeTime === undefined ? t('openEnd') : t('time_open', { time: formatExactTime(closeTime).slice(0, -3) })}
    </>
  );
}
