import { right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { contextOfPerson } from '../content/person-context.ts';
import { needItem } from '../library/need-items.ts';
import { actingFor } from './acting-for.ts';
import { waitingWith } from './task-queries.ts';

/**
 * Whether a flow lends the caller a revision to look at: it waits for them, or for somebody they stand in for, and whoever handed the
 * document in may still read it. Judged each time anew.
 */
export async function isLent(ctx: Ctx, { documentId, revisionId }: { documentId: number; revisionId: number }): Promise<boolean> {
  if (ctx.visit !== undefined || ctx.user.viewer !== undefined) return false;
  const people = await actingFor(ctx);
  for (const flow of await waitingWith(ctx.db, { itemId: documentId, revisionId, people })) {
    if (flow.organisation_id !== ctx.user.organisationId || flow.applicant_id === ctx.user.id) continue;
    if (await mayRead(ctx, flow.applicant_id, documentId)) return true;
  }
  return false;
}

/** Whether somebody can work here now and may read a document. */
async function mayRead(ctx: Ctx, personId: number, documentId: number): Promise<boolean> {
  try {
    const who = { personId, spaceId: ctx.user.organisationId, address: ctx.address };
    await needItem(await contextOfPerson(ctx.house, ctx.db, who), right.visible | right.read, documentId);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
