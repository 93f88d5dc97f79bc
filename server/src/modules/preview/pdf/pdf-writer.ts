import { fileURLToPath } from 'node:url';
import { extensions, isOffice, renditionOf } from '@dossier/contract/core/file-types';
import type { Mark } from '@dossier/contract/preview/watermarks';
import type { Answer } from '@dossier/formats/task';
import type { Services } from '../../../platform/context.ts';
import { enginesOf } from '../../../platform/engines.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import { officePdf } from '../engine-renderers.ts';
import type { Renderer } from '../renderer.ts';
import { renderableFolders } from '../rendition-cache.ts';

/** A PDF is in memory while it is stamped, and once more while it is sent. */
const maxPdfBytes = 48 << 20;
const timeoutMs = 100_000;

/** The processes that write PDF, without native addons; each requester has at most one job at a time. */
const pdfWriterOf = sandboxPool((services) => {
  const marks = fileURLToPath(new URL('../watermarks/mark-drawing', import.meta.url));
  const readable = [...renderableFolders(services), marks];
  const tasks = fileURLToPath(new URL('./writing/tasks.ts', import.meta.url));
  return { readable, tasks, size: 2, heapMb: 1024, jobsPerProcess: 20, idleMs: 60_000 };
});

/** The input of a PDF. */
interface PdfInput {
  path: string;
  size: number;
  ext: string;
  name: string;
}

/** A PDF with a watermark on every page, and with nothing but its pages. Never rejects. */
export async function stampPdf(services: Services, file: PdfInput, mark: Mark | undefined): Promise<Answer> {
  if (file.size > maxPdfBytes) return { ok: false, reason: 'too-large' };
  return pdfWriterOf(services).run('stamp', file, { timeoutMs, maxOutput: maxPdfBytes, urgent: true, terms: { mark } });
}

/** A text as PDF. Never rejects. */
const typesetText = (services: Services, file: PdfInput, urgent: boolean): Promise<Answer> =>
  pdfWriterOf(services).run('typeset', file, { timeoutMs, maxOutput: maxPdfBytes, urgent });

/** Page images as a PDF. Never rejects. */
export async function bindPictures(services: Services, files: string[], name: string): Promise<Answer> {
  const [path = ''] = files;
  return pdfWriterOf(services).run(
    'bind',
    { path, name, ext: 'jpg', size: 0 },
    { timeoutMs, maxOutput: maxPdfBytes, urgent: true, terms: { files } },
  );
}

/** A text or program as pages; `cut` where it exceeds the page limit. */
const textPdf: Renderer = {
  name: 'textpdf',
  version: 4,
  async render({ services, source, path, urgent }) {
    const { size, ext, name } = source;
    const made = await typesetText(services, { path, size, ext, name }, urgent);
    if (!made.ok) return made;
    if (made.bytes === undefined) return { ok: false, reason: 'no-output' };
    return { ok: true, content: made.bytes, facts: { pages: made.pages, cut: made.cut === true } };
  },
};

/** How a type becomes a PDF: it is one, a renderer makes one, or none can. */
export async function pdfRendererFor(services: Services, ext: string): Promise<'own' | Renderer | undefined> {
  if (extensions.pdf.has(ext)) return 'own';
  if (isOffice(ext) || extensions.sheet.has(ext)) {
    const { office } = await enginesOf(services);
    if (office !== undefined) return officePdf;
  }
  return ['text', 'html'].includes(renditionOf(ext)) || extensions.mail.has(ext) ? textPdf : undefined;
}
