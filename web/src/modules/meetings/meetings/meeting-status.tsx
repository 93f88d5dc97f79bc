import type { MeetingState } from '@dossier/contract/meetings/meetings';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { formatExactTime } from '../../../platform/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.ts';
import styles from './meetings.module.css';

/** The state of a meeting, as text with a coloured dot. */
export function MeetingTag({ state }: { state: MeetingState }): ReactNode {
  const t = useText('meetings.meetings');
  return (
    <span className={styles.state} data-state={state}>
      {t(`state_${state}`)}
    </span>
  );
}

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
