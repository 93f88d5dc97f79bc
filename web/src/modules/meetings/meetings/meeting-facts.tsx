import type { MeetingState } from '@dossier/contract/meetings/meetings';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useLanguage, useText } from '../../../platform/i18n.ts';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { StatusText } from '../../../platform/ui/page-parts.tsx';

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

const stateTones = { planned: 'accent', running: 'done', cancelled: 'danger', ended: undefined, archived: undefined } as const;

/** The state of a meeting, as text with a coloured dot. */
export function MeetingTag({ state }: { state: MeetingState }): ReactNode {
  const t = useText('meetings.meetings');
  return <StatusText tone={stateTones[state]}>{t(`state_${state}`)}</StatusText>;
}
