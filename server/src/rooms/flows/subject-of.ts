import { managersOf } from '../library/managers-of.ts';
import type { Asking, Subject } from './approvers.ts';
import { documentsOf, type FlowRow } from './flow-queries.ts';
import type { Choice } from './steps.ts';

/** Those who manage every one of some documents. */
export const managersAmong = ({ house, db, now }: Asking, organisationId: number, ids: readonly number[]): Promise<number[]> =>
  managersOf({ house, db, now, user: { organisationId } }, ids);

/** What decides who approves a flow. */
export function subjectOf(ctx: Asking, flow: FlowRow): Subject {
  return {
    organisation_id: flow.organisation_id,
    applicant_id: flow.applicant_id,
    department_id: flow.department_id,
    chosen: JSON.parse(flow.chosen) as Choice[],
    managers: async () => {
      const documents = await documentsOf(ctx.db, flow.id);
      return managersAmong(
        ctx,
        flow.organisation_id,
        documents.map((row) => row.item_id),
      );
    },
  };
}
