import { codes } from '@dossier/contract/core/codes';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type AttendeeRow, type MeetingRow, attendeeOf, meetingById } from './meetings.queries.ts';

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
export function requireOpen({ state }: Pick<MeetingRow, 'state'>): void {
  if (state !== 'planned' && state !== 'running') throw new Refusal(codes.meetingEnded);
}

/** Refuses an archived meeting: 6102. */
export function requireUnarchived({ state }: Pick<MeetingRow, 'state'>): void {
  if (state === 'archived' || state === 'cancelled') throw new Refusal(codes.meetingEnded);
}
