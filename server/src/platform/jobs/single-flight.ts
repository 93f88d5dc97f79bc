import { AsyncLocalStorage } from 'node:async_hooks';
import { currentDeadline, runUntil } from './deadline.ts';
import { type Requester, currentRequester } from './requester.ts';

/** The claim of one requester on a job, by which it may be scheduled; `urgent` where a user waits. */
export interface Claim extends Requester {
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
export function claimsOnJob(urgent: boolean): () => Claim[] {
  const job = jobs.getStore();
  const alone = [{ ...currentRequester(), urgent }];
  return job === undefined ? () => alone : () => claimsOf(job);
}

/** Claims past their deadline do not count. */
const claimsOf = (job: SingleFlightJob): Claim[] =>
  [...job.requests.values()].filter(({ until }) => until() > performance.now()).flatMap(({ claims }) => claims());

/** Calls `look` whenever a requester joins a job, until the returned function is called. */
export function watchJoins(onJoin: () => void): () => void {
  watching.add(onJoin);
  return () => watching.delete(onJoin);
}
