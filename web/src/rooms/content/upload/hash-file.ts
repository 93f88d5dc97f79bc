import type { HashAsk, HashTold } from './hash-worker.ts';

interface Waiting {
  resolve(sha256: string): void;
  reject(reason: Error): void;
  told(done: number): void;
}

const waiting = new Map<string, Waiting>();
let worker: Worker | undefined;
let asked = 0;

function theWorker(): Worker {
  if (worker !== undefined) return worker;
  worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<HashTold>) => {
    const told = event.data;
    const one = waiting.get(told.id);
    if (one === undefined) return;
    if ('done' in told) return one.told(told.done);
    waiting.delete(told.id);
    if ('sha256' in told) one.resolve(told.sha256);
    else one.reject(new Error(told.failed));
  });
  worker.addEventListener('error', () => {
    for (const one of waiting.values()) one.reject(new Error('hash'));
    waiting.clear();
    worker?.terminate();
    worker = undefined;
  });
  return worker;
}

/** The sha256 of a file, made in a worker piece by piece so that neither the page nor the memory feels it. */
export function hashFile(file: File, told: (done: number) => void): Promise<string> {
  const id = String(++asked);
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject, told });
    theWorker().postMessage({ id, file } satisfies HashAsk);
  });
}
