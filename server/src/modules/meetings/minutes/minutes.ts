import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { meetingLimits } from '@dossier/contract/meetings/meetings';
import type { TaskKind, minutes } from '@dossier/contract/meetings/minutes';
import { messageObject } from '@dossier/contract/notifications/messages';
import type { Context } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { findVisibleItems } from '../../access/require-items.ts';
import { notify } from '../../notifications/notify.ts';
import { attendeesOfMeeting, requireLedMeeting, requireMeeting, requireUnarchived } from '../meetings/attendees.ts';
import { beginMinutes, deleteTask, insertTask, minutesOf, tasksOf, updateMinutes, updateTask } from './minutes.queries.ts';

/** The current minutes. */
export async function showMinutes(ctx: Context, { id }: { id: string }): Promise<OutputOf<typeof minutes.show>> {
  const { meeting, leads } = await requireMeeting(ctx, id);
  const [row] = await minutesOf(ctx.db, { id: meeting.id });
  const tasks = await tasksOf(ctx.db, meeting.id);
  const kept = meeting.document_id === 0 ? [] : await findVisibleItems(ctx, [meeting.document_id]);
  return {
    text: row?.body ?? '',
    revision: row?.revision ?? 0,
    updaterName: row?.updater_name ?? '',
    updateTime: row === undefined ? undefined : isoTime(row.updated_at),
    writes: leads && meeting.state !== 'archived' && meeting.state !== 'cancelled',
    documentId: kept.length === 0 ? undefined : String(meeting.document_id),
    tasks: tasks.map((task) => ({
      id: String(task.id),
      kind: task.kind as TaskKind,
      text: task.label,
      personId: task.person_id === 0 ? undefined : String(task.person_id),
      personName: task.person_name,
      due: task.due === '' ? undefined : task.due,
      done: task.done === 1,
      own: leads || task.person_id === ctx.user.id,
    })),
  };
}

/** Saves the minutes; a text based on an older revision is refused (1008), and neither text is lost. */
export async function saveMinutes(ctx: Context, { id, text, revision }: ParsedOf<typeof minutes.save>) {
  const { meeting } = await requireLedMeeting(ctx, id);
  requireUnarchived(meeting);
  const row = { meeting_id: meeting.id, body: text, updater_name: ctx.user.fullName, updated_at: ctx.now };
  const isWritten =
    revision === 0 ? await beginMinutes(ctx.db, { ...row, revision: 1 }) : await updateMinutes(ctx.db, { ...row, revision });
  if (!isWritten) throw new Refusal(codes.changedMeanwhile);
  return { revision: revision + 1 };
}

async function findTask(ctx: Context, meetingId: number, taskId: string) {
  const task = (await tasksOf(ctx.db, meetingId)).find((one) => one.id === Number(taskId));
  if (task === undefined) throw new Refusal(codes.meetingMissing);
  return task;
}

async function requireAssignee(ctx: Context, meetingId: number, personId: string | undefined) {
  if (personId === undefined) return { person_id: 0, person_name: '' };
  const row = (await attendeesOfMeeting(ctx.db, meetingId)).find((one) => one.person_id === Number(personId));
  if (row === undefined) throw new Refusal(codes.notInvited);
  return { person_id: row.person_id, person_name: row.name };
}

/** Saves a decision or a task; a new assignee is notified. */
export async function saveTask(ctx: Context, input: ParsedOf<typeof minutes.saveTask>) {
  const { meeting } = await requireLedMeeting(ctx, input.id);
  requireUnarchived(meeting);
  const before = input.taskId === undefined ? undefined : await findTask(ctx, meeting.id, input.taskId);
  const person = await requireAssignee(ctx, meeting.id, input.personId);
  const facts = { kind: input.kind, label: input.text, ...person, due: input.due ?? '' };
  const id = before?.id ?? newId();
  if (before !== undefined) await updateTask(ctx.db, id, facts);
  else {
    if ((await tasksOf(ctx.db, meeting.id)).length >= meetingLimits.tasks) throw new Refusal(codes.tooManyItems);
    await insertTask(ctx.db, { id, meeting_id: meeting.id, ...facts, done: 0 });
  }
  const isNew = input.kind === 'task' && person.person_id !== 0 && person.person_id !== before?.person_id;
  if (isNew && person.person_id !== ctx.user.id)
    await notify(ctx.db, {
      personId: person.person_id,
      kind: 'taskGiven',
      facts: { byName: ctx.user.fullName, task: input.text },
      spaceId: meeting.organisation_id,
      objType: messageObject.meeting,
      objId: meeting.id,
      name: meeting.title,
      at: ctx.now,
    });
  return { id: String(id) };
}

export async function removeTask(ctx: Context, { id, taskId }: ParsedOf<typeof minutes.removeTask>) {
  const { meeting } = await requireLedMeeting(ctx, id);
  requireUnarchived(meeting);
  await deleteTask(ctx.db, (await findTask(ctx, meeting.id, taskId)).id);
  return {};
}

/** Marks a task as done; also of an archived meeting, as tasks outlive it. */
export async function setTaskDone(ctx: Context, { id, taskId, done }: ParsedOf<typeof minutes.setDone>) {
  const { meeting, leads } = await requireMeeting(ctx, id);
  const task = await findTask(ctx, meeting.id, taskId);
  if (!leads && task.person_id !== ctx.user.id) throw new Refusal(codes.noRightToOperate);
  await updateTask(ctx.db, task.id, { done: done ? 1 : 0 });
  return {};
}
