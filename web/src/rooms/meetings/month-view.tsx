import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { type MeetingRow, meetings } from '@dossier/contract/meetings';
import { Button } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactNode, useState } from 'react';
import { useLang, useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { useCall } from '../../ground/use-call.ts';
import styles from './meetings.module.css';
import calendar from './month.module.css';
import { monthDays } from './month-days.ts';
import { meetingsPath } from './paths.ts';

/** More than a month has in sight; the list has them all. */
const most = 1000;

/** A month of meetings, day by day; on a phone the days that have one. */
export function MonthView({ keyword }: { keyword: string }): ReactNode {
  const t = useText('meetings');
  useLang();
  const [month, setMonth] = useState(() => dayjs().startOf('month'));
  const days = monthDays(month);
  const [first = month, last = month] = [days[0], days.at(-1)];
  const asked = { from: first.toDate().toISOString(), to: last.add(1, 'day').toDate().toISOString(), pageSize: most };
  const found = useCall(meetings.list, { ...asked, ...(keyword && { keyword }) }, { keep: true });
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  const byDay = Map.groupBy(found.data?.list ?? [], (one) => dayjs(one.startTime).format('YYYY-MM-DD'));
  const count = (found.data?.list ?? []).filter((one) => dayjs(one.startTime).isSame(month, 'month')).length;
  return (
    <section className={calendar.month} aria-label={month.format('YYYY-MM')} aria-busy={found.isFetching}>
      <div className={calendar.monthHead}>
        <Button icon={<LeftOutlined />} aria-label={t('monthBefore')} onClick={() => setMonth(month.subtract(1, 'month'))} />
        <h2 aria-live="polite">{month.format('YYYY-MM')}</h2>
        <Button icon={<RightOutlined />} aria-label={t('monthAfter')} onClick={() => setMonth(month.add(1, 'month'))} />
        <Button onClick={() => setMonth(dayjs().startOf('month'))}>{t('today')}</Button>
      </div>
      <div className={calendar.weekdays} aria-hidden="true">
        {days.slice(0, 7).map((day) => (
          <span key={day.day()}>{day.format('ddd')}</span>
        ))}
      </div>
      <ol className={calendar.days}>
        {days.map((day) => (
          <Day key={day.format('YYYY-MM-DD')} day={day} month={month} list={byDay.get(day.format('YYYY-MM-DD')) ?? []} />
        ))}
      </ol>
      {found.data && count === 0 && <p className={styles.hint}>{t('emptyMonth')}</p>}
    </section>
  );
}

function Day({ day, month, list }: { day: Dayjs; month: Dayjs; list: MeetingRow[] }): ReactNode {
  const isToday = day.isSame(dayjs(), 'day');
  return (
    <li
      data-out={!day.isSame(month, 'month') || undefined}
      data-today={isToday || undefined}
      data-empty={list.length === 0 || undefined}
      {...(isToday && { 'aria-current': 'date' as const })}
    >
      <b>
        <time dateTime={day.format('YYYY-MM-DD')}>{day.format('D ddd')}</time>
      </b>
      {list.map((one) => (
        <GoLink key={one.id} to={meetingsPath} query={{ id: one.id }} data-state={one.state} title={one.title}>
          <time dateTime={one.startTime}>{dayjs(one.startTime).format('HH:mm')}</time> {one.title}
        </GoLink>
      ))}
    </li>
  );
}
