import { AsyncLocalStorage } from 'node:async_hooks';
import { currentDeadline, currentRequester, type Requester, runUntil, timeLeft } from './current-work.ts';

interface Waiting {
  /** The requester that the job is queued for. */
  own: Requester;
  claims: () => Claim[];
  go: (as: Claim) => void;
}

/** So many jobs wait at most: of one requester, of all visitors of one giver, and altogether. Each of them holds little memory. */
const defaultLimits = { alone: 200, together: 600, all: 4000 };

/** Thrown where too many jobs wait already, or where the deadline passed in the queue: no work has been done. */
export class QueueFull extends Error {
  constructor() {
    super('No turn for this now');
  }
}

/** Runs work as soon as a place is free; `urgent` where a user waits for it. */
type FairScheduler = <T>(urgent: boolean, work: () => Promise<T>) => Promise<T>;

/** Which requester has which place now, and which is next. */
function slotsOf(slots: number) {
  const each = Math.max(1, slots - 1);
  const working = new Map<string, number>();
  /** The last turn of each requester, as the number of the turn. */
  const lastTurn = new Map<string, number>();
  let [free, turn] = [slots, 0];
  const rank = ({ by, among, urgent }: Claim): Rank => [urgent ? 0 : 1, lastTurn.get(by) ?? 0, lastTurn.get(`${by} ${among}`) ?? 0];
  return {
    isFree: () => free > 0,
    may: ({ by }: Claim): boolean => free > 0 && (working.get(by) ?? 0) < each,
    isBefore: (one: Claim, other: Claim): boolean => isLess(rank(one), rank(other)),
    take({ by, among }: Claim): void {
      free--;
      turn++;
      working.set(by, (working.get(by) ?? 0) + 1);
      lastTurn.set(by, turn);
      lastTurn.set(`${by} ${among}`, turn);
    },
    leave({ by }: Claim): void {
      free++;
      const left = (working.get(by) ?? 1) - 1;
      if (left === 0) working.delete(by);
      else working.set(by, left);
    },
    forget: () => working.size === 0 && lastTurn.clear(),
  };
}

/**
 * So many jobs may run at once. Urgent jobs go first. Among those, requesters take turns, and the visitors of one giver among themselves; where
 * there are several places no requester has all of them, so that a slow job delays others on one place at most. A job that several share is queued
 * for whichever requester comes first. A requester with too much waiting is refused, and no job waits beyond its deadline.
 */
export function createFairScheduler(atOnce: number, limits = defaultLimits): FairScheduler {
  const slots = slotsOf(atOnce);
  let waiting: Waiting[] = [];
  let unwatch = (): void => undefined;
  const drop = (one: Waiting): void => {
    waiting = waiting.filter((other) => other !== one);
    if (waiting.length === 0) unwatch();
  };
  const next = (): void => {
    if (!slots.isFree()) return;
    let chosen: { one: Waiting; as: Claim } | undefined;
    for (const one of waiting) {
      for (const as of one.claims()) if (slots.may(as) && (chosen === undefined || slots.isBefore(as, chosen.as))) chosen = { one, as };
    }
    if (chosen === undefined) return;
    drop(chosen.one);
    slots.take(chosen.as);
    chosen.one.go(chosen.as);
  };
  const wait = (claims: () => Claim[]): Promise<Claim> => {
    const own = claims().find((claim) => !isFull(waiting, claim, limits));
    if (own === undefined) throw new QueueFull();
    const { called, go } = calledInTime(() => drop(one));
    const one: Waiting = { own, claims, go };
    // a place may be free that the limits denied to the requesters so far
    if (waiting.length === 0) unwatch = watchJoins(next);
    waiting.push(one);
    return called;
  };
  return async (urgent, work) => {
    const claims = claimsOnJob(urgent);
    if (timeLeft() <= 0) throw new QueueFull();
    let as = claims().find(slots.may);
    if (as === undefined) as = await wait(claims);
    else slots.take(as);
    try {
      return await work();
    } finally {
      slots.leave(as);
      next();
      slots.forget();
    }
  };
}

