import { right } from '@dossier/contract/core/rights';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { notifyAboutItem } from '../access/item-messages.ts';
import { findItem } from '../access/items.queries.ts';
import { usersWithAccess } from '../access/users-with-access.ts';
import { signatureById, signaturesUpTo } from './acts/signatures.queries.ts';
import { documentSigned } from './events.ts';

const toRead = right.visible | right.read;

/** Tells whose document it is, and who has signed the same text before, as far as they may read it now. */
const notices = subscribe(documentSigned, {
  name: 'signatures.notices',
  async batch(db, events, services) {
    for (const { data } of events) {
      const act = await signatureById(db, data.signatureId);
      const item = await findItem(db, data.objId);
      if (act === undefined || item === undefined || item.bin_id !== 0) continue;
      const now = services.now();
      const { bits } = await usersWithAccess({ services, db, now, user: { organisationId: item.organisation_id } }, item.acl_id);
      const before = (await signaturesUpTo(db, act)).map((one) => one.person_id);
      for (const personId of new Set([item.owner_id, item.creator_id, ...before])) {
        if (personId === 0 || personId === act.person_id || (bits(personId) & toRead) !== toRead) continue;
        await notifyAboutItem(db, item, { kind: 'documentSigned', facts: { byName: act.name }, personId, at: now });
      }
    }
  },
});

export const signatureSubscribers: Subscriber[] = [notices];
