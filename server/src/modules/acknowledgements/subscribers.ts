import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { findPerson } from '../identity/users.ts';
import { documentRevised, revisionPromoted } from '../documents/events.ts';
import { acknowledged, acknowledgementAsked, acknowledgementReminded } from './events.ts';
import { renewRequest } from './requests/ask-people.ts';
import { noticesSubscriber, sendNotices, tellOfCompletion } from './requests/notices.ts';

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

export const acknowledgementSubscribers: Subscriber[] = [notices, completion, renewal];
