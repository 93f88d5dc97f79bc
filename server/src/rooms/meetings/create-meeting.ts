import { codes } from '@dossier/contract/codes';
import type { meetings } from '@dossier/contract/meetings';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameKey } from '../../ground/text/names.ts';
import { isPlainGuest } from '../circles/principals.ts';
import { addPeople, needColleague, peopleMeant } from './invite.ts';
import { leadersOf } from './need-meeting.ts';
import { insertMeeting } from './queries.ts';
import { sayOf } from './said.ts';

const longest = 31 * 86_400_000;

/** The times of a meeting in milliseconds: 1003 where it ends before it begins, or lasts longer than a month. */
export function timesOf(start: string, end: string): { starts_at: number; ends_at: number } {
  const times = { starts_at: Date.parse(start), ends_at: Date.parse(end) };
  const lasts = times.ends_at - times.starts_at;
  if (!(lasts > 0 && lasts <= longest)) throw new Refusal(codes.illegalOperation);
  return times;
}

/** Calls a meeting. Guests without an office call none: they do not see who there is to invite. */
export async function createMeeting(ctx: Ctx, input: ParsedOf<typeof meetings.create>) {
  if (isPlainGuest(ctx.user)) throw new Refusal(codes.noRightToOperate);
  const times = timesOf(input.startTime, input.endTime);
  const id = newId();
  const row = {
    id,
    organisation_id: ctx.user.organisationId,
    organiser_id: ctx.user.id,
    host_id: input.hostId === undefined ? ctx.user.id : await needColleague(ctx, input.hostId),
    secretary_id: input.secretaryId === undefined ? 0 : await needColleague(ctx, input.secretaryId),
    title: input.title,
    title_key: nameKey(input.title),
    description: input.description,
    place: input.place,
    link: input.link,
    ...times,
    state: 'planned',
    version: 0,
    reminded_at: 0,
    document_id: 0,
    created_at: ctx.now,
  };
  await insertMeeting(ctx.db, row);
  const people = await addPeople(ctx, row, [...new Set([...leadersOf(row), ...(await peopleMeant(ctx, input.invited))])]);
  await sayOf(ctx, 'meeting.created', row, { people, number: people.length });
  return { id: String(id) };
}
