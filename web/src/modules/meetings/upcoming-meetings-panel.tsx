import { TeamOutlined } from '@ant-design/icons';
import { meetings } from '@dossier/contract/meetings/meetings';
import { type ReactNode, useId } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { AppLink } from '../../platform/ui/links.tsx';
import { MeetingTime } from './meetings/meeting-status.tsx';
import { meetingsPath } from './paths.ts';

type PanelStyles = Readonly<
  Partial<Record<'panel' | 'head' | 'all' | 'body' | 'empty' | 'list' | 'entry' | 'name' | 'fact' | 'ghost', string>>
>;

/** A panel of the home page: running and upcoming meetings. Styled by the page. */
export function UpcomingMeetingsPanel({ styles }: { styles: PanelStyles }): ReactNode {
  const t = useText('meetings.meetings');
  const id = useId();
  const { data, error, refetch, isPending } = useCall(meetings.coming, { pageSize: 8 }, { staleTime: 30_000 });
  const late = useDelayed(isPending);
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <TeamOutlined />
        <h2 id={id}>{t('coming')}</h2>
        {data && data.list.length > 0 && (
          <AppLink to={meetingsPath} className={styles.all ?? ''} aria-label={t('allMeetings')}>
            {t('all')}
          </AppLink>
        )}
      </header>
      <div className={styles.body} aria-busy={isPending}>
        {error && !data && <ErrorBox small error={error} retry={() => void refetch()} />}
        {late && Array.from({ length: 4 }, (_, at) => <div key={at} className={styles.ghost} />)}
        {data?.list.length === 0 && <p className={styles.empty}>{t('noComing')}</p>}
        {data && data.list.length > 0 && (
          <ul className={styles.list}>
            {data.list.map((meeting) => (
              <li key={meeting.id}>
                <AppLink to={meetingsPath} query={{ id: meeting.id }} className={styles.entry ?? ''}>
                  <span className={styles.name}>{meeting.title}</span>
                  <span className={styles.fact}>
                    {meeting.state === 'running' ? t('state_running') : <MeetingTime start={meeting.startTime} end={meeting.endTime} />}
                  </span>
                </AppLink>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
