import { codes } from '@dossier/contract/core/codes';
import type { ParsedOf } from '@dossier/contract/core/route';
import { meetingLimits, type meetings } from '@dossier/contract/meetings/meetings';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findPrincipal, usersOfPrincipal } from '../../identity/principals.ts';
import { findColleague } from '../../identity/users.ts';
import { emitForMeeting, meetingInvited, meetingSigned, meetingUpdated } from '../events.ts';
import {
  attendeeOf,
  type AttendeeRow,
  attendeesOf,
  insertAttendees,
  meetingById,
  type MeetingRow,
  peopleToInvite,
  removeAttendee,
  setAnswer,
  setPresent,
} from './meetings.queries.ts';

/** A meeting that the caller is invited to, with the caller's invitation. */
export interface AuthorisedMeeting {
  meeting: MeetingRow;
  own: AttendeeRow;
  leads: boolean;
}

type Leaders = Pick<MeetingRow, 'organiser_id' | 'host_id' | 'secretary_id'>;

/** The organiser, the host and the secretary lead a meeting. */
export const leadersOf = ({ organiser_id, host_id, secretary_id }: Leaders): number[] =>
  [...new Set([organiser_id, host_id, secretary_id])].filter((id) => id !== 0);

export const isLeader = (meeting: Leaders, personId: number): boolean => leadersOf(meeting).includes(personId);

/** Authorises a meeting: 6101 for a user who is not invited, or works in another space. */
export async function requireMeeting(ctx: Context, id: string | number): Promise<AuthorisedMeeting> {
  const { db, user } = ctx;
  const [[meeting], [own]] = await Promise.all([
    meetingById(db, { id: Number(id) }),
    attendeeOf(db, { meeting: Number(id), person: user.id }),
  ]);
  if (meeting === undefined || own === undefined || meeting.organisation_id !== user.organisationId)
    throw new Refusal(codes.meetingMissing);
  return { meeting, own, leads: isLeader(meeting, user.id) };
}

/** Like `requireMeeting`, for leaders alone: 1001. */
export async function requireLedMeeting(ctx: Context, id: string | number): Promise<AuthorisedMeeting> {
  const authorised = await requireMeeting(ctx, id);
  if (!authorised.leads) throw new Refusal(codes.noRightToOperate);
  return authorised;
}

/** Like `requireLedMeeting`, while the meeting is not over: 6102. */
export async function requireOpenLedMeeting(ctx: Context, id: string | number): Promise<AuthorisedMeeting> {
  const authorised = await requireLedMeeting(ctx, id);
  requireOpen(authorised.meeting);
  return authorised;
}

/** Refuses an ended or cancelled meeting: 6102. */
function requireOpen({ state }: Pick<MeetingRow, 'state'>): void {
  if (state !== 'planned' && state !== 'running') throw new Refusal(codes.meetingEnded);
}

/** Refuses an archived meeting: 6102. */
export function requireUnarchived({ state }: Pick<MeetingRow, 'state'>): void {
  if (state === 'archived' || state === 'cancelled') throw new Refusal(codes.meetingEnded);
}

type InvitedPrincipals = ParsedOf<typeof meetings.create>['invited'];

/**
 * The users of the caller's space that principals stand for now: 1007 for more than the limit of a meeting, 2002 for an unknown principal.
 */
export async function expandPrincipals(ctx: Context, named: InvitedPrincipals, most: number = meetingLimits.people): Promise<number[]> {
  const people = new Set<number>();
  for (const { granteeType: type, granteeId } of named) {
    const id = Number(granteeId);
    if ((await findPrincipal(ctx, type, id)) === undefined) throw new Refusal(codes.userMissing);
    for (const one of await usersOfPrincipal(ctx, { type, id, limit: most + 1 })) people.add(one);
    if (people.size > most) throw new Refusal(codes.tooManyItems);
  }
  return [...people];
}

/** An active user of the caller's space, or 2002. */
export async function requireColleague(ctx: Context, id: string): Promise<number> {
  const person = await findColleague(ctx, Number(id));
  if (person === undefined || person.enabled !== 1) throw new Refusal(codes.userMissing);
  return person.id;
}

/** The names of users as they are stored with invitations. */
export const namesForInvitation = (ctx: Pick<Context, 'db'>, ids: readonly number[]) => peopleToInvite(ctx.db, ids);

/** Inserts attendees; answers the new ones. */
export async function addAttendees(
  ctx: Context,
  meeting: Pick<MeetingRow, 'id' | 'organisation_id' | 'starts_at'>,
  ids: readonly number[],
): Promise<number[]> {
  const known = new Set((await attendeesOf(ctx.db, meeting.id)).map((row) => row.person_id));
  const fresh = (await peopleToInvite(ctx.db, ids)).filter(({ id }) => !known.has(id));
  if (known.size + fresh.length > meetingLimits.people) throw new Refusal(codes.tooManyItems);
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

export async function invitePeople(ctx: Context, input: ParsedOf<typeof meetings.invite>) {
  const { meeting } = await requireOpenLedMeeting(ctx, input.id);
  const added = await addAttendees(ctx, meeting, await expandPrincipals(ctx, input.invited));
  if (added.length > 0) await emitForMeeting(ctx, meetingInvited, meeting, { people: added, number: added.length });
  return { added: added.length };
}

/** Removes an invitation; leaders cannot be removed. */
export async function removeInvitation(ctx: Context, input: ParsedOf<typeof meetings.leaveOut>) {
  const { meeting } = await requireOpenLedMeeting(ctx, input.id);
  const personId = Number(input.userId);
  if (isLeader(meeting, personId)) throw new Refusal(codes.illegalOperation);
  const gone = (await attendeesOf(ctx.db, meeting.id)).find((row) => row.person_id === personId);
  if (gone === undefined) throw new Refusal(codes.notInvited);
  await removeAttendee(ctx.db, meeting.id, personId);
  await emitForMeeting(ctx, meetingUpdated, meeting, { before: { invited: gone.name }, after: { invited: null } });
  return {};
}

/** Accepts or declines an invitation of the caller. */
export async function answerMeeting(ctx: Context, { id, answer }: ParsedOf<typeof meetings.answer>) {
  const { meeting } = await requireMeeting(ctx, id);
  requireOpen(meeting);
  await setAnswer(ctx.db, { meetingId: meeting.id, personId: ctx.user.id, answer });
  return {};
}

/** Records the caller's attendance while the meeting runs; leaders also record others, and correct that until the meeting is archived. */
export async function recordAttendance(ctx: Context, { id, userId, present }: ParsedOf<typeof meetings.sign>) {
  const { meeting, leads } = await requireMeeting(ctx, id);
  const personId = userId === undefined ? ctx.user.id : Number(userId);
  const isOwn = personId === ctx.user.id && present;
  if (!leads && !isOwn) throw new Refusal(codes.noRightToOperate);
  if (meeting.state !== 'running' && !(leads && meeting.state === 'ended')) throw new Refusal(codes.meetingEnded);
  const [person] = await attendeeOf(ctx.db, { meeting: meeting.id, person: personId });
  if (person === undefined) throw new Refusal(codes.notInvited);
  const changed = await setPresent(ctx.db, { meetingId: meeting.id, personId, at: present ? ctx.now : 0 });
  if (changed !== undefined) await emitForMeeting(ctx, meetingSigned, meeting, { after: { person: person.name, present } });
  return {};
}

/** All attendees of a meeting, by name. */
export const attendeesOfMeeting = (db: Db, meetingId: number) => attendeesOf(db, meetingId);
