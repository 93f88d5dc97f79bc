import type { FlowDocument } from '@dossier/contract/flow-shapes';
import { right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { findVisible } from '../library/need-items.ts';
import { standing } from '../library/standing.ts';
import { documentsOf, type FlowRow } from './flow-queries.ts';
import { isLent } from './lend.ts';

/** The documents of a flow: with their names for who sees them by their own right, or approves the flow now. */
export async function shownDocuments(ctx: Ctx, flow: FlowRow): Promise<FlowDocument[]> {
  const rows = await documentsOf(ctx.db, flow.id);
  const ids = rows.map((row) => row.item_id);
  const held = new Map((await findVisible(ctx, ids)).map((one) => [one.item.id, one]));
  const results = flow.kind === 'download' ? [] : rows.map((row) => row.result_id).filter((id) => id !== 0);
  const nameOfResult = new Map((await findVisible(ctx, results)).map(({ item }) => [item.id, item.name]));
  const there = await standing(ctx, ids);
  const shown: FlowDocument[] = [];
  for (const row of rows) {
    const { item, bits = 0 } = held.get(row.item_id) ?? {};
    const isGone = !there.has(row.item_id);
    const lent = !isGone && (await isLent(ctx, { documentId: row.item_id, revisionId: row.revision_id }));
    const knows = item !== undefined || lent;
    shown.push({
      ...(knows && { id: String(row.item_id), currentRev: String(row.revision_id) }),
      name: knows || (isGone && flow.applicant_id === ctx.user.id) ? row.name : '',
      ext: knows ? row.ext : '',
      version: row.number,
      gone: isGone,
      hidden: !knows && !(isGone && flow.applicant_id === ctx.user.id),
      canView: lent || (bits & right.read) !== 0,
      ...(nameOfResult.has(row.result_id) && { resultId: String(row.result_id), resultName: nameOfResult.get(row.result_id) ?? '' }),
      changed: item !== undefined && item.revision_id !== row.revision_id,
    });
  }
  return shown;
}
