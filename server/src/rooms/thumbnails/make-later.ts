import { availableParallelism } from 'node:os';
import { askedBy } from '../../ground/asker.ts';
import type { House } from '../../ground/ctx.ts';
import type { Source } from '../renditions/maker.ts';
import { sides } from './sides.ts';
import { isDrawnAtOnce } from './small-source.ts';
import { renderThumb } from './thumb.ts';

/** Who scrolled past so many has left the first of them behind. */
const mostWaiting = 400;
/** Half of the cores are left to people. */
const atOnce = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

interface Queue {
  waiting: Map<string, Source>;
  working: number;
  atOnce: number;
}

/** A photo does not wait for what an engine makes of the document beside it. */
interface Queues {
  drawn: Queue;
  made: Queue;
}

const queues = new WeakMap<House, Queues>();

function queuesOf(house: House): Queues {
  const known = queues.get(house);
  if (known !== undefined) return known;
  const begun: Queues = { drawn: { waiting: new Map(), working: 0, atOnce }, made: { waiting: new Map(), working: 0, atOnce: 1 } };
  queues.set(house, begun);
  return begun;
}

/** Puts a small picture on the list of what is to be made. What was asked for last is in sight now, so it is made first. */
export function makeLater(house: House, source: Source): void {
  const queue = queuesOf(house)[isDrawnAtOnce(source.ext) ? 'drawn' : 'made'];
  const key = `${source.sha256} ${source.ext}`;
  queue.waiting.delete(key);
  queue.waiting.set(key, source);
  for (const oldest of queue.waiting.keys()) {
    if (queue.waiting.size <= mostWaiting) break;
    queue.waiting.delete(oldest);
  }
  // whoever asked first has not asked for all that comes after it
  if (queue.working < queue.atOnce) void askedBy('', () => workOff(house, queue));
}

async function workOff(house: House, queue: Queue): Promise<void> {
  queue.working++;
  try {
    for (;;) {
      const [key, source] = [...queue.waiting].at(-1) ?? [];
      if (key === undefined || source === undefined || house.stopping.aborted) return;
      queue.waiting.delete(key);
      await renderThumb(house, source, { side: sides.tile, urgent: false });
    }
  } finally {
    queue.working--;
  }
}
