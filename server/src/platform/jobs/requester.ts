import { AsyncLocalStorage } from 'node:async_hooks';

/** Who asks: a person, or whoever gave the link that a visitor came by; and which of those that come in their name. */
export interface Requester {
  by: string;
  among: string;
}

const nobody: Requester = { by: '', among: '' };
const asking = new AsyncLocalStorage<Requester>();

/** Does what a request asks for, and knows all along by whom it was asked. */
export const runAsRequester = <T>(by: string, work: () => T): T => asking.run({ by, among: '' }, work);

/** Tells who asks, once that is known better than by an address. */
export function identifyRequester(by: string, among = ''): void {
  const now = asking.getStore();
  if (now !== undefined) Object.assign(now, { by, among });
}

/** The name of somebody for `nameAsker`: visitors of links ask in the name of the giver. */
export const requesterOfPerson = (id: number): string => `person ${id}`;

/** Who asked for what is being done; '' where nobody did. */
export const currentRequester = (): Requester => asking.getStore() ?? nobody;
