import { fileURLToPath } from 'node:url';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import type { Renderer } from '../renderer.ts';
import { renderableFolders, renditionCacheRoot } from '../rendition-cache.ts';

const readingMs = 100_000;
/** A compressed workbook of six million cells takes some 40 MB. */
const mostBytes = 96 * 1024 * 1024;
const tasks = fileURLToPath(new URL('./reading/tasks.ts', import.meta.url));

/** Parses untrusted files. */
const workbookReaderPool = sandboxPool((services) => ({
  readable: renderableFolders(services),
  tasks,
  size: 3,
  idleMs: 60_000,
  heapMb: 1024,
}));

/** Queries parsed workbooks; a pool of its own, so that queries do not wait for a long file. */
export const workbookQueryPool = sandboxPool((services) => ({
  readable: [renditionCacheRoot(services)],
  tasks,
  size: 2,
  idleMs: 60_000,
}));

/** A parsed workbook: its sheets, and their rows in small compressed blocks. */
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
