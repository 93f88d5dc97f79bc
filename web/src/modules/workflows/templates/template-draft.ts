import type { InputOf, OutputOf } from '@dossier/contract/core/route';
import type { Principal } from '@dossier/contract/identity/users';
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
});

const stepOf = ({ name, approvers, rule, percent, days, signs }: FlowStep): DraftStep => ({
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
});

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
  };
}

/** The first missing part of a template. */
export function missingPart({
  name,
  steps,
  flowKind,
  cabinetId,
}: TemplateDraft): 'name' | 'cabinet' | 'stepName' | 'approver' | 'manager' | 'place' | undefined {
  if (name.trim() === '') return 'name';
  if (publishingKinds.includes(flowKind) && cabinetId === undefined) return 'cabinet';
  if (steps.some((step) => step.name.trim() === '')) return 'stepName';
  if (steps.some((step) => step.approvers.length === 0)) return 'approver';
  const isManaged = steps.at(-1)?.approvers.every((approver) => approver.kind === 'manager') === true;
  if (!managerDecidedKinds.includes(flowKind) || isManaged) return undefined;
  return flowKind === 'upload' ? 'place' : 'manager';
}
