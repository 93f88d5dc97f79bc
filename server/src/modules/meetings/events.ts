import type { Context } from '../../platform/context.ts';
import { requireSiteOrigin } from '../../platform/settings/settings.ts';

/** Says what happened to a meeting, with the address that letters about it lead to. */
export async function emitForMeeting(
  ctx: Context,
  event: string,
  meeting: { id: number; title: string },
  more: Record<string, unknown>,
): Promise<void> {
  await ctx.emit(event, { objId: meeting.id, objName: meeting.title, origin: await requireSiteOrigin(ctx), ...more });
}
