import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useLanguage } from '../../../platform/i18n.ts';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';

/** Start and end to the minute; the end's day only if it differs. */
export function MeetingTime({ start, end }: { start: string; end: string }): ReactNode {
  useLanguage();
  const from = dayjs(start);
  const to = dayjs(end);
  const form = from.isSame(to, 'day') ? 'HH:mm' : 'YYYY-MM-DD HH:mm';
  return (
    <time dateTime={start} title={`${formatExactTime(start)} – ${formatExactTime(end)}`} style={{ whiteSpace: 'nowrap' }}>
      {from.format('YYYY-MM-DD HH:mm')}–{to.format(form)}
    </time>
  );
}
