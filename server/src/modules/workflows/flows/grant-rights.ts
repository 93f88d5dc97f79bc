import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { grantOn } from '../../access/grant-rights.ts';
import { emitGranted, ownGrants } from '../../access/grants.ts';
import { type AuthorisedItem, requireItem } from '../../access/require-items.ts';
import type { GrantFact } from '../../access/rights-rules.ts';
import { deciderContext } from '../absences/absences.ts';
import type { FlowTerms, PendingGrant } from './flow-terms.ts';
import { type FlowRow, type TaskRow, documentsOf, updateFlow } from './flows.queries.ts';

type Item = AuthorisedItem['item'];
type GrantTerms = Pick<PendingGrant, 'level' | 'handOn' | 'deadline'>;

/**
 * Grants the applicant the requested right on each document: limited to the approver's grantable permissions, and refused for a document
 * that the approver no longer manages.
 */
export async function grantRights(ctx: Context, flow: FlowRow, task: TaskRow): Promise<void> {
  const { level = 0, ends = 0 } = JSON.parse(flow.form) as FlowTerms;
  if (ends <= ctx.now) throw new Refusal(codes.deadlinePassed);
  const decider = await deciderContext(ctx, task);
  const later: PendingGrant[] = [];
  for (const { item_id } of await documentsOf(ctx.db, flow.id)) {
    const { item } = await requireItem(decider, right.visible | right.manage, item_id, objType.document);
    const own = await ownGrantOf(decider, item, flow.applicant_id);
    const stands = own !== undefined && (own.deadline === null || own.deadline > ctx.now) && own.level !== 0 ? own : undefined;
    const plan = combineGrants(stands, { level, handOn: null, deadline: ends });
    if (plan.now) await replaceGrant(decider, item, { flow, given: plan.now, replaced: own });
    if (plan.later) later.push({ itemId: item.id, ...plan.later });
  }
  const terms: FlowTerms = { level, ends, giverId: decider.user.id, ...(later.length > 0 && { later }) };
  await updateFlow(ctx.db, flow.id, { form: JSON.stringify(terms), due_at: nextGrantAt(later) });
}

export const nextGrantAt = (later: readonly PendingGrant[]): number | null =>
  later.length === 0 ? null : Math.min(...later.map((one) => one.at));

const ownGrantOf = async (ctx: Context, item: Item, personId: number): Promise<GrantFact | undefined> =>
  (await ownGrants(ctx, item.id)).find((one) => one.granteeType === 'user' && one.granteeId === personId && one.reach === 0);

const deadlineOrNever = (deadline: number | null): number => deadline ?? Number.POSITIVE_INFINITY;

/**
 * Combines a new grant with an existing one, which it replaces: nothing where the existing one covers it; else both together
 * while both last, followed by the longer one. Neither is extended beyond its own end.
 */
export function combineGrants(
  stands: GrantTerms | undefined,
  wanted: GrantTerms,
): { now?: GrantTerms; later?: GrantTerms & { at: number } } {
  if (stands === undefined) return { now: wanted };
  const [one, other] = [deadlineOrNever(stands.deadline), deadlineOrNever(wanted.deadline)];
  if ((wanted.level & ~stands.level) === 0 && one >= other) return {};
  if ((stands.level & ~wanted.level) === 0 && other >= one) return { now: wanted };
  const both = { level: stands.level | wanted.level, handOn: stands.handOn };
  const first = Math.min(one, other);
  const last = one > other ? stands : wanted;
  const outlasts = one === other ? undefined : { level: last.level, handOn: last.handOn, deadline: last.deadline, at: first };
  return { now: { ...both, deadline: Number.isFinite(first) ? first : null }, ...(outlasts && { later: outlasts }) };
}

async function replaceGrant(
  decider: Context,
  item: Item,
  { flow, given, replaced }: { flow: FlowRow; given: GrantTerms; replaced: GrantFact | undefined },
): Promise<void> {
  const grant = { granteeType: 'user', granteeId: flow.applicant_id, reach: 0, ...given } as const;
  await grantOn(decider, item, grant);
  await emitGranted(decider, item, { ...grant, name: flow.applicant_name, replaced });
}

/** Grants the right that follows an ended one, where that was not changed meanwhile. */
export async function grantPending(ctx: Context, flow: FlowRow, { itemId, at, ...given }: PendingGrant): Promise<void> {
  const { item } = await requireItem(ctx, right.visible | right.manage, itemId, objType.document);
  const own = await ownGrantOf(ctx, item, flow.applicant_id);
  const isOurs = own === undefined || own.deadline === at;
  if (!isOurs || (given.deadline !== null && given.deadline <= ctx.now)) return;
  await replaceGrant(ctx, item, { flow, given, replaced: own });
}

/** Ends the right of a download flow soon after the first download; a pending right follows then. */
export async function endAfterDownload(ctx: Context, flow: FlowRow, { itemId, at }: { itemId: number; at: number }): Promise<void> {
  const terms = JSON.parse(flow.form) as FlowTerms;
  const { item } = await requireItem(ctx, right.visible | right.manage, itemId, objType.document);
  const own = await ownGrantOf(ctx, item, flow.applicant_id);
  // shorter already, or changed since
  if (own === undefined || own.deadline !== terms.ends || own.deadline <= at) return;
  await replaceGrant(ctx, item, { flow, given: { level: own.level, handOn: own.handOn, deadline: at }, replaced: own });
  const later = (terms.later ?? []).map((one) => (one.itemId === itemId ? { ...one, at } : one));
  await updateFlow(ctx.db, flow.id, { form: JSON.stringify({ ...terms, later }), due_at: nextGrantAt(later) });
}
