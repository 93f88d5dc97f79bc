import { codes } from '@dossier/contract/codes';
import { moduleType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { takeInRevision } from '../content/publish-revision.ts';
import { needOpenPlace } from '../library/move-items.ts';
import { type Held, needPlace } from '../library/need-items.ts';
import { actingAs, handOf } from './acting-as.ts';
import { documentsOf, type FlowRow, setResult } from './flow-queries.ts';
import { stillTheirs } from './handed-in.ts';
import type { TaskRow } from './task-queries.ts';
import type { Terms } from './terms.ts';

/** The place that a flow asks to take documents in: one on which the caller has a right, outside of personal documents and of publishing cabinets. */
export async function needOpenTarget(ctx: Ctx, flow: FlowRow, need: number): Promise<Held['item']> {
  const { targetId } = JSON.parse(flow.form) as Terms;
  if (targetId === undefined) throw new Refusal(codes.flowPathRequired);
  const { item } = await needPlace(ctx, need, targetId);
  if (item.area === moduleType.my) throw new Refusal(codes.flowPathRequired);
  await needOpenPlace(ctx, item);
  return item;
}

/** Copies what was handed in into the place that was applied for, by the hand of whoever says the last word: with their rights there, under the limits of that place. */
export async function takeIn(ctx: Ctx, flow: FlowRow, task: TaskRow): Promise<void> {
  const hand = await handOf(ctx, task);
  // it may have been moved since
  const place = await needOpenTarget(hand, flow, right.visible | right.upload);
  const applicant = await actingAs(ctx, flow.applicant_id);
  const [note, facts] = [flow.number ?? '', { applicant: flow.applicant_name, flow: flow.number ?? '' }];
  for (const row of await documentsOf(ctx.db, flow.id)) {
    const held = await stillTheirs(applicant, flow.kind, row);
    const { documentId } = await takeInRevision(hand, held, { name: row.name, place, note, authorId: flow.applicant_id, facts });
    await setResult(ctx.db, { flowId: flow.id, itemId: row.item_id, resultId: documentId });
  }
}
