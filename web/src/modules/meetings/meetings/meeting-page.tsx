import {
  ArrowLeftOutlined,
  CalendarOutlined,
  CheckCircleFilled,
  EditOutlined,
  FileDoneOutlined,
  MoreOutlined,
  StopOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { type InvitationAnswer, type Meeting, meetings } from '@dossier/contract/meetings/meetings';
import { minutes } from '@dossier/contract/meetings/minutes';
import { scores, votes } from '@dossier/contract/meetings/votes';
import { Button, Form, type MenuProps, Segmented, Skeleton } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes, useCall, useCallMutation } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { useDelayed, useMedia, usePageTitle } from '../../../platform/ui/hooks.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import { MenuDropdown } from '../../../platform/ui/menu-dropdown.tsx';
import { Facts, Page } from '../../../platform/ui/page-layout.tsx';
import { Callout, DetailHeader } from '../../../platform/ui/page-parts.tsx';
import { can } from '../../documents/areas.ts';
import { type ChosenFolder, FolderSelect } from '../../documents/folder-select.tsx';
import { MinutesSection } from '../minutes/minutes-part.tsx';
import { meetingsPath } from '../paths.ts';
import { VotesSection } from '../votes/vote-lists.tsx';
import { AgendaSection } from './agenda.tsx';
import { AttendeesSection } from './attendees.tsx';
import { fetchCalendar, openEditMeeting, useMeetingState } from './meeting-actions.tsx';
import { MeetingTag, MeetingTime } from './meeting-facts.tsx';

/** Time, place and leaders of the meeting. */
function MeetingFacts({ meeting }: { meeting: Meeting }): ReactNode {
  const t = useText('meetings.meetings');
  const { counts } = meeting;
  const link = meeting.link !== '' && (
    <a key="link" href={meeting.link} target="_blank" rel="noreferrer">
      {hostOf(meeting.link)}
    </a>
  );
  return (
    <>
      <Facts
        facts={[
          [t('time'), <MeetingTime key="when" start={meeting.startTime} end={meeting.endTime} />],
          meeting.place !== '' && [t('place'), meeting.place],
          link && [t('link'), link],
          [t('host'), meeting.hostName],
          meeting.secretaryName !== '' && [t('secretary'), meeting.secretaryName],
          [t('invited'), t('nComing', { count: counts.invited, yes: counts.yes, perhaps: counts.perhaps, no: counts.no })],
          meeting.state !== 'planned' && [t('present'), `${counts.present} / ${counts.invited}`],
        ]}
      />
      {meeting.description !== '' && (
        <Text as="p" prose>
          {meeting.description}
        </Text>
      )}
    </>
  );
}

const hostOf = (link: string): string => URL.parse(link)?.host ?? link;

const attendanceRoutes = [meetings.show, meetings.people, meetings.list, meetings.coming];

/** The user's answer to the invitation, or the check-in once the meeting runs, large enough for touch. */
function OwnAttendance({ meeting }: { meeting: Meeting }): ReactNode {
  const t = useText('meetings.meetings');
  const answer = useCallMutation(meetings.answer, { refresh: attendanceRoutes });
  const sign = useCallMutation(meetings.sign, { refresh: attendanceRoutes });
  const phone = useMedia('phone');
  if (meeting.state !== 'planned' && meeting.state !== 'running') return null;
  const ownAnswer = meeting.answer === 'open' ? undefined : meeting.answer;
  return (
    <Callout>
      {meeting.state === 'planned' ? (
        <>
          <Text as="strong" strong>
            {t('doYouCome')}
          </Text>
          <Segmented<InvitationAnswer>
            size={phone ? 'large' : 'middle'}
            aria-label={t('doYouCome')}
            value={ownAnswer ?? 'open'}
            onChange={(next) => next !== 'open' && void answer.mutateAsync({ id: meeting.id, answer: next }).catch(() => undefined)}
            options={(['yes', 'perhaps', 'no'] as const).map((one) => ({ value: one, label: t(`say_${one}`) }))}
          />
        </>
      ) : meeting.present ? (
        <span>
          <Text as="span" tone="done">
            <CheckCircleFilled />
          </Text>{' '}
          {t('youSignedIn')}
        </span>
      ) : (
        <Button
          type="primary"
          size="large"
          loading={sign.isPending}
          onClick={() => void sign.mutateAsync({ id: meeting.id }).catch(() => undefined)}
        >
          {t('signIn')}
        </Button>
      )}
    </Callout>
  );
}

