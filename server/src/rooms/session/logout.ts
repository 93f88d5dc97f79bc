import type { Ctx } from '../../ground/ctx.ts';
import { deleteSession, deleteSessionsOf } from './queries.ts';

export async function logout(ctx: Ctx) {
  await deleteSession(ctx.db, ctx.user.sessionId);
  return {};
}

/** Ends every session of the person, this one too. */
export async function logoutEverywhere(ctx: Ctx) {
  return { ended: await deleteSessionsOf(ctx.db, ctx.user.id) };
}
