import type { Ctx } from '../../ground/ctx.ts';
import { needSiteOrigin } from '../site/site-origin.ts';

/** Says what happened to a meeting, with the address that letters about it lead to. */
export async function sayOf(
  ctx: Ctx,
  event: string,
  ...[meeting, more]: [{ id: number; title: string }, Record<string, unknown>]
): Promise<void> {
  await ctx.say(event, { objId: meeting.id, objName: meeting.title, origin: await needSiteOrigin(ctx), ...more });
}
