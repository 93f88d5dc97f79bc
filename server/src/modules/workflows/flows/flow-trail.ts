import { flowObjectType } from '@dossier/contract/workflows/flow-shapes';
import { principalNames } from '../../identity/principals.ts';
import { notify } from '../../notifications/notify.ts';
import { substitutesOf } from '../absences/absences.queries.ts';
import type { FlowContext } from './approvers.ts';
import type { FlowRow } from './flows.queries.ts';

/** The current names of users. */
export async function currentNames(ctx: FlowContext, organisationId: number, people: readonly number[]): Promise<(id: number) => string> {
  const nameOf = await principalNames(
    { db: ctx.db, user: { organisationId } },
    people.map((id) => ({ type: 'user', id })),
  );
  return (id) => nameOf('user', id);
}

type NotifiedFlow = Pick<FlowRow, 'id' | 'title' | 'organisation_id' | 'applicant_id'>;
type FlowMessageKind =
  | 'flowWaiting'
  | 'flowUrged'
  | 'flowDue'
  | 'flowEscalated'
  | 'flowReturned'
  | 'flowPassed'
  | 'flowRejected'
  | 'flowWithdrawn'
  | 'flowNotified';

/** Sends users a message about a flow and its actor. */
export async function notifyPeople(
  ctx: FlowContext,
  flow: NotifiedFlow,
  { kind, byName, people }: { kind: FlowMessageKind; byName: string; people: readonly number[] },
) {
  const about = { spaceId: flow.organisation_id, objType: flowObjectType, objId: flow.id, name: flow.title, at: ctx.now };
  for (const personId of new Set(people)) await notify(ctx.db, { ...about, kind, facts: { byName }, personId });
}

/** Notifies the current approvers of a flow and their substitutes. */
export async function notifyApprovers(
  ctx: FlowContext,
  flow: NotifiedFlow,
  { kind, byName, people }: { kind: FlowMessageKind; byName: string; people: readonly number[] },
): Promise<void> {
  const away = await substitutesOf(ctx.db, { people, organisationId: flow.organisation_id, at: ctx.now });
  const substitutes = away.map((row) => row.substitute_id).filter((id) => id !== flow.applicant_id);
  await notifyPeople(ctx, flow, { kind, byName, people: [...people, ...substitutes] });
}
