import { fileURLToPath } from 'node:url';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import type { Renderer } from '../renderer.ts';
import { renderableFolders, renditionCacheRoot } from '../rendition-cache.ts';

const readingMs = 100_000;
/** A packed book of six million cells has some 40 MB. */
const mostBytes = 96 * 1024 * 1024;
const tasks = fileURLToPath(new URL('./reading/tasks.ts', import.meta.url));

/** Reads files of strangers. */
const workbookReaderPool = sandboxPool((services) => ({
  readable: renderableFolders(services),
  tasks,
  size: 3,
  idleMs: 60_000,
  heapMb: 1024,
}));

/** Goes through what was read; apart, so that a question does not wait for a long file. */
export const workbookQueryPool = sandboxPool((services) => ({
  readable: [renditionCacheRoot(services)],
  tasks,
  size: 2,
  idleMs: 60_000,
}));

/** A workbook, read once: its sheets, and their rows in small packed pieces. */
export const workbookRenderer: Renderer = {
  name: 'sheet',
  version: 4,
  async render({ services, source, path, urgent, report }) {
    report(0.1);
    const { ext, name, size } = source;
    const answer = await workbookReaderPool(services).run(
      'read',
      { path, ext, name, size },
      { timeoutMs: readingMs, maxOutput: mostBytes, urgent },
    );
    if (!answer.ok) return answer;
    return answer.bytes === undefined ? { ok: false, reason: 'no-output' } : { ok: true, content: answer.bytes };
  },
};
