import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import type { Happening, Listener } from '../../ground/outbox.ts';
import { Refusal } from '../../ground/refusal.ts';
import { contextOfPerson } from '../content/person-context.ts';
import { takeDownloads } from './flow-queries.ts';
import { endSoon } from './give-rights.ts';
import { wake } from './sweep.ts';
import { waitingFor } from './task-queries.ts';
import type { Terms } from './terms.ts';

const hour = 3600_000;

/** Ends what a download flow gave, soon after the first download: that one may still be under way. */
async function endDownload(house: House, db: Db, happening: Happening): Promise<void> {
  const itemId = Number(happening.data['objId']);
  if (happening.personId === undefined) return;
  for (const flow of await takeDownloads(db, { personId: happening.personId, itemId })) {
    const { giverId = 0 } = JSON.parse(flow.form) as Terms;
    try {
      const giver = await contextOfPerson(house, db, { personId: giverId, spaceId: flow.organisation_id, address: '' });
      await endSoon(giver, flow, { itemId, at: happening.at + hour });
    } catch (error) {
      // whoever gave it may no longer: it ends on its day
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

export const flowListeners: Listener[] = [
  {
    name: 'flows.downloads',
    events: ['document.downloaded'],
    async batch(db, happenings, house) {
      for (const happening of happenings) await endDownload(house, db, happening);
    },
  },
  {
    // somebody may have been disabled, or be gone: what waits for them is handed on
    name: 'flows.people',
    events: ['user.updated', 'user.deleted', 'space.left'],
    async batch(db, happenings, house) {
      const now = house.now();
      for (const personId of new Set(happenings.map(({ data }) => Number(data['objId']))))
        for (const flow of await waitingFor(db, personId)) await wake({ house, db, now }, flow);
    },
  },
];
