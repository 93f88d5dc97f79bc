import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type Held, needItem } from '../library/need-items.ts';
import { giveOn } from '../library/rights-deeds.ts';
import { sayGiven } from '../library/say-rights.ts';
import { ownGrants } from '../permissions/grants.ts';
import type { GrantFact } from '../permissions/rules.ts';
import { handOf } from './acting-as.ts';
import { documentsOf, type FlowRow, updateFlow } from './flow-queries.ts';
import type { TaskRow } from './task-queries.ts';
import type { Later, Terms } from './terms.ts';

type Item = Held['item'];
type Given = Pick<Later, 'level' | 'handOn' | 'deadline'>;

/** Gives the applicant what a flow asks for on each of its documents: never more than whoever approved it may give, and refused where they manage one no longer. */
export async function giveRights(ctx: Ctx, flow: FlowRow, task: TaskRow): Promise<void> {
  const { level = 0, ends = 0 } = JSON.parse(flow.form) as Terms;
  if (ends <= ctx.now) throw new Refusal(codes.deadlinePassed);
  const giver = await handOf(ctx, task);
  const later: Later[] = [];
  for (const { item_id } of await documentsOf(ctx.db, flow.id)) {
    const { item } = await needItem(giver, right.visible | right.manage, item_id, objType.document);
    const own = await ownOf(giver, item, flow.applicant_id);
    const stands = own !== undefined && (own.deadline === null || own.deadline > ctx.now) && own.level !== 0 ? own : undefined;
    const plan = beside(stands, { level, handOn: null, deadline: ends });
    if (plan.now) await give(giver, item, { flow, given: plan.now, replaced: own });
    if (plan.later) later.push({ itemId: item.id, ...plan.later });
  }
  const terms: Terms = { level, ends, giverId: giver.user.id, ...(later.length > 0 && { later }) };
  await updateFlow(ctx.db, flow.id, { form: JSON.stringify(terms), due_at: nextOf(later) });
}

export const nextOf = (later: readonly Later[]): number | null => (later.length === 0 ? null : Math.min(...later.map((one) => one.at)));

const ownOf = async (ctx: Ctx, item: Item, personId: number): Promise<GrantFact | undefined> =>
  (await ownGrants(ctx, item.id)).find((one) => one.granteeType === 'user' && one.granteeId === personId && one.reach === 0);

const endOf = (deadline: number | null): number => deadline ?? Number.POSITIVE_INFINITY;

/**
 * What is written beside a right that somebody has already, which it takes the place of: nothing where that covers it; else both together
 * as long as both last, and the one that outlasts the other after that. Neither is longer than it was given for.
 */
export function beside(stands: Given | undefined, wanted: Given): { now?: Given; later?: Given & { at: number } } {
  if (stands === undefined) return { now: wanted };
  const [one, other] = [endOf(stands.deadline), endOf(wanted.deadline)];
  if ((wanted.level & ~stands.level) === 0 && one >= other) return {};
  if ((stands.level & ~wanted.level) === 0 && other >= one) return { now: wanted };
  const both = { level: stands.level | wanted.level, handOn: stands.handOn };
  const first = Math.min(one, other);
  const last = one > other ? stands : wanted;
  const outlasts = one === other ? undefined : { level: last.level, handOn: last.handOn, deadline: last.deadline, at: first };
  return { now: { ...both, deadline: Number.isFinite(first) ? first : null }, ...(outlasts && { later: outlasts }) };
}

async function give(
  giver: Ctx,
  item: Item,
  { flow, given, replaced }: { flow: FlowRow; given: Given; replaced: GrantFact | undefined },
): Promise<void> {
  const grant = { granteeType: 'user', granteeId: flow.applicant_id, reach: 0, ...given } as const;
  await giveOn(giver, item, grant);
  await sayGiven(giver, item, { ...grant, name: flow.applicant_name, replaced });
}

/** Gives what comes after a right that has ended, where nobody has changed that meanwhile. */
export async function giveLater(ctx: Ctx, flow: FlowRow, { itemId, at, ...given }: Later): Promise<void> {
  const { item } = await needItem(ctx, right.visible | right.manage, itemId, objType.document);
  const own = await ownOf(ctx, item, flow.applicant_id);
  const isOurs = own === undefined || own.deadline === at;
  if (!isOurs || (given.deadline !== null && given.deadline <= ctx.now)) return;
  await give(ctx, item, { flow, given, replaced: own });
}

/** Lets what a download flow gave end soon after the first download; what was to come after it comes then. */
export async function endSoon(ctx: Ctx, flow: FlowRow, { itemId, at }: { itemId: number; at: number }): Promise<void> {
  const terms = JSON.parse(flow.form) as Terms;
  const { item } = await needItem(ctx, right.visible | right.manage, itemId, objType.document);
  const own = await ownOf(ctx, item, flow.applicant_id);
  // shorter already, or changed by somebody since
  if (own === undefined || own.deadline !== terms.ends || own.deadline <= at) return;
  await give(ctx, item, { flow, given: { level: own.level, handOn: own.handOn, deadline: at }, replaced: own });
  const later = (terms.later ?? []).map((one) => (one.itemId === itemId ? { ...one, at } : one));
  await updateFlow(ctx.db, flow.id, { form: JSON.stringify({ ...terms, later }), due_at: nextOf(later) });
}
