import type { Ctx } from '../../ground/ctx.ts';
import { endView } from './end-view.ts';
import { deleteSession, deleteSessionsOf } from './queries.ts';

/** Tells of a way out that somebody took themselves, of how many sessions where they were others. */
export const saySignedOut = ({ user, say }: Ctx, sessions?: number): Promise<void> =>
  say('user.signedOut', { objId: user.id, objName: user.fullName, ...(sessions !== undefined && { after: { sessions } }) });

/** Ends this session: of who views as somebody else the view alone. */
export async function logout(ctx: Ctx) {
  const { house, db, user, now } = ctx;
  if (user.viewer === undefined) {
    await deleteSession(db, user.sessionId);
    await saySignedOut(ctx);
  } else await endView(house, db, { id: user.sessionId, now });
  return {};
}

/** Ends every session of the person, this one too. */
export async function logoutEverywhere(ctx: Ctx) {
  const ended = await deleteSessionsOf(ctx.db, ctx.user.id);
  await saySignedOut(ctx, ended);
  return { ended };
}
