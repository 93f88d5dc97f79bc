import { objectFlow } from '@dossier/contract/flow-shapes';
import { tell } from '../messages/tell.ts';
import { substitutesOf } from './absence-queries.ts';
import type { Asking } from './approvers.ts';
import type { FlowRow } from './flow-queries.ts';

type About = Pick<FlowRow, 'id' | 'title' | 'organisation_id' | 'applicant_id'>;
type Kind =
  | 'flowWaiting'
  | 'flowUrged'
  | 'flowDue'
  | 'flowEscalated'
  | 'flowReturned'
  | 'flowPassed'
  | 'flowRejected'
  | 'flowWithdrawn'
  | 'flowNotified';

/** Leaves some people a message about a flow: who did what. */
export async function tellPeople(
  ctx: Asking,
  flow: About,
  { kind, byName, people }: { kind: Kind; byName: string; people: readonly number[] },
) {
  const about = { spaceId: flow.organisation_id, objType: objectFlow, objId: flow.id, name: flow.title, at: ctx.now };
  for (const personId of new Set(people)) await tell(ctx.db, { ...about, kind, facts: { byName }, personId });
}

/** Tells those whom a flow waits for, and whoever stands in for them now. */
export async function tellApprovers(
  ctx: Asking,
  flow: About,
  { kind, byName, people }: { kind: Kind; byName: string; people: readonly number[] },
): Promise<void> {
  const away = await substitutesOf(ctx.db, { people, organisationId: flow.organisation_id, at: ctx.now });
  const substitutes = away.map((row) => row.substitute_id).filter((id) => id !== flow.applicant_id);
  await tellPeople(ctx, flow, { kind, byName, people: [...people, ...substitutes] });
}
