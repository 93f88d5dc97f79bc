import { codes } from '@dossier/contract/codes';
import type { meetings } from '@dossier/contract/meetings';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { agendaOf, replaceAgenda } from './agenda-queries.ts';
import { needOpenLed } from './need-meeting.ts';
import { takeVersion } from './queries.ts';
import { sayOf } from './said.ts';

/** Writes the agenda in place of the one before, unless somebody else wrote it meanwhile (1008). */
export async function saveAgenda(ctx: Ctx, input: ParsedOf<typeof meetings.saveAgenda>) {
  const { meeting } = await needOpenLed(ctx, input.id);
  if (!(await takeVersion(ctx.db, meeting.id, input.version))) throw new Refusal(codes.changedMeanwhile);
  const known = new Set((await agendaOf(ctx.db, meeting.id)).map((row) => row.id));
  const taken = new Set<number>();
  const rows = input.agenda.map((item, place) => {
    const asked = Number(item.id ?? 0);
    // an id of elsewhere, or the same one twice, is a new item
    const id = known.has(asked) && !taken.has(asked) ? asked : newId();
    taken.add(id);
    const { title, presenter, minutes, notes } = item;
    return { id, meeting_id: meeting.id, place, title, presenter, minutes, notes };
  });
  await replaceAgenda(ctx.db, meeting.id, rows);
  await sayOf(ctx, 'meeting.updated', meeting, { before: { agenda: known.size }, after: { agenda: rows.length } });
  return { version: input.version + 1 };
}
