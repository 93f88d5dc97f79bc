import { codes } from '@dossier/contract/codes';
import type { minutes, TaskKind } from '@dossier/contract/minutes';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { findVisible } from '../library/need-items.ts';
import { needLed, needMeeting, needUnarchived } from '../meetings/need-meeting.ts';
import { beginMinutes, minutesOf, tasksOf, writeOn } from './queries.ts';

/** The minutes as they stand. */
export async function showMinutes(ctx: Ctx, { id }: { id: string }): Promise<OutputOf<typeof minutes.show>> {
  const { meeting, leads } = await needMeeting(ctx, id);
  const [row] = await minutesOf(ctx.db, { id: meeting.id });
  const tasks = await tasksOf(ctx.db, meeting.id);
  const kept = meeting.document_id === 0 ? [] : await findVisible(ctx, [meeting.document_id]);
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

/** Writes them; a text that was made from an older one is refused (1008), and nothing of either is lost. */
export async function saveMinutes(ctx: Ctx, { id, text, revision }: ParsedOf<typeof minutes.save>) {
  const { meeting } = await needLed(ctx, id);
  needUnarchived(meeting);
  const row = { meeting_id: meeting.id, body: text, updater_name: ctx.user.fullName, updated_at: ctx.now };
  const isWritten = revision === 0 ? await beginMinutes(ctx.db, { ...row, revision: 1 }) : await writeOn(ctx.db, { ...row, revision });
  if (!isWritten) throw new Refusal(codes.changedMeanwhile);
  return { revision: revision + 1 };
}
