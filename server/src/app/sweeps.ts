import type { House } from '../ground/ctx.ts';
import { importSweep } from '../rooms/admin/read-table.ts';
import { zipSweep } from '../rooms/archives/zip-files.ts';
import { remindEnding } from '../rooms/library/remind-ending.ts';
import { remindReviews } from '../rooms/library/remind-reviews.ts';
import { contentSweep } from '../rooms/content/sweep.ts';
import { sweepRevisions } from '../rooms/content/drop-revisions.ts';
import { sweepBin } from '../rooms/library/empty-bin.ts';
import { sweepRenditions } from '../rooms/renditions/sweep.ts';
import { sweepPresence } from '../rooms/statistics/sweep.ts';
import { limitsSweep } from '../rooms/limits/licence.ts';
import { endLocks } from '../rooms/disk/dav/locks.ts';
import { sweepFlows } from '../rooms/flows/sweep.ts';
import { remindMeetings } from '../rooms/meetings/remind.ts';
import { sweepVisits } from '../rooms/visits/remove-share.ts';

const hour = 3600_000;
/** Locks of devices last a minute at least. */
const lookForLocks = 20_000;

/** Lets the rooms, at start and every hour, clear away what nobody will come back for, and remind people of what is due. */
export function startSweeps(house: House): void {
  const sweeps = [
    zipSweep(),
    contentSweep(),
    importSweep,
    remindEnding,
    remindReviews,
    limitsSweep(),
    sweepBin,
    sweepRevisions,
    sweepRenditions,
    sweepVisits,
    sweepPresence,
    remindMeetings,
    sweepFlows,
  ];
  const sweep = async (): Promise<void> => {
    for (const one of sweeps) {
      await one(house).catch((error: unknown) => {
        if (!house.stopping.aborted) house.log.warn({ err: error }, 'sweep');
      });
    }
  };
  const timer = setInterval(() => void sweep(), hour);
  timer.unref();
  const warn = (error: unknown): void => {
    if (!house.stopping.aborted) house.log.warn({ err: error }, 'locks of devices');
  };
  const locks = setInterval(() => void endLocks(house).catch(warn), lookForLocks);
  locks.unref();
  house.stopping.addEventListener('abort', () => {
    clearInterval(timer);
    clearInterval(locks);
  });
  void sweep();
}
