import { right } from '@dossier/contract/core/rights';
import { readVersions } from '../../platform/db/versions.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { accessOfSession } from '../access/effective-rights.ts';
import { findItem } from '../access/items.queries.ts';
import { documentDownloaded, documentRevised, revisionPromoted } from '../documents/events.ts';
import { findPerson } from '../identity/users.ts';
import { hasListeners, tellListeners } from '../notifications/live-listeners.ts';
import { acknowledged, acknowledgementAsked, acknowledgementClosed, acknowledgementReminded } from './events.ts';
import { renewRequest } from './requests/ask-people.ts';
import { noticesSubscriber, sendNotices, tellOfCompletion } from './requests/notices.ts';
import { everAsked, noteOpenings } from './requests/requests.queries.ts';

/** Sends their messages to those who were asked or are reminded. */
const notices = subscribe([acknowledgementAsked, acknowledgementReminded], {
  name: noticesSubscriber,
  job: ({ data }, services) => sendNotices(services, data.requestId),
});

const completion = subscribe(acknowledged, {
  name: 'acknowledgements.completion',
  async batch(db, events, services) {
    for (const requestId of new Set(events.map(({ data }) => data.requestId))) await tellOfCompletion(services, db, requestId);
  },
});

/** Asks for a later version of a document whose request wants that, in the name of who made the request. */
const renewal = subscribe([documentRevised, revisionPromoted], {
  name: 'acknowledgements.renewal',
  async batch(db, events, services) {
    for (const itemId of new Set(events.map(({ data }) => data.objId))) {
      const renewed = await renewRequest(services, db, itemId);
      if (renewed === undefined) continue;
      const { request, item, id } = renewed;
      const actor = { id: request.creator_id, name: (await findPerson(db, request.creator_id))?.full_name ?? '', address: '' };
      const data = { objId: item.id, objName: item.name, requestId: id };
      await services.outbox.emit(
        db,
        { ...actor, spaceId: item.organisation_id },
        { event: acknowledgementAsked, data, at: services.now() },
      );
    }
  },
});

/** Notes who downloads the version that they are asked to acknowledge; views are noted as they happen (`recordOpening`). */
const openings = subscribe(documentDownloaded, {
  name: 'acknowledgements.openings',
  async batch(db, events) {
    for (const { data, personId, at } of events)
      if (data.revisionId !== undefined && personId !== undefined)
        await noteOpenings(db, { itemId: data.objId, revisionId: data.revisionId, personIds: [personId], at });
  },
});

/**
 * Tells open pages that something about the acknowledgement of a document has changed: those of who manages it each time, those of others only with
 * what they themselves are asked. Who may not read the document is told nothing.
 */
const live = subscribe([acknowledgementAsked, acknowledged, acknowledgementClosed], {
  name: 'acknowledgements.live',
  async job({ event, data, personId = 0 }, services) {
    if (!hasListeners(services)) return;
    const db = services.database.read;
    const item = await findItem(db, data.objId);
    if (item === undefined || item.bin_id !== 0) return;
    const versions = await readVersions(db);
    const own = event === 'acknowledgement.given' ? new Map([[personId, 'given' as const]]) : await everAsked(db, item.id);
    await tellListeners(services, 'acknowledgement', async (session) => {
      if (session.spaceId !== item.organisation_id) return [];
      const bits = (await accessOfSession(services, session, versions))?.bits(item.acl_id) ?? 0;
      const isOwn = own.has(session.personId);
      if ((bits & right.visible) === 0 || (bits & right.read) === 0 || (!isOwn && (bits & right.manage) === 0)) return [];
      return [{ id: String(item.id), ...(isOwn && { own: own.get(session.personId) }) }];
    });
  },
});

export const acknowledgementSubscribers: Subscriber[] = [notices, completion, renewal, openings, live];
