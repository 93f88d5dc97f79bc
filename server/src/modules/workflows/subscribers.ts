import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Delivered } from '../../platform/events/event.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { Refusal } from '../../platform/refusal.ts';
import { ancestorsOfAll } from '../access/items.queries.ts';
import { documentDownloaded, folderDownloaded, revisionDeleted } from '../documents/events.ts';
import { deleteAttachmentsOfFlow } from '../documents/remove-flow-attachments.ts';
import { commentedPdfDownloaded, documentKept } from '../preview/events.ts';
import { spaceLeft, userDeleted, userUpdated } from '../identity/events.ts';
import { contextForPerson } from '../identity/run-as.ts';
import { deleteAbsencesWith } from './absences/absences.queries.ts';
import { flowPositionDue, publicationDue } from './events.ts';
import { serverMover } from './flows/end-flow.ts';
import { endAfterDownload, type FlowTerms } from './flows/flow-effects.ts';
import { claimDownloads, deleteDraft, draftsOf, waitingDownloads } from './flows/flows.queries.ts';
import { positionSubscriber } from './flows/flow-timers.ts';
import { positionsWaitingFor } from './flows/positions.queries.ts';
import { forgetPublishedVersion } from './flows/publications.queries.ts';
import { publicationSubscriber, takeEffect } from './flows/publications.ts';
import { handlePosition } from './flows/waiting-nodes.ts';
import { reassignAbandonedSteps } from './sweep-flows.ts';

const hourMs = 3600_000;

/** The documents of a user's download flows that a zip of a folder contained: those in it or below it. */
async function downloadsBelow(db: Db, personId: number, folderId: number): Promise<number[]> {
  const waiting = await waitingDownloads(db, personId);
  const rows = waiting.length === 0 ? [] : await ancestorsOfAll(db, { ids: JSON.stringify(waiting) });
  const parentOf = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  return waiting.filter((itemId) => {
    for (let id: number | undefined = itemId; id !== undefined; id = parentOf.get(id)) if (id === folderId) return true;
    return false;
  });
}

/** Ends the right of a download flow soon after the first download, which may still be running. */
async function endDownload(
  services: Services,
  db: Db,
  event: Delivered<typeof documentDownloaded | typeof folderDownloaded | typeof commentedPdfDownloaded | typeof documentKept>,
): Promise<void> {
  if (event.personId === undefined) return;
  if ((event.event === commentedPdfDownloaded.name || event.event === documentKept.name) && event.data.isFile !== true) return;
  const { objId } = event.data;
  const items = event.event === folderDownloaded.name ? await downloadsBelow(db, event.personId, objId) : [objId];
  for (const itemId of items) await endDownloadOf(services, db, { personId: event.personId, itemId, at: event.at });
}

async function endDownloadOf(services: Services, db: Db, event: { personId: number; itemId: number; at: number }): Promise<void> {
  const { itemId } = event;
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

/** Deletes the draft flows of a removed user: no other user can open a draft, and its attachments would count in the quota for ever. */
async function deleteDraftsOf(services: Services, db: Db, personId: number): Promise<void> {
  for (const draft of await draftsOf(db, personId)) {
    await deleteAttachmentsOfFlow(serverMover(services, db, draft), draft.id);
    await deleteDraft(db, draft.id);
  }
}

export const flowSubscribers: Subscriber[] = [
  subscribe(publicationDue, {
    name: publicationSubscriber,
    job: ({ data }, services) => takeEffect(services, { flowId: data.objId, spaceId: data.spaceId }),
  }),
  subscribe(flowPositionDue, {
    name: positionSubscriber,
    job: ({ data: { objId, spaceId, positionId } }, services) => handlePosition(services, { flowId: objId, spaceId, positionId }),
  }),
  subscribe([documentDownloaded, folderDownloaded, commentedPdfDownloaded, documentKept], {
    name: 'flows.downloads',
    async batch(db, delivered, services) {
      for (const event of delivered) await endDownload(services, db, event);
    },
  }),
  subscribe(revisionDeleted, {
    // such as by the security office: the publication of the version before is in effect again
    name: 'flows.publishedVersions',
    async batch(db, delivered) {
      for (const { data } of delivered) await forgetPublishedVersion(db, { itemId: data.objId, number: data.number });
    },
  }),
  subscribe(userDeleted, {
    name: 'flows.drafts',
    async batch(db, delivered, services) {
      for (const personId of new Set(delivered.map(({ data }) => data.objId))) await deleteDraftsOf(services, db, personId);
    },
  }),
  subscribe([userDeleted, spaceLeft], {
    // who is gone from everywhere or from an organisation is neither absent there nor a delegate
    name: 'flows.absences',
    async batch(db, delivered) {
      for (const { event, data } of delivered)
        await deleteAbsencesWith(db, data.objId, event === spaceLeft.name ? data.spaceId : undefined);
    },
  }),
  subscribe([userUpdated, userDeleted, spaceLeft], {
    // a user was disabled or removed: waiting steps are reassigned
    name: 'flows.people',
    async batch(db, delivered, services) {
      const now = services.now();
      for (const personId of new Set(delivered.map(({ data }) => data.objId)))
        await reassignAbandonedSteps({ services, db, now }, await positionsWaitingFor(db, personId));
    },
  }),
];
