import type { FieldValues } from '@dossier/contract/workflows/flow-fields';
import { valuesByField } from '@dossier/contract/workflows/flow-fields';
import type { FlowFacts } from '@dossier/contract/workflows/flow-graph';
import type { Db } from '../../../platform/db/database.ts';
import { itemsByIds } from '../../access/items.queries.ts';
import { classificationsOf } from '../../classification/document-facts.queries.ts';
import { departmentAncestors } from '../../identity/departments.queries.ts';
import type { FlowTerms } from './flow-effects.ts';
import { documentsOf, type FlowRow } from './flows.queries.ts';

/** The values of the form of a flow, as submitted. */
export const valuesOf = (flow: Pick<FlowRow, 'form'>): FieldValues[] => (JSON.parse(flow.form) as FlowTerms).values ?? [];

/** What the conditions of a flow look at: its form as submitted, its documents as they are now. Documents that are gone have no properties. */
export async function factsOf(db: Db, flow: FlowRow): Promise<FlowFacts> {
  const rows = await documentsOf(db, flow.id);
  const ids = rows.map((row) => row.item_id);
  const items = (await itemsByIds(db, { ids: JSON.stringify(ids) })).filter((item) => item.bin_id === 0);
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const classification = await classificationsOf(db, ids);
  const departments = flow.department_id === 0 ? [] : await departmentAncestors(db, { id: flow.department_id });
  return {
    values: valuesByField(valuesOf(flow)),
    urgency: flow.urgency,
    applicant: String(flow.applicant_id),
    departments: departments.map(({ id }) => String(id)),
    documents: ids.flatMap((id) => {
      const item = itemOf.get(id);
      if (item === undefined) return [];
      const { type, tags, categories } = classification(id);
      const { name, ext, size } = item;
      return [
        { name, ext, size, type: type === undefined ? '' : String(type), tags: tags.map(String), categories: categories.map(String) },
      ];
    }),
  };
}
