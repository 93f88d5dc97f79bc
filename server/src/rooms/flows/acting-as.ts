import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { contextOfPerson } from '../content/person-context.ts';
import type { TaskRow } from './task-queries.ts';

/** Somebody else of a flow with the rights of this moment; 2002 where they cannot work here any more: that must not end the session of whoever asks. */
export async function actingAs(ctx: Ctx, personId: number): Promise<Ctx> {
  try {
    return await contextOfPerson(ctx.house, ctx.db, { personId, spaceId: ctx.user.organisationId, address: ctx.address });
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal(codes.userMissing);
    throw error;
  }
}

/** By whose hand something is done with the last word: the caller's, or that of whom they stand in for; the log names the caller. */
export async function handOf(ctx: Ctx, task: TaskRow): Promise<Ctx> {
  if (task.person_id === ctx.user.id) return ctx;
  return { ...(await actingAs(ctx, task.person_id)), now: ctx.now, say: ctx.say };
}
