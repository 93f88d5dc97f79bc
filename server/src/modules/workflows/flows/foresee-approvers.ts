import type { ForeseenApprovers } from '@dossier/contract/workflows/flow-shapes';
import type { TemplateStep } from '../templates/flow-plan.ts';
import { type ApprovalSubject, approversOf, currentNames, type FlowContext, namedApprovers } from './flow-people.ts';

const mostForeseen = 10;

/**
 * Whom a step would ask, for the form of a flow and for the flow: the requester is left out, and replaced as when the step is opened. While the requester has
 * not chosen, nobody replaces those who are to be chosen.
 */
export async function foreseeApprovers(
  ctx: FlowContext,
  subject: ApprovalSubject,
  { step, at }: { step: TemplateStep; at: number },
): Promise<ForeseenApprovers> {
  const awaitsChoice = step.approvers.some(({ kind }) => kind === 'chosen') && !subject.chosen.some((choice) => choice.step === at);
  const { people, alone } = awaitsChoice
    ? { people: await namedApprovers(ctx, subject, { step, at }), alone: false }
    : await approversOf(ctx, subject, { step, at });
  const shown = people.slice(0, mostForeseen);
  const nameOf = await currentNames(ctx, subject.organisation_id, shown);
  return { people: shown.map(nameOf), more: people.length - shown.length, ...(alone && { alone }) };
}
