import { CalendarOutlined, CheckOutlined, CloseOutlined, QuestionOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons';
import { type MeetingRow, meetings } from '@dossier/contract/meetings';
import { votes } from '@dossier/contract/votes';
import { call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import type { MenuOf } from '../people/paged-table.tsx';

const refresh = [meetings.list, meetings.show, meetings.coming, meetings.people];
/** The end of a meeting closes its votes. */
const moved = [...refresh, votes.list, votes.show, votes.summary];
const doing = (work: Promise<unknown>): void => void work.catch(() => undefined);

/** Fetches a meeting for the calendar of the person. */
export async function fetchCalendar(id: string): Promise<void> {
  const link = document.createElement('a');
  link.href = (await call(meetings.calendar, { id })).url;
  link.download = 'meeting.ics';
  link.click();
}

/** Moves a meeting on. */
export function useMeetingState() {
  const t = useText('meetings');
  const move = useSend(meetings.setState, { refresh: moved });
  const callOff = async ({ id, title }: Pick<MeetingRow, 'id' | 'title'>): Promise<void> => {
    if (!(await confirm({ title: t('callOffAsk', { name: title }), text: t('callOffText'), ok: t('callOff'), danger: true }))) return;
    await move.mutateAsync({ id, state: 'cancelled' });
    notice.success(t('wasCalledOff', { name: title }));
  };
  return {
    busy: move.isPending,
    begin: (id: string) => doing(move.mutateAsync({ id, state: 'running' })),
    end: (id: string) => doing(move.mutateAsync({ id, state: 'ended' })),
    planAgain: (id: string) => doing(move.mutateAsync({ id, state: 'planned' })),
    callOff: (meeting: Pick<MeetingRow, 'id' | 'title'>) => doing(callOff(meeting)),
  };
}

/** What can be done with a meeting in a list. */
export function useMeetingDeeds(): MenuOf<MeetingRow> {
  const t = useText('meetings');
  const answer = useSend(meetings.answer, { refresh });
  const { callOff, planAgain } = useMeetingState();
  const isOpen = ({ state }: MeetingRow): boolean => state === 'planned' || state === 'running';
  return (meeting) => [
    ...(isOpen(meeting)
      ? [
          {
            key: 'yes',
            icon: <CheckOutlined />,
            label: t('say_yes'),
            onClick: () => doing(answer.mutateAsync({ id: meeting.id, answer: 'yes' })),
          },
          {
            key: 'perhaps',
            icon: <QuestionOutlined />,
            label: t('say_perhaps'),
            onClick: () => doing(answer.mutateAsync({ id: meeting.id, answer: 'perhaps' })),
          },
          {
            key: 'no',
            icon: <CloseOutlined />,
            label: t('say_no'),
            onClick: () => doing(answer.mutateAsync({ id: meeting.id, answer: 'no' })),
          },
          { key: 'calendar', icon: <CalendarOutlined />, label: t('toCalendar'), onClick: () => doing(fetchCalendar(meeting.id)) },
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
