import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { useLang } from '../../ground/text.ts';

/** From when to when, to the minute; the day of the end only where it is another one. */
export function When({ start, end }: { start: string; end: string }): ReactNode {
  useLang();
  const from = dayjs(start);
  const to = dayjs(end);
  const form = from.isSame(to, 'day') ? 'HH:mm' : 'YYYY-MM-DD HH:mm';
  return (
    <time dateTime={start} title={`${exactTime(start)} – ${exactTime(end)}`} style={{ whiteSpace: 'nowrap' }}>
      {from.format('YYYY-MM-DD HH:mm')}–{to.format(form)}
    </time>
  );
}
