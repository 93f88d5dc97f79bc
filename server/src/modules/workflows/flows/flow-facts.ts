import type { FieldValues } from '@dossier/contract/workflows/flow-fields';
import { valuesByField } from '@dossier/contract/workflows/flow-fields';
import type { FlowFacts } from '@dossier/contract/workflows/flow-graph';
import type { Db } from '../../../platform/db/database.ts';
import { findItems } from '../../access/items.queries.ts';
import { classificationsOf } from '../../classification/document-facts.queries.ts';
import { revisionsOfIds } from '../../documents/revisions.ts';
import { departmentAncestors } from '../../identity/departments.queries.ts';
import type { FlowTerms } from './flow-effects.ts';
import { documentsOf, type FlowRow } from './flows.queries.ts';

/** The values of the form of a flow, as submitted. */
export const valuesOf = (flow: Pick<FlowRow, 'form'>): FieldValues[] => (JSON.parse(flow.form) as FlowTerms).values ?? [];

/**
 * What the conditions of a flow look at: its form as submitted, its documents in the version that it is about, with the type, tags and categories that they
 * have now, also in the recycle bin, from which they may come back. Those that are gone for good have no properties.
 */
export async function factsOf(db: Db, flow: FlowRow): Promise<FlowFacts> {
  const rows = await documentsOf(db, flow.id);
  const ids = rows.map((row) => row.item_id);
  const there = new Set((await findItems(db, ids)).map((item) => item.id));
  const revisions = await revisionsOfIds(
    db,
    rows.map((row) => row.revision_id),
  );
  const sizeOf = new Map(revisions.map((revision) => [revision.id, revision.size]));
  const classification = await classificationsOf(db, ids);
  const departments = flow.department_id === 0 ? [] : await departmentAncestors(db, { id: flow.department_id });
  return {
    values: valuesByField(valuesOf(flow)),
    urgency: flow.urgency,
    applicant: String(flow.applicant_id),
    departments: departments.map(({ id }) => String(id)),
    documents: rows.flatMap(({ item_id: id, revision_id: revisionId, name, ext }) => {
      if (!there.has(id)) return [];
      const { type, tags, categories } = classification(id);
      const size = sizeOf.get(revisionId) ?? 0;
      return [
        { name, ext, size, type: type === undefined ? '' : String(type), tags: tags.map(String), categories: categories.map(String) },
      ];
    }),
  };
}
