import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Delivered } from '../../platform/events/event.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { Refusal } from '../../platform/refusal.ts';
import { documentDownloaded } from '../documents/events.ts';
import { spaceLeft, userDeleted, userUpdated } from '../identity/events.ts';
import { contextForPerson } from '../identity/run-as.ts';
import type { FlowTerms } from './flows/flow-terms.ts';
import { claimDownloads } from './flows/flows.queries.ts';
import { endAfterDownload } from './flows/grant-rights.ts';
import { flowsWaitingFor } from './flows/tasks.queries.ts';
import { reassignAbandonedFlow } from './sweep-flows.ts';

const hourMs = 3600_000;

/** Ends what a download flow gave, soon after the first download: that one may still be under way. */
async function endDownload(services: Services, db: Db, happening: Delivered<typeof documentDownloaded>): Promise<void> {
  const itemId = happening.data.objId;
  if (happening.personId === undefined) return;
  for (const flow of await claimDownloads(db, { personId: happening.personId, itemId })) {
    const { giverId = 0 } = JSON.parse(flow.form) as FlowTerms;
    try {
      const giver = await contextForPerson(services, db, { personId: giverId, spaceId: flow.organisation_id, address: '' });
      await endAfterDownload(giver, flow, { itemId, at: happening.at + hourMs });
    } catch (error) {
      // whoever gave it may no longer: it ends on its day
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

export const flowSubscribers: Subscriber[] = [
  subscribe(documentDownloaded, {
    name: 'flows.downloads',
    async batch(db, happenings, services) {
      for (const happening of happenings) await endDownload(services, db, happening);
    },
  }),
  subscribe([userUpdated, userDeleted, spaceLeft], {
    // somebody may have been disabled, or be gone: what waits for them is handed on
    name: 'flows.people',
    async batch(db, happenings, services) {
      const now = services.now();
      for (const personId of new Set(happenings.map(({ data }) => data.objId)))
        for (const flow of await flowsWaitingFor(db, personId)) await reassignAbandonedFlow({ services, db, now }, flow);
    },
  }),
];
