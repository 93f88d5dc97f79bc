import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url';

declare global {
  /** Started by the page's first script, where a PDF is certain. */
  var startedWorker: Worker | undefined;
}

// A classic script starts sooner than a module: it is compiled while it streams. In development it is a module.
const start = (): Worker => new Worker(workerUrl, { type: import.meta.env.DEV ? 'module' : 'classic' });

// A worker starts more slowly than a page renders, so one is started in advance.
let spare: Worker | undefined = globalThis.startedWorker ?? start();
// an unused worker that fails to load is dropped, as its error would be lost later
spare.addEventListener('error', () => (spare = undefined), { once: true });

/** The PDF worker; each document has its own. */
export function takeWorker(): Worker {
  const worker = spare ?? start();
  spare = undefined;
  return worker;
}
