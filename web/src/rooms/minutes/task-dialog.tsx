import { meetings } from '@dossier/contract/meetings';
import { minutes, type Task, type TaskKind } from '@dossier/contract/minutes';
import { DatePicker, Form, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useCall, useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';

interface Values {
  text: string;
  personId?: string | null;
  due?: Dayjs | null;
}

interface Asked {
  meetingId: string;
  kind: TaskKind;
  task?: Task;
}

function TaskDialog({ meetingId, kind, task, close }: Asked & { close: () => void }): ReactNode {
  const t = useText('minutes');
  const send = useSend(minutes.saveTask, { refresh: [minutes.show] });
  const people = useCall(meetings.people, { id: meetingId });
  const save = ({ text, personId, due }: Values) =>
    send.mutateAsync({
      id: meetingId,
      ...(task && { taskId: task.id }),
      kind,
      text,
      ...(personId && { personId }),
      ...(due && { due: due.format('YYYY-MM-DD') }),
    });
  const initial = task && { text: task.text, personId: task.personId ?? null, due: task.due === undefined ? null : dayjs(task.due) };
  return (
    <AskDialog<Values>
      title={t(kind === 'task' ? 'newTask' : 'newDecision')}
      ok={t('save')}
      {...(initial && { initial })}
      save={save}
      close={close}
    >
      <Form.Item name="text" label={t('what')} rules={[{ required: true, whitespace: true, message: t('whatNeeded') }]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={1000} />
      </Form.Item>
      <Form.Item name="personId" label={t('who')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          loading={people.isPending}
          options={(people.data?.list ?? []).map((one) => ({ value: one.id, label: one.name }))}
        />
      </Form.Item>
      <Form.Item name="due" label={t('due')}>
        <DatePicker style={{ width: '100%' }} />
      </Form.Item>
    </AskDialog>
  );
}

/** Notes a decision or a task, or changes one. */
export const openTask = (asked: Asked): void => openDialog((close) => <TaskDialog {...asked} close={close} />);
