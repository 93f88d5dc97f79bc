import { CalendarOutlined, CheckOutlined, CloseOutlined, QuestionOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons';
import type { Principal } from '@dossier/contract/identity/users';
import { type Meeting, type MeetingRow, meetings } from '@dossier/contract/meetings/meetings';
import { votes } from '@dossier/contract/meetings/votes';
import { DatePicker, Form, Input } from 'antd';
import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Grid } from '../../../platform/ui/page-layout.tsx';
import type { RowMenu } from '../../../platform/ui/paged-table.tsx';
import { PrincipalsField, principalInput } from '../../access/principals-field.tsx';
import { PersonField } from './attendees.tsx';

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

interface Values {
  title: string;
  times: [Dayjs, Dayjs];
  place?: string;
  link?: string;
  description?: string;
  host?: Principal;
  secretary?: Principal;
  invited?: Principal[];
}

const valuesOf = (meeting: Meeting): Partial<Values> => ({
  title: meeting.title,
  times: [dayjs(meeting.startTime), dayjs(meeting.endTime)],
  place: meeting.place,
  link: meeting.link,
  description: meeting.description,
  host: { type: 'user', id: meeting.hostId, name: meeting.hostName },
  ...(meeting.secretaryId && { secretary: { type: 'user' as const, id: meeting.secretaryId, name: meeting.secretaryName } }),
});

/** An hour from the next full hour. */
const soon = (): [Dayjs, Dayjs] => {
  const start = dayjs().add(1, 'hour').startOf('hour');
  return [start, start.add(1, 'hour')];
};

interface MeetingDialogProps {
  meeting?: Meeting;
  made?: (id: string) => void;
  close: () => void;
}

function MeetingDialog({ meeting, made, close }: MeetingDialogProps): ReactNode {
  const t = useText('meetings.meetings');
  const create = useCallMutation(meetings.create, { refresh: changedRoutes });
  const update = useCallMutation(meetings.update, { refresh: changedRoutes });
  const save = async ({ times: [start, end], invited = [], host, secretary, ...values }: Values): Promise<void> => {
    const facts = {
      title: values.title,
      startTime: start.toDate().toISOString(),
      endTime: end.toDate().toISOString(),
      place: values.place ?? '',
      link: values.link?.trim() ?? '',
      description: values.description ?? '',
      ...(host && { hostId: host.id }),
      ...(secretary && { secretaryId: secretary.id }),
    };
    if (meeting) await update.mutateAsync({ id: meeting.id, ...facts });
    else made?.((await create.mutateAsync({ ...facts, invited: principalInput(invited) })).id);
  };
  return (
    <FormDialog<Values>
      title={meeting ? t('editTitle', { name: meeting.title }) : t('newMeeting')}
      ok={meeting ? t('save') : t('call')}
      initial={meeting ? valuesOf(meeting) : { times: soon() }}
      save={save}
      close={close}
    >
      <Fields isNew={meeting === undefined} />
    </FormDialog>
  );
}

function Fields({ isNew }: { isNew: boolean }): ReactNode {
  const t = useText('meetings.meetings');
  return (
    <>
      <Form.Item name="title" label={t('title')} rules={[{ required: true, whitespace: true, message: t('titleNeeded') }]}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="times" label={t('time')} rules={[{ required: true, message: t('timeNeeded') }]}>
        <DatePicker.RangePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" style={{ width: '100%' }} needConfirm={false} />
      </Form.Item>
      <Grid min={170} gap={3} tight>
        <Form.Item name="place" label={t('place')}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="link" label={t('link')} rules={[{ pattern: /^(https?:\/\/[^\s"<>]+)?$/i, message: t('linkWrong') }]}>
          <Input maxLength={1000} placeholder="https://" />
        </Form.Item>
        <Form.Item name="host" label={t('host')}>
          <PersonField label={t('host')} />
        </Form.Item>
        <Form.Item name="secretary" label={t('secretary')}>
          <PersonField label={t('secretary')} />
        </Form.Item>
      </Grid>
      {isNew && (
        <Form.Item name="invited" label={t('invited')} extra={t('invitedHint')}>
          <PrincipalsField label={t('invited')} />
        </Form.Item>
      )}
      <Form.Item name="description" label={t('description')}>
        <Input.TextArea rows={3} maxLength={4000} />
      </Form.Item>
    </>
  );
}

/** Creates a meeting. */
export const openNewMeeting = (made: (id: string) => void): void => openDialog((close) => <MeetingDialog made={made} close={close} />);

/** Edits a meeting. */
export const openEditMeeting = (meeting: Meeting): void => openDialog((close) => <MeetingDialog meeting={meeting} close={close} />);
