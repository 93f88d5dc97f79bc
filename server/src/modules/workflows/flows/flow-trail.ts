import { type FlowEventKind, flowObjectType } from '@dossier/contract/workflows/flow-shapes';
import { newId } from '../../../platform/ids.ts';
import { principalNames } from '../../identity/principals.ts';
import { notify } from '../../notifications/notify.ts';
import { substitutesOf } from '../absences/absences.queries.ts';
import type { FlowContext } from './approvers.ts';
import { type FlowRow, insertEvent } from './flows.queries.ts';

/** The actor of an event; undefined for the server itself. */
export interface FlowActor {
  id: number;
  fullName: string;
}

export const systemActor: FlowActor = { id: 0, fullName: '' };

interface FlowEventFacts {
  kind: FlowEventKind;
  actor: FlowActor;
  forName?: string;
  stepName?: string;
  opinion?: string;
  names?: readonly string[];
}

/** Writes an entry of a flow's trail, with the current names. */
export const recordFlowEvent = (
  ctx: FlowContext,
  flow: Pick<FlowRow, 'id'>,
  { kind, actor, forName = '', stepName = '', opinion = '', names = [] }: FlowEventFacts,
) =>
  insertEvent(ctx.db, {
    id: newId(),
    flow_id: flow.id,
    kind,
    at: ctx.now,
    person_id: actor.id,
    person_name: actor.fullName,
    for_name: forName,
    step_name: stepName,
    opinion,
    names: JSON.stringify(names),
  });

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
