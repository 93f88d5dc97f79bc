import type { FlowNode } from '@dossier/contract/workflows/flow-graph';
import { usersOfPrincipal } from '../../identity/principals.ts';
import type { Mover } from './end-flow.ts';
import { valuesOf } from './flow-facts.ts';
import { activeMembers, approvalSubject, currentNames, nearestHeads, sendFlowMessage } from './flow-people.ts';
import { addNotified, type FlowRow, recordFlowEvent, systemActor } from './flows.queries.ts';

/** At most so many are told by one node. */
const mostTold = 500;
/** So many names stand in the trail. */
const mostNames = 20;

/** The active users whom a node names, each once. */
async function recipientsOf(mover: Mover, flow: FlowRow, node: FlowNode): Promise<number[]> {
  const found = new Set<number>();
  for (const { kind, id, field } of node.recipients ?? []) {
    if (kind === 'role') {
      const limit = mostTold - found.size;
      if (limit <= 0) continue;
      for (const personId of await usersOfPrincipal(mover, { type: 'role', id: Number(id), limit })) found.add(personId);
    } else {
      const named =
        kind === 'person'
          ? [Number(id)]
          : kind === 'applicant'
            ? [flow.applicant_id]
            : kind === 'head'
              ? await nearestHeads(mover, approvalSubject(mover, flow))
              : (valuesOf(flow).find((one) => one.field === field)?.values ?? []).map(Number);
      for (const personId of await activeMembers(mover, named, flow.organisation_id)) found.add(personId);
    }
  }
  return [...found].slice(0, mostTold);
}

/** Tells those whom a node names; they may see the flow from then on. */
export async function tellRecipients(mover: Mover, flow: FlowRow, node: FlowNode): Promise<void> {
  const people = await recipientsOf(mover, flow, node);
  await addNotified(
    mover.db,
    flow.id,
    people.filter((id) => id !== flow.applicant_id),
  );
  await sendFlowMessage(mover, flow, { kind: 'flowMessage', facts: { text: node.message ?? '' }, people });
  const nameOf = await currentNames(mover, flow.organisation_id, people.slice(0, mostNames));
  const names = people.slice(0, mostNames).map(nameOf);
  await recordFlowEvent(mover, flow, { kind: 'notified', actor: systemActor, stepName: node.name, names });
}
