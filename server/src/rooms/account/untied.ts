import type { Listener } from '../../ground/outbox.ts';
import { tell } from '../messages/tell.ts';

/** Tells a person that an account elsewhere signs them in no longer. */
export const untiedNotice: Listener = {
  name: 'account.untied',
  events: ['identity.untied'],
  async batch(db, happenings) {
    for (const { data, at } of happenings) {
      const { personId, where } = data as { personId: number; where: string };
      await tell(db, { kind: 'untied', facts: { where }, personId, at });
    }
  },
};
