import { codes } from '@dossier/contract/core/codes';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type AttendeeRow, type MeetingRow, attendeeOf, meetingById } from './meetings.queries.ts';

/** A meeting that the caller is invited to, as whom. */
export interface AuthorisedMeeting {
  meeting: MeetingRow;
  own: AttendeeRow;
  leads: boolean;
}

type Leaders = Pick<MeetingRow, 'organiser_id' | 'host_id' | 'secretary_id'>;

/** Who calls a meeting, its host and its secretary lead it. */
export const leadersOf = ({ organiser_id, host_id, secretary_id }: Leaders): number[] =>
  [...new Set([organiser_id, host_id, secretary_id])].filter((id) => id !== 0);

export const isLeader = (meeting: Leaders, personId: number): boolean => leadersOf(meeting).includes(personId);

/** The gate to a meeting: for who is not invited, or works in another space, there is none (6101). */
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

/** One that the caller leads: 1001 for who is only invited. */
export async function requireLedMeeting(ctx: Context, id: string | number): Promise<AuthorisedMeeting> {
  const held = await requireMeeting(ctx, id);
  if (!held.leads) throw new Refusal(codes.noRightToOperate);
  return held;
}

/** One that the caller leads and that is not over: 6102. */
export async function requireOpenLedMeeting(ctx: Context, id: string | number): Promise<AuthorisedMeeting> {
  const held = await requireLedMeeting(ctx, id);
  requireOpen(held.meeting);
  return held;
}

/** Refuses what is over or was called off: 6102. */
export function requireOpen({ state }: Pick<MeetingRow, 'state'>): void {
  if (state !== 'planned' && state !== 'running') throw new Refusal(codes.meetingEnded);
}

/** Refuses what lies in the archive: 6102. */
export function requireUnarchived({ state }: Pick<MeetingRow, 'state'>): void {
  if (state === 'archived' || state === 'cancelled') throw new Refusal(codes.meetingEnded);
}
