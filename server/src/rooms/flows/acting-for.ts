import type { Ctx } from '../../ground/ctx.ts';
import { awayFor } from './absence-queries.ts';

/** The caller, and those whom the caller stands in for now: in this order. */
export async function actingFor(ctx: Pick<Ctx, 'db' | 'now' | 'user'>): Promise<number[]> {
  const { id, organisationId } = ctx.user;
  const away = await awayFor(ctx.db, { personId: id, organisationId, at: ctx.now });
  return [id, ...away.filter((other) => other !== id)];
}
