import type { GranteeType } from '@dossier/contract/rights';
import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { granteeNames } from '../grantees/grantees.ts';
import type { Step } from './steps.ts';

/** Somebody or something of the organisation, as it is kept. */
export interface Named {
  type: GranteeType;
  id: number;
}

type Asking = Parameters<typeof granteeNames>[0];

/** Refuses those that are not there. */
export async function needGrantees(ctx: Ctx, given: readonly { type: GranteeType; id: string }[]): Promise<Named[]> {
  const all = [...new Map(given.map((one) => [`${one.type} ${one.id}`, { type: one.type, id: Number(one.id) }])).values()];
  const nameOf = await granteeNames(ctx, all);
  if (all.some((one) => nameOf(one.type, one.id) === '')) throw new Refusal(codes.granteeMissing);
  return all;
}

/** Those that are named, for a screen. */
export async function showGrantees(ctx: Asking, all: readonly Named[]) {
  const nameOf = await granteeNames(ctx, all);
  return all.map(({ type, id }) => ({ type, id: String(id), name: nameOf(type, id), gone: nameOf(type, id) === '' }));
}

/** What approvers of a step are named by. */
const namedIn = (steps: readonly Step[]): Named[] =>
  steps.flatMap((step) =>
    step.approvers.flatMap(({ kind, id }): Named[] =>
      id === undefined || (kind !== 'person' && kind !== 'role') ? [] : [{ type: kind === 'person' ? 'user' : 'role', id }],
    ),
  );

/** Steps with the names of who approves in them. */
export async function showSteps(ctx: Asking, steps: readonly Step[]) {
  const nameOf = await granteeNames(ctx, namedIn(steps));
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

/** Refuses steps that name nobody of the organisation. */
export async function needSteps(ctx: Ctx, given: readonly GivenStep[]): Promise<Step[]> {
  const steps = given.map(stepOf);
  const nameOf = await granteeNames(ctx, namedIn(steps));
  if (namedIn(steps).some(({ type, id }) => nameOf(type, id) === '')) throw new Refusal(codes.granteeMissing);
  return steps;
}

interface GivenStep {
  name: string;
  approvers: { kind: Step['approvers'][number]['kind']; id?: string | undefined }[];
  rule: Step['rule'];
  percent?: number | undefined;
  days?: number | undefined;
}

/** A step as it is kept: nothing in it that its kinds do not need, and everything that they do. */
function stepOf({ name, approvers, rule, percent, days }: GivenStep): Step {
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
