import type { Listener } from '../../ground/outbox.ts';
import { findPerson } from '../people/people.ts';
import { settingsOf } from '../site/settings.ts';
import { tell } from './tell.ts';

/** Tells people that an administrator viewed as them, once that is over; unless the site does without. */
export const viewNotices: Listener = {
  name: 'messages.views',
  events: ['view.ended'],
  async batch(db, happenings) {
    if (!(await settingsOf(db, 'signIn')).viewNotice) return;
    for (const { data, personName, at } of happenings) {
      const { objId, spaceId, minutes } = data as { objId: number; spaceId: number; minutes: number };
      // whoever was removed meanwhile reads nothing any more
      if ((await findPerson(db, objId)) === undefined) continue;
      await tell(db, { kind: 'viewedAs', facts: { byName: personName, minutes }, personId: objId, spaceId, at });
    }
  },
};
