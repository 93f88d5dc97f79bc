import type { Principal } from '@dossier/contract/identity/users';
import { type Meeting, meetings } from '@dossier/contract/meetings/meetings';
import { DatePicker, Form, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Grid } from '../../../platform/ui/page-layout.tsx';
import { InvitedField, PersonField, principalInput } from './attendees.tsx';

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

const changedRoutes = [meetings.list, meetings.show, meetings.coming, meetings.people];

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
          <InvitedField label={t('invited')} />
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
