import type { Listener } from '../../ground/outbox.ts';
import { tell } from './tell.ts';

/** Tells people that an organisation let them in as guests, and that it ended that. */
export const guestNotices: Listener = {
  name: 'messages.guests',
  events: ['space.joined', 'space.left'],
  async batch(db, happenings) {
    for (const { event, data, personName, at } of happenings) {
      const { objId, spaceName } = data as { objId: number; spaceName: string };
      const kind = event === 'space.joined' ? 'spaceJoined' : 'spaceLeft';
      await tell(db, { kind, facts: { byName: personName }, personId: objId, name: spaceName, at });
    }
  },
};
