import type { ApproverKind, StepRule } from '@dossier/contract/flow-shapes';

/** Who approves in a step, as a template keeps it. */
export interface Approver {
  kind: ApproverKind;
  id?: number;
}

/** A step of a template. */
export interface Step {
  name: string;
  approvers: Approver[];
  rule: StepRule;
  percent?: number;
  days?: number;
}

/** Whom an applicant chose for a step. */
export interface Choice {
  step: number;
  people: number[];
}

/** How many of so many must ratify. */
export function wordsNeeded({ rule, percent = 100 }: Pick<Step, 'rule' | 'percent'>, people: number): number {
  if (rule === 'any') return 1;
  if (rule === 'all') return people;
  return Math.max(1, Math.ceil((people * percent) / 100));
}
