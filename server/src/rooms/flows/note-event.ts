import type { FlowEventKind } from '@dossier/contract/flow-shapes';
import { newId } from '../../ground/ids.ts';
import { granteeNames } from '../grantees/grantees.ts';
import type { Asking } from './approvers.ts';
import { type FlowRow, insertEvent } from './flow-queries.ts';

/** Who did something; nobody where the house did it by itself. */
export interface Actor {
  id: number;
  fullName: string;
}

export const nobody: Actor = { id: 0, fullName: '' };

interface Noted {
  kind: FlowEventKind;
  actor: Actor;
  forName?: string;
  stepName?: string;
  opinion?: string;
  names?: readonly string[];
}

/** Writes a line of a flow's trail, with the names of today. */
export const noteEvent = (
  ctx: Asking,
  flow: Pick<FlowRow, 'id'>,
  { kind, actor, forName = '', stepName = '', opinion = '', names = [] }: Noted,
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

/** What people are called today. */
export async function namesOf(ctx: Asking, organisationId: number, people: readonly number[]): Promise<(id: number) => string> {
  const nameOf = await granteeNames(
    { db: ctx.db, user: { organisationId } },
    people.map((id) => ({ type: 'user', id })),
  );
  return (id) => nameOf('user', id);
}
