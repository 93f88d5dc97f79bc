import type { InputOf, OutputOf } from '@dossier/contract/core/route';
import type { Principal } from '@dossier/contract/identity/users';
import type { FlowField } from '@dossier/contract/workflows/flow-fields';
import { type FlowGraph, linearGraph } from '@dossier/contract/workflows/flow-graph';
import {
  type ApproverKind,
  type EmailDecisions,
  type FlowKind,
  type FlowStep,
  type StepRule,
  managerDecidedKinds,
  publishingKinds,
  signingKinds,
} from '@dossier/contract/workflows/flow-shapes';
import type { flowTemplates } from '@dossier/contract/workflows/flows';
import { shownGraph } from '../designer/graph-layout.ts';

/** An approver in a step draft. */
export interface DraftApprover {
  kind: ApproverKind;
  id?: string;
  name: string;
}

/** A step draft; its key is kept when it is moved. */
export interface DraftStep {
  key: number;
  name: string;
  approvers: DraftApprover[];
  rule: StepRule;
  percent: number;
  days: number | undefined;
  /** The step asks for a signature. */
  signs: boolean;
}

/** A template draft. */
export interface TemplateDraft {
  flowKind: FlowKind;
  /** The publishing cabinet that it writes to. */
  cabinetId: string | undefined;
  name: string;
  description: string;
  enabled: boolean;
  /** Whether approvers may decide from an email. */
  emailDecisions: EmailDecisions;
  /** Who starts a flow types its number. */
  typedNumber: boolean;
  starters: Principal[];
  steps: DraftStep[];
  graph: FlowGraph;
  fields: FlowField[];
  /** The names of what the graph refers to, each by its type and id. */
  names: Readonly<Record<string, string>>;
}

let keys = 0;

export const newStep = (name: string): DraftStep => ({
  key: ++keys,
  name,
  approvers: [],
  rule: 'any',
  percent: 50,
  days: undefined,
  signs: false,
});

export const newDraft = (stepName: string): TemplateDraft => ({
  flowKind: 'normal',
  cabinetId: undefined,
  name: '',
  description: '',
  enabled: true,
  emailDecisions: 'signIn',
  typedNumber: false,
  starters: [],
  steps: [newStep(stepName)],
  graph: linearGraph(1),
  fields: [],
  names: {},
});

/** A step of a version, as a draft. */
export const stepOf = ({ name, approvers, rule, percent, days, signs }: FlowStep): DraftStep => ({
  key: ++keys,
  name,
  // deleted principals are dropped on the next save
  approvers: approvers.flatMap((approver) =>
    approver.gone ? [] : [{ kind: approver.kind, name: approver.name, ...(approver.id !== undefined && { id: approver.id }) }],
  ),
  rule,
  percent: percent ?? 50,
  days,
  signs: signs === true,
});

export const templateDraftOf = (template: OutputOf<typeof flowTemplates.show>): TemplateDraft => ({
  flowKind: template.flowKind,
  cabinetId: template.cabinet?.id,
  name: template.name,
  description: template.description,
  enabled: template.enabled,
  emailDecisions: template.emailDecisions,
  typedNumber: template.typedNumber,
  starters: template.starters.flatMap(({ type, id, name, gone }) => (gone ? [] : [{ type, id, name }])),
  steps: template.steps.map(stepOf),
  graph: shownGraph(template.graph),
  fields: template.fields,
  names: namesIn(template),
});

/** The names that a template tells for the ids in its graph. */
export const namesIn = ({
  graphNames = [],
  templateNames = [],
}: Partial<Pick<OutputOf<typeof flowTemplates.version>, 'graphNames' | 'templateNames'>>): Record<string, string> =>
  Object.fromEntries([
    ...graphNames.flatMap(({ type, id, name, gone }) => (gone ? [] : [[`${type}:${id}`, name]])),
    ...templateNames.map(({ id, name }) => [`template:${id}`, name]),
  ]);

/** The draft with another kind; for kinds that the managers decide, an untouched step gets them as approvers. */
export function withKind(draft: TemplateDraft, flowKind: FlowKind): TemplateDraft {
  const [only] = draft.steps;
  const isUntouched = draft.steps.length === 1 && (only?.approvers.length ?? 0) === 0;
  if (!managerDecidedKinds.includes(flowKind) || only === undefined || !isUntouched) return { ...draft, flowKind };
  return { ...draft, flowKind, steps: [{ ...only, approvers: [{ kind: 'manager', name: '' }] }] };
}

/** The call input of a template. */
export function templateInput({
  flowKind,
  cabinetId,
  name,
  description,
  enabled,
  emailDecisions,
  typedNumber,
  starters,
  steps,
  graph,
  fields,
}: TemplateDraft) {
  return {
    name: name.trim(),
    description: description.trim(),
    enabled,
    emailDecisions,
    typedNumber,
    ...(publishingKinds.includes(flowKind) && cabinetId !== undefined && { cabinetId }),
    starters: starters.map(({ type, id }) => ({ type, id })),
    steps: steps.map((step): InputOf<typeof flowTemplates.create>['steps'][number] => ({
      name: step.name.trim(),
      rule: step.rule,
      approvers: step.approvers.map(({ kind, id }) => ({ kind, ...(id !== undefined && { id }) })),
      ...(step.rule === 'percent' && { percent: step.percent }),
      ...(step.days !== undefined && { days: step.days }),
      ...(step.signs && signingKinds.includes(flowKind) && { signs: true }),
    })),
    graph,
    fields: fields.map((field) => ({ ...field, name: field.name.trim(), options: field.options.map((one) => one.trim()).filter(Boolean) })),
  };
}

/** Whether a step is approved by managers alone. */
export const isManagersOnly = ({ approvers }: DraftStep): boolean =>
  approvers.length > 0 && approvers.every(({ kind }) => kind === 'manager');

/** What a step needs before a flow can wait in it. */
export function lackOfStep({ name, approvers }: DraftStep): 'name' | 'approver' | 'both' | undefined {
  if (name.trim() !== '') return approvers.length === 0 ? 'approver' : undefined;
  return approvers.length === 0 ? 'both' : 'name';
}

/** The first missing part of a template beside its graph. */
export function missingPart({
  name,
  steps,
  flowKind,
  cabinetId,
  fields,
}: TemplateDraft): 'name' | 'cabinet' | 'stepName' | 'approver' | 'fieldName' | 'options' | undefined {
  if (name.trim() === '') return 'name';
  if (publishingKinds.includes(flowKind) && cabinetId === undefined) return 'cabinet';
  if (fields.some((field) => field.name.trim() === '')) return 'fieldName';
  if (fields.some(({ kind, options }) => kind === 'choice' && options.every((option) => option.trim() === ''))) return 'options';
  if (steps.some((step) => step.name.trim() === '')) return 'stepName';
  return steps.some((step) => step.approvers.length === 0) ? 'approver' : undefined;
}
