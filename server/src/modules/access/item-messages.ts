import type { Db } from '../../platform/db/database.ts';
import { type EmailDetails, type NotificationFacts, notify } from '../notifications/notify.ts';
import type { ItemRow } from './items.queries.ts';

/** A message about an item, and who gets it when. */
type ItemMessage = NotificationFacts & { personId: number; at: number; details?: EmailDetails; once?: boolean };

/** Stores a message about an item for a user. The caller has made sure that they may know of the item. */
export const notifyAboutItem = (db: Db, item: ItemRow, message: ItemMessage): Promise<void> =>
  notify(db, {
    ...message,
    spaceId: item.organisation_id,
    objType: item.kind,
    objId: item.id,
    name: item.name,
    ...(item.ext !== '' && { ext: item.ext }),
  });
