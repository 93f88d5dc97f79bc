import { CheckSquareOutlined, DeleteOutlined, EditOutlined, FlagOutlined } from '@ant-design/icons';
import { type Meeting, meetings } from '@dossier/contract/meetings/meetings';
import { type Minutes, type Task, type TaskKind, maxMinutesLength, minutes } from '@dossier/contract/meetings/minutes';
import { Button, Checkbox, DatePicker, Form, Input, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import { type ReactNode, Suspense, lazy, useCallback, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { DividedList, Row, Text } from '../../../platform/ui/layout.tsx';
import { Section, SmallNote } from '../../../platform/ui/page-parts.tsx';
import styles from '../meetings.module.css';
import { useAutosave } from './autosave.ts';

const MinutesPage = lazy(() => import('./rendered-minutes.tsx').then((m) => ({ default: m.RenderedMinutes })));

/** The minutes, their decisions and tasks. */
export function MinutesSection({ meeting }: { meeting: Meeting }): ReactNode {
  const t = useText('meetings.minutes');
  const found = useCall(minutes.show, { id: meeting.id });
  if (found.error && !found.data) return <ErrorBox small error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return null;
  const { data } = found;
  if (!data.writes && data.text === '' && data.tasks.length === 0 && meeting.state === 'planned') return null;
  return (
    <>
      {data.writes ? (
        <MinutesEditor key={meeting.id} id={meeting.id} known={data} />
      ) : (
        <Section title={t('minutes')}>{data.text === '' ? <Hint>{t('noMinutes')}</Hint> : <RenderedText source={data.text} />}</Section>
      )}
      <TasksSection meeting={meeting} known={data} />
    </>
  );
}

const RenderedText = ({ source }: { source: string }): ReactNode => (
  <Suspense
    fallback={
      <Text as="p" prose>
        {source}
      </Text>
    }
  >
    <MinutesPage source={source} />
  </Suspense>
);

function MinutesEditor({ id, known }: { id: string; known: Minutes }): ReactNode {
  const t = useText('meetings.minutes');
  const [shown, setShown] = useState<'write' | 'page'>('write');
  const met = useCallback((name: string) => notice.info(textOf('meetings.minutes')('metOther', { name })), []);
  const { text, change, saving, save } = useAutosave(id, known, met);
  // nothing has been written yet that could be saved
  const isPristine = saving === 'saved' && text === '' && known.text === '';
  return (
    <Section
      title={
        <>
          {t('minutes')} <SmallNote role="status">{isPristine ? '' : t(`saving_${saving}`)}</SmallNote>
        </>
      }
      actions={
        <Segmented
          size="small"
          aria-label={t('shownAs')}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'write', label: t('asText') },
            { value: 'page', label: t('asPage') },
          ]}
        />
      }
    >
      {shown === 'write' ? (
        <Input.TextArea
          aria-label={t('minutes')}
          placeholder={t('minutesHint')}
          autoSize={{ minRows: 6, maxRows: 40 }}
          maxLength={maxMinutesLength}
          value={text}
          onChange={({ target }) => change(target.value)}
          onBlur={() => void save()}
        />
      ) : (
        <RenderedText source={text} />
      )}
    </Section>
  );
}

interface Values {
  text: string;
  personId?: string | null;
  due?: Dayjs | null;
}

interface TaskDialogTarget {
  meetingId: string;
  kind: TaskKind;
  task?: Task;
}

function TaskDialog({ meetingId, kind, task, close }: TaskDialogTarget & { close: () => void }): ReactNode {
  const t = useText('meetings.minutes');
  const send = useCallMutation(minutes.saveTask, { refresh: [minutes.show] });
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
    <FormDialog<Values>
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
          options={(people.data?.list ?? []).map((person) => ({ value: person.id, label: person.name }))}
        />
      </Form.Item>
      <Form.Item name="due" label={t('due')}>
        <DatePicker style={{ width: '100%' }} />
      </Form.Item>
    </FormDialog>
  );
}

/** Creates or edits a decision or task. */
const openTask = (dialogTarget: TaskDialogTarget): void => openDialog((close) => <TaskDialog {...dialogTarget} close={close} />);

const taskRoutes = [minutes.show, meetings.show];

/** Decisions, and tasks with assignee and due date. */
function TasksSection({ meeting, known }: { meeting: Meeting; known: Minutes }): ReactNode {
  const t = useText('meetings.minutes');
  if (!known.writes && known.tasks.length === 0) return null;
  return (
    <Section
      title={t('decisionsAndTasks')}
      actions={
        known.writes && (
          <>
            <Button icon={<FlagOutlined />} onClick={() => openTask({ meetingId: meeting.id, kind: 'decision' })}>
              {t('newDecision')}
            </Button>
            <Button icon={<CheckSquareOutlined />} onClick={() => openTask({ meetingId: meeting.id, kind: 'task' })}>
              {t('newTask')}
            </Button>
          </>
        )
      }
    >
      {known.tasks.length === 0 && <Hint>{t('noTasks')}</Hint>}
      <DividedList lines="compact">
        {known.tasks.map((task) => (
          <TaskLine key={task.id} task={task} meetingId={meeting.id} writes={known.writes} />
        ))}
      </DividedList>
    </Section>
  );
}

function TaskLine({ task, meetingId, writes }: { task: Task; meetingId: string; writes: boolean }): ReactNode {
  const t = useText('meetings.minutes');
  const done = useCallMutation(minutes.setDone, { refresh: taskRoutes });
  const remove = useCallMutation(minutes.removeTask, { refresh: taskRoutes });
  const isLate = task.due !== undefined && !task.done && dayjs(task.due).isBefore(dayjs(), 'day');
  return (
    <Row as="li" gap={2} wrap className={styles.line}>
      {task.kind === 'task' ? (
        <Checkbox
          aria-label={t('isDone', { name: task.text })}
          checked={task.done}
          disabled={!task.own}
          onChange={({ target }) => void done.mutateAsync({ id: meetingId, taskId: task.id, done: target.checked }).catch(() => undefined)}
        />
      ) : (
        <FlagOutlined role="img" aria-label={t('decision')} title={t('decision')} />
      )}
      <Text as={task.done ? 's' : 'span'} tone={task.done ? 'muted' : undefined} className={styles.lineName}>
        {task.text}
      </Text>
      {task.personName !== '' && (
        <Text as="small" size="xs" tone="muted">
          {task.personName}
        </Text>
      )}
      {task.due && (
        <Text as="small" size="xs" tone={isLate ? 'danger' : 'muted'}>
          {t(isLate ? 'wasDue' : 'dueOn', { day: task.due })}
        </Text>
      )}
      {writes && (
        <>
          <Button
            type="text"
            size="small"
            icon={<EditOutlined />}
            aria-label={t('editTask', { name: task.text })}
            onClick={() => openTask({ meetingId, kind: task.kind, task })}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t('removeTask', { name: task.text })}
            onClick={() => void remove.mutateAsync({ id: meetingId, taskId: task.id }).catch(() => undefined)}
          />
        </>
      )}
    </Row>
  );
}
