/** What a task is told: the file, what it claims to be, how many bytes it may answer, and what else this task wants to know. */
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
/** Why a file gave nothing. */
export type Failure = (typeof failures)[number];

/** What says nothing of the file: there was no room to work in, or no turn. */
export const transientFailures: ReadonlySet<Failure> = new Set<Failure>(['no-room', 'busy']);

/** Of a document's pages without text so many are told of. */
export const maxBlankPages = 50;

/**
 * What a task answers; `cut` where there was more text than was asked for, `bytes` where it is no text: never cut, too many of them are
 * 'too-large'; `blank`: the numbers of the first pages that have hardly any text.
 */
export type Answer =
  | { ok: true; text: string; bytes?: Buffer; pages?: number; cut?: boolean; blank?: number[] }
  | { ok: false; reason: Failure };

/** The tasks that a confined process can run, by name. */
export type Tasks = Record<string, (job: Job) => Promise<Answer>>;

/** Thrown by a task to give a file up. */
export class TaskFailure extends Error {
  readonly reason: Failure;
  constructor(reason: Failure) {
    super(reason);
    this.reason = reason;
  }
}
