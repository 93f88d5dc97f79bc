import type { GranteeType } from '@dossier/contract/rights';
import type { Listener } from '../../ground/outbox.ts';
import { peopleBehind } from '../grantees/grantees.ts';
import { tell } from '../messages/tell.ts';
import { shareById } from './queries.ts';

const mostTold = 500;

export const shareListeners: Listener[] = [
  {
    name: 'shares.tell',
    events: ['share.offered'],
    async batch(db, happenings) {
      for (const { data, personId: giver, personName, at } of happenings) {
        const { objId, objName, colleagues } = data as { objId: number; objName: string; colleagues: { type: GranteeType; id: number }[] };
        const [share] = await shareById(db, { id: objId });
        if (share === undefined || share.closed_at > 0) continue;
        const people = new Set<number>();
        for (const one of colleagues) for (const id of await peopleBehind({ db }, { ...one, limit: mostTold })) people.add(id);
        for (const personId of people) {
          if (personId === giver) continue;
          const about = { personId, spaceId: share.organisation_id, name: objName, at };
          await tell(db, { ...about, kind: 'shareReceived', facts: { byName: personName } });
        }
      }
    },
  },
];
