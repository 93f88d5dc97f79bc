/**
 * The inside of a sandbox process: reads one job a line from standard input, answers on descriptor 3. Started only by sandbox.ts, with permissions
 * to read its code and the files, and nothing else.
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Answer, type Job, TaskFailure, type Tasks } from '@dossier/formats/task';
import { encodeAnswer } from './answer-frame.ts';

const answers = 3;

// The permission model covers files, sockets, processes, threads and addons, but not signals.
const refuse = (): never => {
  throw new Error('Not in a confined process');
};
Object.assign(process, { kill: refuse, binding: refuse, _linkedBinding: refuse, _debugProcess: refuse });
if (process.argv[3] !== 'addons') Object.assign(process, { dlopen: refuse });

// A broken PDF leaves unhandled promises behind; only the job's own answer counts.
process.on('unhandledRejection', () => undefined);

const { tasks } = (await import(process.argv[2] ?? '')) as { tasks: Tasks };

for await (const line of createInterface({ input: process.stdin })) {
  const { task, ...job } = JSON.parse(line) as Job & { task: string };
  send(encodeAnswer(await work(task, job), job.maxOutput));
}
process.exit(0);

async function work(task: string, job: Job): Promise<Answer> {
  try {
    return (await tasks[task]?.(job)) ?? { ok: false, reason: 'unsupported' };
  } catch (error) {
    if (error instanceof TaskFailure) return { ok: false, reason: error.reason };
    return { ok: false, reason: /allocation|memory|Invalid (?:string|array) length/i.test(String(error)) ? 'memory' : 'broken' };
  }
}

function send(bytes: Buffer): void {
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(answers, bytes, sent);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}
