import type { House } from '../../ground/ctx.ts';
import { sweepBytes } from './free-bytes.ts';
import { forgetUploads } from './upload-file.ts';
import { sweepZips } from './zip-files.ts';

const hour = 3600_000;

/** Clears away, at start and every hour, what nobody will come back for. */
export function startSweeps(house: House): void {
  const sweep = async (): Promise<void> => {
    try {
      forgetUploads(house, house.now() - 24 * hour);
      await sweepZips(house);
      await sweepBytes(house);
    } catch (error) {
      if (!house.stopping.aborted) house.log.warn({ err: error }, 'sweep');
    }
  };
  const timer = setInterval(() => void sweep(), hour);
  timer.unref();
  house.stopping.addEventListener('abort', () => clearInterval(timer));
  void sweep();
}
