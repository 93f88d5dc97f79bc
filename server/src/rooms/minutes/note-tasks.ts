import { codes } from '@dossier/contract/codes';
import { mostOfMeetings } from '@dossier/contract/meetings';
import { messageObject } from '@dossier/contract/messages';
import type { minutes } from '@dossier/contract/minutes';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { invitedTo } from '../meetings/invited-to.ts';
import { needLed, needMeeting, needUnarchived } from '../meetings/need-meeting.ts';
import { tell } from '../messages/tell.ts';
import { deleteTask, insertTask, tasksOf, updateTask } from './queries.ts';

async function findTask(ctx: Ctx, meetingId: number, taskId: string) {
  const task = (await tasksOf(ctx.db, meetingId)).find((one) => one.id === Number(taskId));
  if (task === undefined) throw new Refusal(codes.meetingMissing);
  return task;
}

async function personFor(ctx: Ctx, meetingId: number, personId: string | undefined) {
  if (personId === undefined) return { person_id: 0, person_name: '' };
  const row = (await invitedTo(ctx.db, meetingId)).find((one) => one.person_id === Number(personId));
  if (row === undefined) throw new Refusal(codes.notInvited);
  return { person_id: row.person_id, person_name: row.name };
}

/** Notes what was decided or is to be done; whoever newly has a task hears of it. */
export async function saveTask(ctx: Ctx, input: ParsedOf<typeof minutes.saveTask>) {
  const { meeting } = await needLed(ctx, input.id);
  needUnarchived(meeting);
  const before = input.taskId === undefined ? undefined : await findTask(ctx, meeting.id, input.taskId);
  const person = await personFor(ctx, meeting.id, input.personId);
  const facts = { kind: input.kind, label: input.text, ...person, due: input.due ?? '' };
  const id = before?.id ?? newId();
  if (before !== undefined) await updateTask(ctx.db, id, facts);
  else {
    if ((await tasksOf(ctx.db, meeting.id)).length >= mostOfMeetings.tasks) throw new Refusal(codes.tooManyItems);
    await insertTask(ctx.db, { id, meeting_id: meeting.id, ...facts, done: 0 });
  }
  const isNew = input.kind === 'task' && person.person_id !== 0 && person.person_id !== before?.person_id;
  if (isNew && person.person_id !== ctx.user.id)
    await tell(ctx.db, {
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

/** Takes one out. */
export async function removeTask(ctx: Ctx, { id, taskId }: ParsedOf<typeof minutes.removeTask>) {
  const { meeting } = await needLed(ctx, id);
  needUnarchived(meeting);
  await deleteTask(ctx.db, (await findTask(ctx, meeting.id, taskId)).id);
  return {};
}

/** Says that one is done; also of a meeting in the archive, as tasks outlive it. */
export async function setDone(ctx: Ctx, { id, taskId, done }: ParsedOf<typeof minutes.setDone>) {
  const { meeting, leads } = await needMeeting(ctx, id);
  const task = await findTask(ctx, meeting.id, taskId);
  if (!leads && task.person_id !== ctx.user.id) throw new Refusal(codes.noRightToOperate);
  await updateTask(ctx.db, task.id, { done: done ? 1 : 0 });
  return {};
}
