import { subscribe } from '../../platform/events/outbox.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { spaceJoined, spaceLeft, viewEnded } from '../identity/events.ts';
import { findPerson } from '../identity/users.ts';
import { notify } from './notify.ts';

/** Notifies users that an organisation added them as guests, or ended that. */
export const guestNotices = subscribe([spaceJoined, spaceLeft], {
  name: 'messages.guests',
  async batch(db, events) {
    for (const { event, data, personName, at } of events) {
      const { objId, spaceName } = data;
      const kind = event === 'space.joined' ? 'spaceJoined' : 'spaceLeft';
      await notify(db, { kind, facts: { byName: personName }, personId: objId, name: spaceName, at });
    }
  },
});

/** Notifies users that an administrator viewed as them, after it ended; unless the site switched that off. */
export const viewNotices = subscribe(viewEnded, {
  name: 'messages.views',
  async batch(db, events) {
    if (!(await settingsOf(db, 'signIn')).viewNotice) return;
    for (const { data, personName, at } of events) {
      const { objId, spaceId, minutes } = data;
      // the user was removed meanwhile
      if ((await findPerson(db, objId)) === undefined) continue;
      await notify(db, { kind: 'viewedAs', facts: { byName: personName, minutes }, personId: objId, spaceId, at });
    }
  },
});
