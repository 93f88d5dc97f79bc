import { level } from '@dossier/contract/core/rights';
import type { InputOf, OutputOf } from '@dossier/contract/core/route';
import type { Principal } from '@dossier/contract/identity/users';
import { type FlowKind, grantingKinds } from '@dossier/contract/workflows/flow-shapes';
import type { flows } from '@dossier/contract/workflows/flows';
import { type FormValues, formValues, valuesInput } from './field-values.ts';

/** A document to submit; without a revision the newest. */
export interface ChosenDocument {
  id: string;
  currentRev?: string;
  name: string;
  ext: string;
}

/** The values of an unsaved form. */
export interface FlowDraft {
  /** Typed where the template lets the requester do so. */
  number: string;
  title: string;
  reason: string;
  urgency: number;
  deadlineDate: string | undefined;
  /** For a borrow flow: the level, and until when. */
  level: number;
  lastTime: string | undefined;
  /** Of a publication: from when on, if not as soon as it is passed. */
  effectiveTime: string | undefined;
  /** The target folder, or the document to be replaced. */
  target: { id: string; name: string } | undefined;
  documents: ChosenDocument[];
  notify: Principal[];
  /** Approvers chosen by the applicant, by step. */
  people: Record<number, Principal[]>;
  /** The fields of the template. */
  values: FormValues;
}

export const emptyDraft: FlowDraft = {
  number: '',
  title: '',
  reason: '',
  urgency: 0,
  deadlineDate: undefined,
  level: level.view,
  lastTime: undefined,
  effectiveTime: undefined,
  target: undefined,
  documents: [],
  notify: [],
  people: {},
  values: {},
};

/** The form values of a saved flow, or copied from another flow: then with the documents' present revisions. */
export function draftOf(flow: OutputOf<typeof flows.show>, asNow: boolean): FlowDraft {
  const nameOf = new Map(flow.chosenNames.map(({ id, name }) => [id, name]));
  return {
    number: asNow ? '' : (flow.draftNumber ?? ''),
    title: flow.title,
    reason: flow.reason,
    urgency: flow.urgency,
    deadlineDate: asNow ? undefined : flow.deadlineDate,
    level: flow.level ?? level.view,
    lastTime: asNow ? undefined : flow.lastTime,
    effectiveTime: asNow ? undefined : flow.effectiveTime,
    target: flow.target && { id: flow.target.id, name: flow.target.name },
    documents: flow.documents.flatMap(({ id, currentRev, name, ext, gone }) =>
      id === undefined || gone ? [] : [{ id, name, ext, ...(!asNow && currentRev !== undefined && { currentRev }) }],
    ),
    notify: flow.notify.filter((one) => !one.gone).map(({ type, id, name }) => ({ type, id, name })),
    people: Object.fromEntries(
      flow.chosen.map(({ step, userIds }) => [
        step,
        userIds.flatMap((id) => (nameOf.has(id) ? [{ type: 'user' as const, id, name: nameOf.get(id) ?? '' }] : [])),
      ]),
    ),
    // attachments stay with their flow
    values: formValues(flow.values, (id) => !asNow || flow.fields.find((field) => field.id === id)?.kind !== 'file'),
  };
}

/** The call input of a form. */
export function flowInput(draft: FlowDraft, flowKind: FlowKind): Omit<InputOf<typeof flows.save>, 'templateId'> {
  const { number, title, reason, urgency, deadlineDate, documents, notify, people } = draft;
  return {
    ...(number.trim() !== '' && { number }),
    title,
    reason,
    urgency,
    ...(deadlineDate !== undefined && { deadlineDate }),
    ...(flowKind === 'borrow' && { level: draft.level }),
    ...(draft.target !== undefined && { targetId: draft.target.id }),
    ...(draft.lastTime !== undefined && { lastTime: draft.lastTime }),
    ...(draft.effectiveTime !== undefined && { effectiveTime: draft.effectiveTime }),
    documents: documents.map(({ id, currentRev }) => ({ id, ...(currentRev !== undefined && { currentRev }) })),
    notify: notify.map(({ type, id }) => ({ type, id })),
    values: valuesInput(draft.values),
    chosen: Object.entries(people).map(([step, all]) => ({ step: Number(step), userIds: all.map((one) => one.id) })),
  };
}

/** What a form may lack; unfinished uploads are no documents yet. */
export type MissingField = 'number' | 'title' | 'reason' | 'target' | 'documents' | 'files' | 'lastTime';

/** What is marked in a form: what it lacks, and a number that another flow has. */
export type WrongField = MissingField | 'numberTaken';

/** All that a form lacks, in its order. */
export function missingFields(
  { number, title, reason, documents, target, lastTime }: FlowDraft,
  { flowKind, typedNumber }: { flowKind: FlowKind; typedNumber: boolean },
): MissingField[] {
  const isBeside = flowKind === 'publish' || flowKind === 'revise';
  const lacks: Partial<Record<MissingField, boolean>> = {
    number: typedNumber && number.trim() === '',
    title: title.trim() === '',
    reason: reason.trim() === '',
    documents: flowKind !== 'normal' && documents.length === 0,
    target: (isBeside || flowKind === 'upload') && target === undefined,
    lastTime: grantingKinds.includes(flowKind) && lastTime === undefined,
  };
  const order: MissingField[] =
    flowKind === 'upload'
      ? ['number', 'title', 'reason', 'target', 'documents']
      : ['number', 'title', 'reason', 'documents', 'target', 'lastTime'];
  return order.filter((field) => lacks[field] === true);
}

/** The values of a form that its marks are about. */
const valueOf: Partial<Record<WrongField, keyof FlowDraft>> = { numberTaken: 'number', files: 'documents' };

/** The marks that stay after some values were changed. */
export const stillWrong = (wrong: ReadonlySet<WrongField>, changes: Partial<FlowDraft>): ReadonlySet<WrongField> =>
  new Set([...wrong].filter((field) => !((valueOf[field] ?? field) in changes)));
