import { CheckSquareOutlined, DeleteOutlined, EditOutlined, FlagOutlined } from '@ant-design/icons';
import { type Meeting, meetings } from '@dossier/contract/meetings';
import { type Minutes, minutes, type Task } from '@dossier/contract/minutes';
import { Button, Checkbox } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import page from '../meetings/meetings.module.css';
import record from '../../ground/ui/record.module.css';
import styles from './minutes.module.css';
import { openTask } from './task-dialog.tsx';

const refresh = [minutes.show, meetings.show];

/** What was decided, and who does what until when. */
export function TasksPart({ meeting, known }: { meeting: Meeting; known: Minutes }): ReactNode {
  const t = useText('minutes');
  if (!known.writes && known.tasks.length === 0) return null;
  return (
    <section className={record.part}>
      <div className={page.partHead}>
        <h2>{t('decisionsAndTasks')}</h2>
        {known.writes && (
          <>
            <Button icon={<FlagOutlined />} onClick={() => openTask({ meetingId: meeting.id, kind: 'decision' })}>
              {t('newDecision')}
            </Button>
            <Button icon={<CheckSquareOutlined />} onClick={() => openTask({ meetingId: meeting.id, kind: 'task' })}>
              {t('newTask')}
            </Button>
          </>
        )}
      </div>
      {known.tasks.length === 0 && <p className={page.hint}>{t('noTasks')}</p>}
      <ul className={styles.tasks}>
        {known.tasks.map((task) => (
          <TaskLine key={task.id} task={task} meetingId={meeting.id} writes={known.writes} />
        ))}
      </ul>
    </section>
  );
}

function TaskLine({ task, meetingId, writes }: { task: Task; meetingId: string; writes: boolean }): ReactNode {
  const t = useText('minutes');
  const done = useSend(minutes.setDone, { refresh });
  const remove = useSend(minutes.removeTask, { refresh });
  const isLate = task.due !== undefined && !task.done && dayjs(task.due).isBefore(dayjs(), 'day');
  return (
    <li data-done={task.done || undefined}>
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
      <span>{task.text}</span>
      {task.personName !== '' && <small>{task.personName}</small>}
      {task.due && <small data-late={isLate || undefined}>{t(isLate ? 'wasDue' : 'dueOn', { day: task.due })}</small>}
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
    </li>
  );
}
