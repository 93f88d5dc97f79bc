import { TeamOutlined } from '@ant-design/icons';
import { meetings } from '@dossier/contract/meetings/meetings';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { ListPanel, PanelLine } from '../../platform/ui/list-panel.tsx';
import { MeetingTime } from './meetings/meeting-facts.tsx';
import { meetingsPath } from './paths.ts';

/** Asks for a new meeting, and opens it. */
export async function startMeeting(go: (path: string, query: { id: string }) => void): Promise<void> {
  const { openNewMeeting } = await import('./meetings/meeting-actions.tsx');
  openNewMeeting((id) => go(meetingsPath, { id }));
}

/** A panel of the home page: running and upcoming meetings. */
export function UpcomingMeetingsPanel(): ReactNode {
  const t = useText('meetings.meetings');
  const found = useCall(meetings.coming, { pageSize: 8 }, { staleTime: 30_000 });
  const all = (
    <AppLink to={meetingsPath} aria-label={t('allMeetings')}>
      {t('all')}
    </AppLink>
  );
  return (
    <ListPanel icon={<TeamOutlined />} title={t('coming')} all={all} found={found} empty={t('noComing')}>
      {(meeting) => (
        <AppLink to={meetingsPath} query={{ id: meeting.id }} className={entryClass}>
          <PanelLine
            name={meeting.title}
            fact={meeting.state === 'running' ? t('state_running') : <MeetingTime start={meeting.startTime} end={meeting.endTime} />}
          />
        </AppLink>
      )}
    </ListPanel>
  );
}
