import { AsyncLocalStorage } from 'node:async_hooks';

/** Who asks: a user, or the giver of a visitor's share link; and which of the visitors of that giver. */
export interface Requester {
  by: string;
  among: string;
}

const nobody: Requester = { by: '', among: '' };
const asking = new AsyncLocalStorage<Requester>();

/** Runs the work of a request with its requester as async context. */
export const runAsRequester = <T>(by: string, work: () => T): T => asking.run({ by, among: '' }, work);

/** Replaces the requester by a user once authentication knows more than an address. */
export function identifyRequester(by: string, among = ''): void {
  const now = asking.getStore();
  if (now !== undefined) Object.assign(now, { by, among });
}

/** The name of a user for `identifyRequester`: visitors of share links ask in the name of the giver. */
export const requesterOfPerson = (id: number): string => `person ${id}`;

/** The requester of the current work; '' where there is none. */
export const currentRequester = (): Requester => asking.getStore() ?? nobody;
