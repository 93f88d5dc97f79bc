import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { type EventType, event, objectShape } from '../../platform/events/event.ts';
import { requireSiteOrigin } from '../../platform/settings/settings.ts';

/** A meeting, with the address of the site that letters about it lead to. */
const meetingShape = objectShape.extend({
  origin: z.string(),
  /** Whom the notice is for, where that is not everybody invited. */
  people: z.array(z.number()).optional(),
  number: z.number().optional(),
  /** Another row, which waits, tells of it. */
  later: z.boolean().optional(),
  /** The actor of an event that is notified later. */
  byId: z.number().optional(),
  byName: z.string().optional(),
});

export type MeetingEventData = z.output<typeof meetingShape>;

export const meetingCreated = event('meeting.created', meetingShape);
export const meetingInvited = event('meeting.invited', meetingShape);
export const meetingUpdated = event('meeting.updated', meetingShape);
export const meetingMoved = event('meeting.moved', meetingShape);
export const meetingCancelled = event('meeting.cancelled', meetingShape);
export const meetingSigned = event('meeting.signed', meetingShape);
export const meetingArchived = event('meeting.archived', meetingShape);
export const voteCreated = event('vote.created', objectShape.extend({ number: z.number() }));
export const voteCast = event('vote.cast', objectShape);
export const voteClosed = event('vote.closed', objectShape);
export const scoreCreated = event('score.created', objectShape.extend({ number: z.number() }));
export const scoreGiven = event('score.given', objectShape);
export const scoreClosed = event('score.closed', objectShape);

/** Emits an event of a meeting, with the origin that links in mails use. */
export async function emitForMeeting(
  ctx: Context,
  occasion: EventType<string, MeetingEventData>,
  meeting: { id: number; title: string },
  more: Omit<MeetingEventData, 'objId' | 'objName' | 'origin'>,
): Promise<void> {
  await ctx.emit(occasion, { objId: meeting.id, objName: meeting.title, origin: await requireSiteOrigin(ctx), ...more });
}
