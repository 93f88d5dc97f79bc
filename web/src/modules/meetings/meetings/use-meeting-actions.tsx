import { CalendarOutlined, CheckOutlined, CloseOutlined, QuestionOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons';
import { type MeetingRow, meetings } from '@dossier/contract/meetings/meetings';
import { votes } from '@dossier/contract/meetings/votes';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import type { RowMenu } from '../../../platform/ui/paged-table.tsx';

const changedRoutes = [meetings.list, meetings.show, meetings.coming, meetings.people];
/** The end of a meeting closes its votes. */
const stateRoutes = [...changedRoutes, votes.list, votes.show, votes.summary];
const ignoreRefusal = (work: Promise<unknown>): void => void work.catch(() => undefined);

/** Downloads a meeting as a calendar file. */
export async function fetchCalendar(id: string): Promise<void> {
  const link = document.createElement('a');
  link.href = (await call(meetings.calendar, { id })).url;
  link.download = 'meeting.ics';
  link.click();
}

/** Changes the state of a meeting. */
export function useMeetingState() {
  const t = useText('meetings.meetings');
  const move = useCallMutation(meetings.setState, { refresh: stateRoutes });
  const callOff = async ({ id, title }: Pick<MeetingRow, 'id' | 'title'>): Promise<void> => {
    if (!(await confirm({ title: t('callOffAsk', { name: title }), text: t('callOffText'), ok: t('callOff'), danger: true }))) return;
    await move.mutateAsync({ id, state: 'cancelled' });
    notice.success(t('wasCalledOff', { name: title }));
  };
  return {
    busy: move.isPending,
    begin: (id: string) => ignoreRefusal(move.mutateAsync({ id, state: 'running' })),
    end: (id: string) => ignoreRefusal(move.mutateAsync({ id, state: 'ended' })),
    planAgain: (id: string) => ignoreRefusal(move.mutateAsync({ id, state: 'planned' })),
    callOff: (meeting: Pick<MeetingRow, 'id' | 'title'>) => ignoreRefusal(callOff(meeting)),
  };
}

/** The actions on a meeting in a list. */
export function useMeetingActions(): RowMenu<MeetingRow> {
  const t = useText('meetings.meetings');
  const answer = useCallMutation(meetings.answer, { refresh: changedRoutes });
  const { callOff, planAgain } = useMeetingState();
  const isOpen = ({ state }: MeetingRow): boolean => state === 'planned' || state === 'running';
  return (meeting) => [
    ...(isOpen(meeting)
      ? [
          {
            key: 'yes',
            icon: <CheckOutlined />,
            label: t('say_yes'),
            onClick: () => ignoreRefusal(answer.mutateAsync({ id: meeting.id, answer: 'yes' })),
          },
          {
            key: 'perhaps',
            icon: <QuestionOutlined />,
            label: t('say_perhaps'),
            onClick: () => ignoreRefusal(answer.mutateAsync({ id: meeting.id, answer: 'perhaps' })),
          },
          {
            key: 'no',
            icon: <CloseOutlined />,
            label: t('say_no'),
            onClick: () => ignoreRefusal(answer.mutateAsync({ id: meeting.id, answer: 'no' })),
          },
          { key: 'calendar', icon: <CalendarOutlined />, label: t('toCalendar'), onClick: () => ignoreRefusal(fetchCalendar(meeting.id)) },
        ]
      : []),
    ...(meeting.leads && meeting.state === 'planned'
      ? [{ key: 'off', icon: <StopOutlined />, label: t('callOff'), danger: true, onClick: () => callOff(meeting) }]
      : []),
    ...(meeting.leads && meeting.state === 'cancelled'
      ? [{ key: 'again', icon: <UndoOutlined />, label: t('planAgain'), onClick: () => planAgain(meeting.id) }]
      : []),
  ];
}
