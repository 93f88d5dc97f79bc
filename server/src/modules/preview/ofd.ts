import { fileURLToPath } from 'node:url';
import { sandboxPool } from '../../platform/sandbox/sandbox.ts';
import type { Renderer } from './renderer.ts';
import { renderableFolders } from './rendition-cache.ts';

const limits = { timeoutMs: 60_000, maxOutput: 48 << 20 };

/** The sandboxed readers of OFD, apart from those of other formats. */
const ofdPool = sandboxPool((services) => ({
  readable: renderableFolders(services),
  tasks: fileURLToPath(new URL('./ofd/reading/tasks.ts', import.meta.url)),
  size: 2,
  jobsPerProcess: 20,
  idleMs: 60_000,
  heapMb: 1024,
}));

/** An OFD document as PDF (decision 072). */
export const ofdPdf: Renderer = {
  name: 'ofdpdf',
  version: 2,
  async render({ services, source, path, urgent, report }) {
    report(0.1);
    const { size, ext, name } = source;
    const made = await ofdPool(services).run('paper', { path, size, ext, name }, { ...limits, urgent });
    if (!made.ok) return made;
    return made.bytes === undefined
      ? { ok: false, reason: 'no-output' }
      : { ok: true, content: made.bytes, facts: { pages: made.pages, seals: made.seals } };
  },
};

/** Whether electronic seals lie on the pages of a rendition; their signatures are not verified. */
export const hasSeals = ({ facts }: { facts: Record<string, unknown> }): boolean => Number(facts['seals'] ?? 0) > 0;
