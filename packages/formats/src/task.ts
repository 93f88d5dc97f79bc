/** The input of a task: the file, its claimed extension, the most bytes of the answer, and parameters of the task. */
export interface Job {
  path: string;
  ext: string;
  name: string;
  size: number;
  maxOutput: number;
  terms?: Record<string, unknown>;
}

export const failures = [
  'timeout',
  'memory',
  'crashed',
  'broken',
  'encrypted',
  'too-large',
  'unsupported',
  'no-output',
  'no-engine',
  'no-room',
  'busy',
] as const;
export type Failure = (typeof failures)[number];

/** Failures that do not blame the file: no disk space, or no turn in the queue. */
export const transientFailures: ReadonlySet<Failure> = new Set<Failure>(['no-room', 'busy']);

/** How many pages without text are reported of a document. */
export const maxBlankPages = 50;

/**
 * The answer of a task; `cut` where there was more text than `maxOutput`; `bytes` for binary output, which is never cut: more than the limit is
 * 'too-large'; `blank`: the numbers of the first pages with hardly any text;
 * `seals`: how many electronic seals lie on the pages that `bytes` shows.
 */
export type Answer =
  | { ok: true; text: string; bytes?: Buffer; pages?: number; cut?: boolean; blank?: number[]; seals?: number }
  | { ok: false; reason: Failure };

/** The tasks of a sandbox process, by name. */
export type Tasks = Record<string, (job: Job) => Promise<Answer>>;

/** Thrown by a task to fail on its file. */
export class TaskFailure extends Error {
  readonly reason: Failure;
  constructor(reason: Failure) {
    super(reason);
    this.reason = reason;
  }
}
