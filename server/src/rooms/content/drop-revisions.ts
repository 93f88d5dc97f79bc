import type { House } from '../../ground/ctx.ts';
import { settingsOf } from '../site/settings.ts';
import { releaseBytes } from './free-bytes.ts';
import { deleteOldRevisions } from './queries.ts';

const piece = 500;

/** Lets go of the revisions beyond those that the site keeps of each document, piece by piece; the newest always stays. */
export async function sweepRevisions(house: House): Promise<void> {
  const { revisions: keep } = await settingsOf(house.database.read, 'retention');
  if (keep === 0) return;
  for (let count = piece; count === piece && !house.stopping.aborted; ) {
    count = await house.database.write(async (db) => {
      const shas = await deleteOldRevisions(db, { keep, limit: piece });
      if (shas.length > 0) await releaseBytes(db, { shas: [...new Set(shas)], at: house.now() });
      return shas.length;
    });
  }
  house.outbox.poke();
}
