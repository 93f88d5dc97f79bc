import {
  ArrowLeftOutlined,
  CalendarOutlined,
  EditOutlined,
  FileDoneOutlined,
  MoreOutlined,
  StopOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { codes } from '@dossier/contract/codes';
import { type Meeting, meetings } from '@dossier/contract/meetings';
import { minutes } from '@dossier/contract/minutes';
import { scores, votes } from '@dossier/contract/votes';
import { Button, Dropdown, type MenuProps, Skeleton } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { usePageTitle } from '../../ground/hooks/use-page-title.ts';
import { refresh } from '../../ground/query.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { useCall } from '../../ground/use-call.ts';
import { AgendaPart } from '../meetings/agenda-part.tsx';
import { Facts, OwnPart } from '../meetings/facts.tsx';
import { openEditMeeting } from '../meetings/meeting-dialog.tsx';
import { meetingsPath } from '../meetings/paths.ts';
import { PeoplePart } from '../meetings/people-part.tsx';
import { MeetingTag } from '../meetings/state-tag.tsx';
import { fetchCalendar, useMeetingState } from '../meetings/use-meeting-deeds.tsx';
import record from '../../ground/ui/record.module.css';
import { VotesPart } from '../votes/votes-part.tsx';
import { openArchive } from './archive-dialog.tsx';
import { MinutesPart } from './minutes-part.tsx';

/** While a meeting runs, everybody in the room sees what the others do. */
const againMs = 10_000;

/** One meeting: what is planned, who comes, what is voted, what is written down. */
export function MeetingPage({ id }: { id: string }): ReactNode {
  const t = useText('meetings');
  const found = useCall(meetings.show, { id });
  const late = useDelayed(found.isPending);
  const isRunning = found.data?.state === 'running';
  useEffect(() => {
    if (!isRunning) return undefined;
    const look = (): void =>
      void (document.visibilityState === 'visible' && refresh(meetings.show, meetings.people, minutes.show, votes.list, scores.list));
    const timer = setInterval(look, againMs);
    return () => clearInterval(timer);
  }, [isRunning]);
  const way = <GoLink to={meetingsPath}>{t('allMeetings')}</GoLink>;
  if (found.error && !found.data)
    return <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.meetingMissing.code && way} />;
  if (!found.data) return <div className={record.page}>{late && <Skeleton active />}</div>;
  const meeting = found.data;
  return (
    <div className={record.page} key={meeting.id}>
      <Head meeting={meeting} />
      <Facts meeting={meeting} />
      <OwnPart meeting={meeting} />
      <AgendaPart meeting={meeting} />
      <VotesPart meeting={meeting} />
      <MinutesPart meeting={meeting} />
      <PeoplePart meeting={meeting} />
    </div>
  );
}

function Head({ meeting }: { meeting: Meeting }): ReactNode {
  const t = useText('meetings');
  usePageTitle(meeting.title);
  const menu = useMenu(meeting);
  const { begin, end, busy } = useMeetingState();
  const { id, state, leads } = meeting;
  return (
    <header className={record.head}>
      <GoLink to={meetingsPath} aria-label={t('allMeetings')} title={t('allMeetings')}>
        <ArrowLeftOutlined />
      </GoLink>
      <h1 title={meeting.title}>{meeting.title}</h1>
      <MeetingTag state={state} />
      <span className={record.gap} />
      {leads && state === 'planned' && (
        <Button type="primary" loading={busy} onClick={() => begin(id)}>
          {t('begin')}
        </Button>
      )}
      {leads && state === 'running' && (
        <Button type="primary" loading={busy} onClick={() => end(id)}>
          {t('end')}
        </Button>
      )}
      {leads && state === 'ended' && (
        <Button type="primary" icon={<FileDoneOutlined />} onClick={() => openArchive(meeting)}>
          {t('archive')}
        </Button>
      )}
      <MinutesLink id={id} />
      {menu.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items: menu }}>
          <Button icon={<MoreOutlined />} aria-label={t('actionsOf', { name: meeting.title })} />
        </Dropdown>
      )}
    </header>
  );
}

/** The way to the document that a meeting was archived as, for who may see it. */
function MinutesLink({ id }: { id: string }): ReactNode {
  const t = useText('minutes');
  const documentId = useCall(minutes.show, { id }).data?.documentId;
  return (
    documentId && (
      <Button href={`/docpreview?id=${documentId}`} target="_blank" icon={<FileDoneOutlined />}>
        {t('openArchived')}
      </Button>
    )
  );
}

function useMenu(meeting: Meeting): NonNullable<MenuProps['items']> {
  const t = useText('meetings');
  const { begin, callOff, planAgain } = useMeetingState();
  const { id, state, leads } = meeting;
  const isOpen = state === 'planned' || state === 'running';
  const toCalendar = (): void => void fetchCalendar(id).catch(() => undefined);
  return [
    ...(leads && isOpen ? [{ key: 'edit', icon: <EditOutlined />, label: t('edit'), onClick: () => openEditMeeting(meeting) }] : []),
    ...(isOpen ? [{ key: 'calendar', icon: <CalendarOutlined />, label: t('toCalendar'), onClick: toCalendar }] : []),
    ...(leads && state === 'ended' ? [{ key: 'again', icon: <UndoOutlined />, label: t('beginAgain'), onClick: () => begin(id) }] : []),
    ...(leads && state === 'cancelled'
      ? [{ key: 'plan', icon: <UndoOutlined />, label: t('planAgain'), onClick: () => planAgain(id) }]
      : []),
    ...(leads && state === 'planned'
      ? [{ key: 'off', icon: <StopOutlined />, label: t('callOff'), danger: true, onClick: () => callOff(meeting) }]
      : []),
  ];
}