const archivedRoutes = [meetings.list, meetings.show, meetings.coming, minutes.show, votes.list, scores.list];

function ArchiveDialog({ meeting, close }: { meeting: Meeting; close: () => void }): ReactNode {
  const t = useText('meetings.minutes');
  const send = useCallMutation(minutes.archive, { refresh: archivedRoutes });
  const save = async ({ place }: { place: ChosenFolder }): Promise<void> => {
    const { name } = await send.mutateAsync({ id: meeting.id, parentId: place.id });
    notice.success(textOf('meetings.minutes')('wasArchived', { name }));
  };
  return (
    <FormDialog<{ place: ChosenFolder }> title={t('archiveTitle', { name: meeting.title })} ok={t('archive')} save={save} close={close}>
      <p>{t('archiveText')}</p>
      <Form.Item name="place" label={t('folder')} rules={[{ required: true, message: t('folderNeeded') }]}>
        <FolderSelect fits={(one) => can(one.rights, 'upload')} />
      </Form.Item>
    </FormDialog>
  );
}

/** Archives a meeting, irrevocably. */
const openArchive = (meeting: Meeting): void => openDialog((close) => <ArchiveDialog meeting={meeting} close={close} />);

/** A running meeting is refetched to show the participants' actions. */
const refetchMs = 10_000;

/** A meeting: agenda, attendees, votes and minutes. */
export function MeetingPage({ id }: { id: string }): ReactNode {
  const t = useText('meetings.meetings');
  const found = useCall(meetings.show, { id });
  const late = useDelayed(found.isPending);
  const isRunning = found.data?.state === 'running';
  useEffect(() => {
    if (!isRunning) return undefined;
    const look = (): void =>
      void (
        document.visibilityState === 'visible' && invalidateRoutes(meetings.show, meetings.people, minutes.show, votes.list, scores.list)
      );
    const timer = setInterval(look, refetchMs);
    return () => clearInterval(timer);
  }, [isRunning]);
  const link = <AppLink to={meetingsPath}>{t('allMeetings')}</AppLink>;
  if (found.error && !found.data)
    return <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.meetingMissing.code && link} />;
  if (!found.data) return <Page>{late && <Skeleton active />}</Page>;
  const meeting = found.data;
  return (
    <Page key={meeting.id}>
      <MeetingHeader meeting={meeting} />
      <Stack gap={3}>
        <MeetingFacts meeting={meeting} />
        <OwnAttendance meeting={meeting} />
      </Stack>
      <AgendaSection meeting={meeting} />
      <VotesSection meeting={meeting} />
      <MinutesSection meeting={meeting} />
      <AttendeesSection meeting={meeting} />
    </Page>
  );
}

function MeetingHeader({ meeting }: { meeting: Meeting }): ReactNode {
  const t = useText('meetings.meetings');
  usePageTitle(meeting.title);
  const menu = useMeetingMenu(meeting);
  const { begin, end, busy } = useMeetingState();
  const { id, state, leads } = meeting;
  return (
    <DetailHeader
      back={
        <AppLink to={meetingsPath} aria-label={t('allMeetings')} title={t('allMeetings')}>
          <ArrowLeftOutlined />
        </AppLink>
      }
      title={meeting.title}
      status={<MeetingTag state={state} />}
    >
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
        <MenuDropdown menu={{ items: menu }}>
          <Button icon={<MoreOutlined />} aria-label={t('actionsOf', { name: meeting.title })} />
        </MenuDropdown>
      )}
    </DetailHeader>
  );
}

/** A link to the archived minutes, for users who see the document. */
function MinutesLink({ id }: { id: string }): ReactNode {
  const t = useText('meetings.minutes');
  const documentId = useCall(minutes.show, { id }).data?.documentId;
  return (
    documentId && (
      <Button href={`/docpreview?id=${documentId}`} target="_blank" icon={<FileDoneOutlined />}>
        {t('openArchived')}
      </Button>
    )
  );
}

function useMeetingMenu(meeting: Meeting): NonNullable<MenuProps['items']> {
  const t = useText('meetings.meetings');
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
