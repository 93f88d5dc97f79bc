import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Delivered } from '../../platform/events/event.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { Refusal } from '../../platform/refusal.ts';
import { documentDownloaded } from '../documents/events.ts';
import { spaceLeft, userDeleted, userUpdated } from '../identity/events.ts';
import { contextForPerson } from '../identity/run-as.ts';
import type { FlowTerms } from './flows/flow-terms.ts';
import { claimDownloads, flowsWaitingFor } from './flows/flows.queries.ts';
import { endAfterDownload } from './flows/grant-rights.ts';
import { reassignAbandonedFlow } from './sweep-flows.ts';

const hourMs = 3600_000;

/** Ends the right of a download flow soon after the first download, which may still be running. */
async function endDownload(services: Services, db: Db, event: Delivered<typeof documentDownloaded>): Promise<void> {
  const itemId = event.data.objId;
  if (event.personId === undefined) return;
  for (const flow of await claimDownloads(db, { personId: event.personId, itemId })) {
    const { giverId = 0 } = JSON.parse(flow.form) as FlowTerms;
    try {
      const grantor = await contextForPerson(services, db, { personId: giverId, spaceId: flow.organisation_id, address: '' });
      await endAfterDownload(grantor, flow, { itemId, at: event.at + hourMs });
    } catch (error) {
      // the granting user may no longer change it: it ends at its own end
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

export const flowSubscribers: Subscriber[] = [
  subscribe(documentDownloaded, {
    name: 'flows.downloads',
    async batch(db, delivered, services) {
      for (const event of delivered) await endDownload(services, db, event);
    },
  }),
  subscribe([userUpdated, userDeleted, spaceLeft], {
    // a user was disabled or removed: waiting steps are reassigned
    name: 'flows.people',
    async batch(db, delivered, services) {
      const now = services.now();
      for (const personId of new Set(delivered.map(({ data }) => data.objId)))
        for (const flow of await flowsWaitingFor(db, personId)) await reassignAbandonedFlow({ services, db, now }, flow);
    },
  }),
];
