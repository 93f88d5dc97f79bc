import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url';

declare global {
  /** Started by the first script of the page, where it is sure to be needed. */
  var startedWorker: Worker | undefined;
}

// A plain script is ready sooner than a module: it is compiled while its bytes come. In development it is a module.
const start = (): Worker => new Worker(workerUrl, { type: import.meta.env.DEV ? 'module' : 'classic' });

// A worker takes longer to start than a page to be drawn, so one starts before it is asked for.
let spare: Worker | undefined = globalThis.startedWorker ?? start();
// one whose script did not come would say so to nobody who takes it later
spare.addEventListener('error', () => (spare = undefined), { once: true });

/** What reads a PDF apart from the page; each document has one of its own. */
export function takeWorker(): Worker {
  const worker = spare ?? start();
  spare = undefined;
  return worker;
}
