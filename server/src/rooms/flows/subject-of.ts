import { managersOf } from '../library/managers-of.ts';
import type { Asking, Subject } from './approvers.ts';
import { documentsOf, type FlowRow } from './flow-queries.ts';
import type { Choice } from './steps.ts';
import type { Terms } from './terms.ts';

/** Those who manage every one of some documents, or a place. */
export const managersAmong = ({ house, db, now }: Asking, organisationId: number, ids: readonly number[]): Promise<number[]> =>
  managersOf({ house, db, now, user: { organisationId } }, ids);

/** What a flow is about to those who manage things: the place that takes documents in, else the documents. */
async function managedBy(ctx: Asking, flow: FlowRow): Promise<number[]> {
  if (flow.kind !== 'upload') return (await documentsOf(ctx.db, flow.id)).map((row) => row.item_id);
  const { targetId } = JSON.parse(flow.form) as Terms;
  return targetId === undefined ? [] : [targetId];
}

/** What decides who approves a flow. */
export function subjectOf(ctx: Asking, flow: FlowRow): Subject {
  return {
    organisation_id: flow.organisation_id,
    applicant_id: flow.applicant_id,
    department_id: flow.department_id,
    chosen: JSON.parse(flow.chosen) as Choice[],
    managers: async () => managersAmong(ctx, flow.organisation_id, await managedBy(ctx, flow)),
  };
}