/** A turn that is awaited until `go`; when the deadline passes it is given up first, then fails. */
function calledInTime(giveUp: () => void): { called: Promise<Claim>; go: (as: Claim) => void } {
  const { promise: called, resolve, reject } = Promise.withResolvers<Claim>();
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    const left = timeLeft();
    if (left === Number.POSITIVE_INFINITY) return;
    // a requester that joined may have extended the deadline
    if (left > 0) timer = setTimeout(check, left).unref();
    else {
      giveUp();
      reject(new QueueFull());
    }
  };
  // not at once: the job has to be in the queue before it can be given up
  queueMicrotask(check);
  const go = (as: Claim): void => {
    clearTimeout(timer);
    resolve(as);
  };
  return { called, go };
}

/** Visitors together cannot fill the queue of their giver, which is counted separately. */
function isFull(waiting: Waiting[], { by, among }: Requester, limits: typeof defaultLimits): boolean {
  const theirs = waiting.filter(({ own }) => own.by === by);
  const visitors = theirs.filter(({ own }) => own.among !== '');
  const alone = theirs.filter(({ own }) => own.among === among);
  return waiting.length >= limits.all || (among !== '' && visitors.length >= limits.together) || alone.length >= limits.alone;
}

type Rank = [urgency: number, by: number, among: number];

function isLess(one: Rank, other: Rank): boolean {
  const at = one.findIndex((place, n) => place !== other[n]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

/** The claim of one requester on a job, by which it may be scheduled; `urgent` where a user waits. */
interface Claim extends Requester {
  urgent: boolean;
}

interface JobRequest {
  claims: () => Claim[];
  until: () => number;
}

/** A job that several requesters may ask for while it waits and runs: each later one adds its own claim and deadline. */
export interface SingleFlightJob {
  requests: Map<unknown, JobRequest>;
}

const jobs = new AsyncLocalStorage<SingleFlightJob>();
const watching = new Set<() => void>();

/** A job without requesters. */
export const newSingleFlightJob = (): SingleFlightJob => ({ requests: new Map() });

/** Adds the current requester, or, where the job is part of another one, all current and later requesters of that; false where they had asked before. */
export function joinJob(job: SingleFlightJob, urgent: boolean): boolean {
  const whole = jobs.getStore();
  const claim = { ...currentRequester(), urgent };
  const until = currentDeadline();
  const isUnbounded = until() === Number.POSITIVE_INFINITY;
  const key = whole ?? `${claim.by} ${claim.among} ${urgent} ${isUnbounded}`;
  const before = job.requests.get(key);
  // a repeated request (a waiting client sends two a minute) keeps the deadline of the first: otherwise no job would ever be given up; a job without a
  // deadline, wanted by others, is joined anew
  const isOver = before !== undefined && before.until() <= performance.now() && deadlineOf(job) === Number.POSITIVE_INFINITY;
  if (before !== undefined && !isOver) return false;
  job.requests.set(key, { until, claims: whole === undefined ? () => [claim] : () => claimsOf(whole) });
  for (const onJoin of watching) onJoin();
  return true;
}

/** Runs the work of a job, until the last deadline of its requesters. */
export const runJob = <T>(job: SingleFlightJob, work: () => T): T => jobs.run(job, () => runUntil(() => deadlineOf(job), work));

/** The last deadline of a job's requesters, on the clock of `deadline.ts`. */
export const deadlineOf = (job: SingleFlightJob): number => Math.max(...[...job.requests.values()].map(({ until }) => until()));

/** The claims on the current job, read anew at each call; without a shared job it is one, as urgent as given. */
function claimsOnJob(urgent: boolean): () => Claim[] {
  const job = jobs.getStore();
  const alone = [{ ...currentRequester(), urgent }];
  return job === undefined ? () => alone : () => claimsOf(job);
}

/** Claims past their deadline do not count. */
const claimsOf = (job: SingleFlightJob): Claim[] =>
  [...job.requests.values()].filter(({ until }) => until() > performance.now()).flatMap(({ claims }) => claims());

/** Calls `look` whenever a requester joins a job, until the returned function is called. */
function watchJoins(onJoin: () => void): () => void {
  watching.add(onJoin);
  return () => watching.delete(onJoin);
}
