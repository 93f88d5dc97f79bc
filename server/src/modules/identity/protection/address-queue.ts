import { codes } from '@dossier/contract/core/codes';
import type { PublicContext, Services } from '../../../platform/context.ts';
import { addressBlock } from '../../../platform/http/address-block.ts';
import { Refusal } from '../../../platform/refusal.ts';

/** Sign-ins of one address: those under way, and the calls that wait for their turn. */
interface AddressQueue {
  working: number;
  waiting: (() => void)[];
}

/**
 * So many sign-ins of one address are under way at once. Each counts as failed until its password was looked at, so this must stay well
 * below the number of failures that block an address.
 */
const atOnce = 8;
/** A company behind one router may come at the same minute; more than so many of one address do not wait. */
const mostWaiting = 1000;

const queues = new WeakMap<Services, Map<string, AddressQueue>>();

function queuesOf(services: Services): Map<string, AddressQueue> {
  const known = queues.get(services) ?? new Map<string, AddressQueue>();
  queues.set(services, known);
  return known;
}

/**
 * Lets sign-ins of one address wait for each other, in the order in which they came: many right passwords at once are no failures, and
 * password hashing for one address stays bounded. 502 where too many wait already.
 */
export async function queuedByAddress<T>(
  { services, address }: Pick<PublicContext, 'services' | 'address'>,
  work: () => Promise<T>,
): Promise<T> {
  const all = queuesOf(services);
  const key = addressBlock(address);
  const queue = all.get(key) ?? { working: 0, waiting: [] };
  all.set(key, queue);
  if (queue.working < atOnce) queue.working++;
  else if (queue.waiting.length >= mostWaiting) throw new Refusal(codes.tooManyRequests);
  else await new Promise<void>((go) => queue.waiting.push(go));
  try {
    return await work();
  } finally {
    // a turn is handed on as it is, so that nobody who comes later takes it
    const next = queue.waiting.shift();
    if (next !== undefined) next();
    else if (--queue.working === 0) all.delete(key);
  }
}
