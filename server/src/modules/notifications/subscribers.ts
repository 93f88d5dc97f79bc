import { subscribe } from '../../platform/events/outbox.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { spaceJoined, spaceLeft, viewEnded } from '../identity/events.ts';
import { findPerson } from '../identity/users.ts';
import { notify } from './notify.ts';

/** Tells people that an organisation let them in as guests, and that it ended that. */
export const guestNotices = subscribe([spaceJoined, spaceLeft], {
  name: 'messages.guests',
  async batch(db, happenings) {
    for (const { event, data, personName, at } of happenings) {
      const { objId, spaceName } = data;
      const kind = event === 'space.joined' ? 'spaceJoined' : 'spaceLeft';
      await notify(db, { kind, facts: { byName: personName }, personId: objId, name: spaceName, at });
    }
  },
});

/** Tells people that an administrator viewed as them, once that is over; unless the site does without. */
export const viewNotices = subscribe(viewEnded, {
  name: 'messages.views',
  async batch(db, happenings) {
    if (!(await settingsOf(db, 'signIn')).viewNotice) return;
    for (const { data, personName, at } of happenings) {
      const { objId, spaceId, minutes } = data;
      // whoever was removed meanwhile reads nothing any more
      if ((await findPerson(db, objId)) === undefined) continue;
      await notify(db, { kind: 'viewedAs', facts: { byName: personName, minutes }, personId: objId, spaceId, at });
    }
  },
});
