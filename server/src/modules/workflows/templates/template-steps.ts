import { codes } from '@dossier/contract/core/codes';
import type { GranteeType } from '@dossier/contract/core/rights';
import type { ApproverKind, StepRule } from '@dossier/contract/workflows/flow-shapes';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { principalNames } from '../../identity/principals.ts';

/** An approver of a step, as a template stores it. */
interface StepApprover {
  kind: ApproverKind;
  id?: number;
}

export interface TemplateStep {
  name: string;
  approvers: StepApprover[];
  rule: StepRule;
  percent?: number;
  days?: number;
}

/** The approvers that an applicant chose for a step. */
export interface ChosenApprovers {
  step: number;
  people: number[];
}

/** A principal of the organisation, as stored. */
export interface NamedPrincipal {
  type: GranteeType;
  id: number;
}

type PrincipalContext = Parameters<typeof principalNames>[0];

/** Refuses unknown principals. */
export async function requirePrincipals(ctx: Context, given: readonly { type: GranteeType; id: string }[]): Promise<NamedPrincipal[]> {
  const all = [...new Map(given.map((one) => [`${one.type} ${one.id}`, { type: one.type, id: Number(one.id) }])).values()];
  const nameOf = await principalNames(ctx, all);
  if (all.some((one) => nameOf(one.type, one.id) === '')) throw new Refusal(codes.granteeMissing);
  return all;
}

/** Principals with their names. */
export async function describePrincipals(ctx: PrincipalContext, all: readonly NamedPrincipal[]) {
  const nameOf = await principalNames(ctx, all);
  return all.map(({ type, id }) => ({ type, id: String(id), name: nameOf(type, id), gone: nameOf(type, id) === '' }));
}

/** The principals that steps name as approvers. */
const principalsInSteps = (steps: readonly TemplateStep[]): NamedPrincipal[] =>
  steps.flatMap((step) =>
    step.approvers.flatMap(({ kind, id }): NamedPrincipal[] =>
      id === undefined || (kind !== 'person' && kind !== 'role') ? [] : [{ type: kind === 'person' ? 'user' : 'role', id }],
    ),
  );

/** Steps with the names of their approvers. */
export async function describeSteps(ctx: PrincipalContext, steps: readonly TemplateStep[]) {
  const nameOf = await principalNames(ctx, principalsInSteps(steps));
  return steps.map(({ name, rule, percent, days, approvers }) => ({
    name,
    rule,
    ...(percent !== undefined && { percent }),
    ...(days !== undefined && { days }),
    approvers: approvers.map(({ kind, id }) => {
      const named = id === undefined ? '' : nameOf(kind === 'role' ? 'role' : 'user', id);
      return { kind, ...(id !== undefined && { id: String(id) }), name: named, gone: id !== undefined && named === '' };
    }),
  }));
}

/** Refuses steps that name unknown principals. */
export async function requireSteps(ctx: Context, given: readonly StepInput[]): Promise<TemplateStep[]> {
  const steps = given.map(normaliseStep);
  const nameOf = await principalNames(ctx, principalsInSteps(steps));
  if (principalsInSteps(steps).some(({ type, id }) => nameOf(type, id) === '')) throw new Refusal(codes.granteeMissing);
  return steps;
}

interface StepInput {
  name: string;
  approvers: { kind: TemplateStep['approvers'][number]['kind']; id?: string | undefined }[];
  rule: TemplateStep['rule'];
  percent?: number | undefined;
  days?: number | undefined;
}

/** A step as stored: only the fields that its kinds need, and all of them. */
function normaliseStep({ name, approvers, rule, percent, days }: StepInput): TemplateStep {
  if (rule === 'percent' && percent === undefined) throw new Refusal(codes.invalidParams);
  const found = approvers.map(({ kind, id }) => {
    const isNamed = kind === 'person' || kind === 'role';
    if (isNamed && id === undefined) throw new Refusal(codes.flowNoApprover);
    return isNamed ? { kind, id: Number(id) } : { kind };
  });
  const unique = new Map(found.map((one) => [`${one.kind} ${'id' in one ? one.id : ''}`, one]));
  return {
    name,
    approvers: [...unique.values()],
    rule,
    ...(rule === 'percent' && percent !== undefined && { percent }),
    ...(days !== undefined && { days }),
  };
}
