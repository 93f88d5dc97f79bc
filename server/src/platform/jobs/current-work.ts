import { AsyncLocalStorage } from 'node:async_hooks';

const ends = new AsyncLocalStorage<() => number>();
const never = (): number => Number.POSITIVE_INFINITY;

/** The deadline of the current work on the clock of `performance.now()`, read anew at each call. */
export const currentDeadline = (): (() => number) => ends.getStore() ?? never;

/** Runs work with a deadline in so many milliseconds, waiting included; never later than the deadline of the work around it. */
export function withDeadline<T>(ms: number, work: () => T): T {
  const [end, whole] = [performance.now() + ms, currentDeadline()];
  return ends.run(() => Math.min(end, whole()), work);
}

/** Runs work with a deadline that others set and may extend later. */
export const runUntil = <T>(until: () => number, work: () => T): T => ends.run(until, work);

/** How many milliseconds are left to the current work; Infinity without a deadline. */
export const timeLeft = (): number => currentDeadline()() - performance.now();

/** When a job is ended, in milliseconds from now, and its failure then: 'timeout' blames the job itself. */
export interface TimeLimit {
  ms: number;
  reason: 'timeout' | 'busy';
}

/** The time limit of a job: `timeoutMs`, or less where it waited in the queue and its deadline is near. */
export function timeLimitOf(timeoutMs: number): TimeLimit {
  const left = timeLeft();
  return left < timeoutMs ? { ms: Math.max(0, left), reason: 'busy' } : { ms: timeoutMs, reason: 'timeout' };
}

/** Who asks: a user, or the giver of a visitor's share link; and which of the visitors of that giver. */
export interface Requester {
  by: string;
  /** Whose turn it is among the visitors of one giver: by network address too, as several may read the mail of one recipient. */
  among: string;
  /** The visitor for what is counted: the same in all share sessions and at all addresses. */
  visitor: string;
}

const nobody: Requester = { by: '', among: '', visitor: '' };
const asking = new AsyncLocalStorage<Requester>();

/** Runs the work of a request with its requester as async context. */
export const runAsRequester = <T>(by: string, work: () => T, among = ''): T => asking.run({ by, among, visitor: among }, work);

/** Replaces the requester by a user once authentication knows more than an address. */
export function identifyRequester(by: string, among = '', visitor = among): void {
  const now = asking.getStore();
  if (now !== undefined) Object.assign(now, { by, among, visitor });
}

/** The name of a user for `identifyRequester`: visitors of share links ask in the name of the giver. */
export const requesterOfPerson = (id: number): string => `person ${id}`;

/** Replaces the requester by the user of a context, or by the visitor of a share link. */
export function identifyByContext(ctx: { user: { id: number }; address: string; shareSession?: { shareId: number; key: string } }): void {
  const { user, shareSession, address } = ctx;
  if (shareSession === undefined) return identifyRequester(requesterOfPerson(user.id));
  const { shareId, key } = shareSession;
  identifyRequester(requesterOfPerson(user.id), `${key} ${address}`, `${shareId} ${key}`);
}

/** The requester of the current work; '' where there is none. */
export const currentRequester = (): Requester => asking.getStore() ?? nobody;
