import type { Ctx } from '../../ground/ctx.ts';
import { endView } from './end-view.ts';
import { deleteSession, deleteSessionsOf } from './queries.ts';

/** Ends this session: of who views as somebody else the view alone. */
export async function logout({ house, db, user, now }: Ctx) {
  if (user.viewer === undefined) await deleteSession(db, user.sessionId);
  else await endView(house, db, { id: user.sessionId, now });
  return {};
}

/** Ends every session of the person, this one too. */
export async function logoutEverywhere(ctx: Ctx) {
  return { ended: await deleteSessionsOf(ctx.db, ctx.user.id) };
}
