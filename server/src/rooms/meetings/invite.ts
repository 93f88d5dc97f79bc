import { codes } from '@dossier/contract/codes';
import { type meetings, mostOfMeetings } from '@dossier/contract/meetings';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findGrantee, peopleBehind } from '../grantees/grantees.ts';
import { findColleague } from '../people/people.ts';
import { needOpenLed, isLeader } from './need-meeting.ts';
import { attendeesOf, insertAttendees, peopleToInvite, removeAttendee } from './people-queries.ts';
import type { MeetingRow } from './queries.ts';
import { sayOf } from './said.ts';

type Named = ParsedOf<typeof meetings.create>['invited'];

/** Everybody of the caller's space that some grantees stand for at this moment: 1007 for more than a meeting holds, 2002 for who is not there. */
export async function peopleMeant(ctx: Ctx, named: Named, most: number = mostOfMeetings.people): Promise<number[]> {
  const people = new Set<number>();
  for (const { granteeType: type, granteeId } of named) {
    const id = Number(granteeId);
    if ((await findGrantee(ctx, type, id)) === undefined) throw new Refusal(codes.userMissing);
    for (const one of await peopleBehind(ctx, { type, id, limit: most + 1 })) people.add(one);
    if (people.size > most) throw new Refusal(codes.tooManyItems);
  }
  return [...people];
}

/** Somebody who works in the caller's space and may sign in there. */
export async function needColleague(ctx: Ctx, id: string): Promise<number> {
  const person = await findColleague(ctx, Number(id));
  if (person === undefined || person.enabled !== 1) throw new Refusal(codes.userMissing);
  return person.id;
}

/** The names of people, as they are kept with what they are asked. */
export const namesToKeep = (ctx: Pick<Ctx, 'db'>, ids: readonly number[]) => peopleToInvite(ctx.db, ids);

/** Writes down who is invited; answers those who were not before. */
export async function addPeople(
  ctx: Ctx,
  meeting: Pick<MeetingRow, 'id' | 'organisation_id' | 'starts_at'>,
  ids: readonly number[],
): Promise<number[]> {
  const known = new Set((await attendeesOf(ctx.db, meeting.id)).map((row) => row.person_id));
  const fresh = (await peopleToInvite(ctx.db, ids)).filter(({ id }) => !known.has(id));
  if (known.size + fresh.length > mostOfMeetings.people) throw new Refusal(codes.tooManyItems);
  const invitation = { inviter_id: ctx.user.id, invitation_id: newId() };
  const rows = fresh.map((person) => ({
    meeting_id: meeting.id,
    person_id: person.id,
    organisation_id: meeting.organisation_id,
    starts_at: meeting.starts_at,
    name: person.full_name,
    name_sort: person.full_sort,
    answer: 'open',
    present: 0,
    signed_at: 0,
    ...invitation,
  }));
  if (rows.length > 0) await insertAttendees(ctx.db, rows);
  return rows.map((row) => row.person_id);
}

/** Invites more people. */
export async function invitePeople(ctx: Ctx, input: ParsedOf<typeof meetings.invite>) {
  const { meeting } = await needOpenLed(ctx, input.id);
  const added = await addPeople(ctx, meeting, await peopleMeant(ctx, input.invited));
  if (added.length > 0) await sayOf(ctx, 'meeting.invited', meeting, { people: added, number: added.length });
  return { added: added.length };
}

/** Takes an invitation back; who leads the meeting stays. */
export async function leaveOut(ctx: Ctx, input: ParsedOf<typeof meetings.leaveOut>) {
  const { meeting } = await needOpenLed(ctx, input.id);
  const personId = Number(input.userId);
  if (isLeader(meeting, personId)) throw new Refusal(codes.illegalOperation);
  const gone = (await attendeesOf(ctx.db, meeting.id)).find((row) => row.person_id === personId);
  if (gone === undefined) throw new Refusal(codes.notInvited);
  await removeAttendee(ctx.db, meeting.id, personId);
  await sayOf(ctx, 'meeting.updated', meeting, { before: { invited: gone.name }, after: { invited: null } });
  return {};
}
