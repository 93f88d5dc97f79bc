import { codes } from '@dossier/contract/core/codes';
import { objType } from '@dossier/contract/core/rights';
import {
  type DescribedValues,
  type FieldProblem,
  fieldProblem,
  type FieldValues,
  type FlowField,
  type FlowFieldKind,
  valuesByField,
} from '@dossier/contract/workflows/flow-fields';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findVisibleItems } from '../../access/require-items.ts';
import { attachmentsOfFlow } from '../../documents/flow-attachments.ts';
import { principalNames } from '../../identity/principals.ts';
import { visibleFlowIds } from '../flow-access.ts';
import { valuesOf } from './flow-facts.ts';
import type { FlowRow } from './flows.queries.ts';

interface NamedValue {
  name: string;
  ext?: string;
}

/** The name of what a value refers to, by kind; undefined where it is gone, or the caller may not know of it. */
type NameOf = (kind: FlowFieldKind, value: string) => NamedValue | undefined;

/** Reads the names of all values of a form that are ids, one query a kind. */
async function namesOf(
  ctx: Context,
  { fields, values, flowId }: { fields: readonly FlowField[]; values: ReadonlyMap<string, readonly string[]>; flowId: number },
): Promise<NameOf> {
  const idsOf = (kind: FlowFieldKind): number[] => [
    ...new Set(fields.filter((field) => field.kind === kind).flatMap(({ id }) => (values.get(id) ?? []).map(Number))),
  ];
  const principals = [
    ...idsOf('person').map((id) => ({ type: 'user' as const, id })),
    ...idsOf('department').map((id) => ({ type: 'department' as const, id })),
  ];
  const nameOf = await principalNames(ctx, principals);
  const documents = new Map((await findVisibleItems(ctx, idsOf('document'))).map(({ item }) => [String(item.id), item]));
  const seesFiles = idsOf('file').length > 0 && (await seesAttachments(ctx, flowId));
  const files = new Map((seesFiles ? await attachmentsOfFlow(ctx.db, flowId) : []).map((item) => [String(item.id), item]));
  return (kind, value) => {
    if (kind === 'document' || kind === 'file') {
      const item = (kind === 'document' ? documents : files).get(value);
      return item?.kind === objType.document && (kind === 'file' || item.attached === 0) ? { name: item.name, ext: item.ext } : undefined;
    }
    if (kind !== 'person' && kind !== 'department') return { name: value };
    const name = nameOf(kind === 'person' ? 'user' : 'department', Number(value));
    return name === '' ? undefined : { name };
  };
}

/** Files of a flow are for those who take part in it; see `findFlow` of the attachments. */
async function seesAttachments(ctx: Context, flowId: number): Promise<boolean> {
  if (ctx.shareSession !== undefined || ctx.user.viewer !== undefined || flowId === 0) return false;
  return (await visibleFlowIds(ctx, [flowId], 'takingPart')).has(flowId);
}

/**
 * The values of a form, in the order of the fields of its template; 5319 with the fields that are refused. Users and departments are of the organisation,
 * documents those that the requester sees now, and files attachments of the flow. A draft may lack required ones.
 */
export async function requireValues(
  ctx: Context,
  {
    fields,
    given,
    complete,
    flowId = 0,
  }: { fields: readonly FlowField[]; given: readonly FieldValues[]; complete: boolean; flowId?: number },
): Promise<FieldValues[]> {
  const values = valuesByField(given);
  const wrong: { field: string; problem: FieldProblem }[] = [];
  for (const field of fields) {
    const problem = fieldProblem(field, values.get(field.id) ?? [], { complete });
    if (problem !== undefined) wrong.push({ field: field.id, problem });
  }
  const sound = fields.filter(({ id }) => wrong.every(({ field }) => field !== id));
  const nameOf = await namesOf(ctx, { fields: sound, values, flowId });
  for (const { id, kind } of sound)
    if ((values.get(id) ?? []).some((value) => nameOf(kind, value) === undefined)) wrong.push({ field: id, problem: 'notFound' });
  if (wrong.length > 0) throw new Refusal(codes.flowFieldInvalid, { fields: wrong });
  return fields.flatMap(({ id }) => {
    const found = values.get(id) ?? [];
    return found.length === 0 ? [] : [{ field: id, values: found }];
  });
}

/** The values of a flow with the names that the caller may read; what is hidden from them has neither name nor id. */
export async function describeValues(ctx: Context, flow: FlowRow, fields: readonly FlowField[]): Promise<DescribedValues[]> {
  const values = valuesByField(valuesOf(flow));
  const nameOf = await namesOf(ctx, { fields, values, flowId: flow.id });
  return fields.flatMap(({ id, kind }): DescribedValues[] => {
    const found = values.get(id) ?? [];
    if (found.length === 0) return [];
    const described = found.map((value) => {
      const named = nameOf(kind, value);
      return named === undefined ? { value: '', name: '', hidden: true } : { value, ...named };
    });
    return [{ field: id, values: described }];
  });
}
