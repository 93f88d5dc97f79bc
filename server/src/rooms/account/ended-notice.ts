import type { Listener } from '../../ground/outbox.ts';
import { tell } from '../messages/tell.ts';

/** Tells a person of sessions that an administrator ended. */
export const endedNotice: Listener = {
  name: 'account.ended',
  events: ['session.ended'],
  async batch(db, happenings) {
    for (const { data, personId: by, at } of happenings) {
      const { objId, before } = data as { objId: number; before: { sessions: number; devices: string } };
      if (by === objId || before.sessions === 0) continue;
      await tell(db, { kind: 'sessionEnded', facts: { devices: before.devices }, personId: objId, at });
    }
  },
};
