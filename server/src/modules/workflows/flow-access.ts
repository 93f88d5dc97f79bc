import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { requireItem } from '../access/require-items.ts';
import { contextForPerson } from '../identity/run-as.ts';
import { timesOfSigning } from '../signatures/item-signatures.ts';
import { absenteesFor } from './absences/absences.queries.ts';
import type { Db } from '../../platform/db/database.ts';
import {
  type FlowRow,
  type TaskRow,
  documentsOf,
  flowById,
  flowsSeenAmong,
  hasSignedIn,
  waitingFlowsWithDocument,
} from './flows/flows.queries.ts';

/**
 * A flow that the caller may see: as applicant, current or former approver, notified user, or with the administrative permission; 5301
 * otherwise.
 */
export async function requireFlow(ctx: Context, id: string | number): Promise<FlowRow> {
  const flow = await flowById(ctx.db, Number(id), ctx.user.organisationId);
  if (flow === undefined || !(await visibleFlowIds(ctx, [flow.id])).has(flow.id)) throw new Refusal(codes.flowMissing);
  return flow;
}

/** Of some flows those that the caller may see, by the rule of `requireFlow`; or those that they take part in, without what a permission shows. */
export async function visibleFlowIds(ctx: Context, ids: readonly number[], by: 'any' | 'takingPart' = 'any'): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { id: personId, organisationId, permissions } = ctx.user;
  const query = { personId, organisationId, people: await representedPeople(ctx), all: by === 'any' && permissions.all.has('flows.see') };
  return new Set(await flowsSeenAmong(ctx.db, ids, query));
}

/** The documents that a flow is about. */
export const documentsOfFlow = async (db: Db, flowId: number): Promise<number[]> =>
  (await documentsOf(db, flowId)).map((row) => row.item_id);

/** A flow of the caller as applicant; 5302 for another one. */
export async function requireOwnFlow(ctx: Context, id: string): Promise<FlowRow> {
  const flow = await requireFlow(ctx, id);
  if (flow.applicant_id !== ctx.user.id) throw new Refusal(codes.flowNotYours);
  return flow;
}

/**
 * Whether a flow gives the caller temporary access to a revision: it waits for the caller, or for a user whom the caller substitutes, and the applicant
 * may still read the document; or the caller has signed it in a flow that they may see. Evaluated each time.
 */
export async function hasFlowAccess(
  ctx: Context,
  { documentId, revisionId }: { documentId: number; revisionId: number },
): Promise<boolean> {
  if (ctx.shareSession !== undefined || ctx.user.viewer !== undefined) return false;
  const people = await representedPeople(ctx);
  for (const flow of await waitingFlowsWithDocument(ctx.db, { itemId: documentId, revisionId, people })) {
    if (flow.organisation_id !== ctx.user.organisationId || flow.applicant_id === ctx.user.id) continue;
    if (await applicantMayRead(ctx, flow.applicant_id, documentId)) return true;
  }
  const { id: personId, organisationId } = ctx.user;
  const times = await timesOfSigning(ctx.db, { personId, documentId, revisionId });
  return times.length > 0 && (await hasSignedIn(ctx.db, { itemId: documentId, personId, organisationId, times }));
}

/** Whether a user is active here and may read a document. */
async function applicantMayRead(ctx: Context, personId: number, documentId: number): Promise<boolean> {
  try {
    const who = { personId, spaceId: ctx.user.organisationId, address: ctx.address };
    await requireItem(await contextForPerson(ctx.services, ctx.db, who), right.visible | right.read, documentId);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** The caller, and the users whom the caller substitutes now, in this order. */
export async function representedPeople(ctx: Pick<Context, 'db' | 'now' | 'user'>): Promise<number[]> {
  const { id, organisationId } = ctx.user;
  const away = await absenteesFor(ctx.db, { personId: id, organisationId, at: ctx.now });
  return [id, ...away.filter((other) => other !== id)];
}

/** The context of another user with their current rights; 2002 where the account is disabled, which must not end the caller's session. */
export async function contextActingAs(ctx: Context, personId: number): Promise<Context> {
  try {
    return await contextForPerson(ctx.services, ctx.db, { personId, spaceId: ctx.user.organisationId, address: ctx.address });
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal(codes.userMissing);
    throw error;
  }
}

/** The context that a final decision acts with: the caller's, or that of the user whom the caller substitutes; the log names the caller. */
export async function deciderContext(ctx: Context, task: TaskRow): Promise<Context> {
  if (task.person_id === ctx.user.id) return ctx;
  return { ...(await contextActingAs(ctx, task.person_id)), now: ctx.now, emit: ctx.emit };
}
