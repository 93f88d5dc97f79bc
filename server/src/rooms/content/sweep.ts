import type { House } from '../../ground/ctx.ts';
import { sweepBytes, sweepUnknownBytes } from './free-bytes.ts';
import { forgetOpened } from './opened-uploads.ts';
import { forgetUploads } from './upload-file.ts';
import { sweepZips } from './zip-files.ts';

const hour = 3600_000;

/** Clears away, at start and every hour, what nobody will come back for. */
export function startSweeps(house: House): void {
  let nextLook = 0;
  // what a killed process was writing nobody goes on with, unless others work on the same data
  let partsBefore = house.now() - (house.database.engine === 'sqlite' ? 1000 : hour);
  const sweep = async (): Promise<void> => {
    try {
      forgetUploads(house, house.now() - 24 * hour);
      forgetOpened(house);
      await sweepZips(house, { partsBefore });
      // the next one comes in an hour, and by then a living one was written to
      partsBefore = house.now();
      await sweepBytes(house);
      // looks at every file there is
      if (nextLook > house.now()) return;
      nextLook = house.now() + 24 * hour;
      await sweepUnknownBytes(house);
    } catch (error) {
      if (!house.stopping.aborted) house.log.warn({ err: error }, 'sweep');
    }
  };
  const timer = setInterval(() => void sweep(), hour);
  timer.unref();
  house.stopping.addEventListener('abort', () => clearInterval(timer));
  void sweep();
}
