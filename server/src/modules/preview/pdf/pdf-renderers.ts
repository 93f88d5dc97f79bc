import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extensions, isOffice, renditionOf } from '@dossier/contract/core/file-types';
import type { Mark } from '@dossier/contract/preview/watermarks';
import type { Answer, Failure } from '@dossier/formats/task';
import type { Services } from '../../../platform/context.ts';
import { enginesOf } from '../../../platform/engines.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import { drawingPdfRenderer } from '../drawings.ts';
import { ofdPdf } from '../ofd.ts';
import { officePdf } from '../office-pdf.ts';
import type { Renderer, RenderJob } from '../renderer.ts';
import { renderableFolders } from '../rendition-cache.ts';
import { render } from '../renditions.ts';
import { workbookQueryPool, workbookRenderer } from '../workbooks/browse-workbook.ts';

const plainTables: ReadonlySet<string> = new Set(['csv', 'tsv']);

/** How a type becomes a PDF: it is one, a renderer makes one, or none can. */
export async function pdfRendererFor(services: Services, ext: string): Promise<'own' | Renderer | undefined> {
  if (extensions.pdf.has(ext)) return 'own';
  if (extensions.drawing.has(ext)) return drawingPdfRenderer;
  if (extensions.ofd.has(ext)) return ofdPdf;
  if (isOffice(ext) || extensions.sheet.has(ext)) {
    const { office } = await enginesOf(services);
    if (office !== undefined) return plainTables.has(ext) ? tablePdfRenderer : officePdf;
  }
  return ['text', 'html'].includes(renditionOf(ext)) || extensions.mail.has(ext) ? textPdf : undefined;
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

const writingMs = 60_000;
/** Larger inputs exceed the time limit of office engines. */
const mostBytes = 96 * 1024 * 1024;
/** The table is transferred in pieces: at most one of them is in memory. */
const [blocksAtOnce, pieceBytes] = [4, 16 * 1024 * 1024];

/**
 * A plain-text table as PDF. The office engine would guess its encoding and separators, read codes as numbers and texts as dates, and add
 * headings of its own: it gets the table as the server has parsed it instead.
 */
const tablePdfRenderer: Renderer = {
  name: 'tablepdf',
  version: 1,
  async render(job) {
    const { services, source, folder, urgent } = job;
    const book = await render(services, source, { renderer: workbookRenderer, urgent });
    if (!book.ok) return book;
    const path = join(folder, 'table.fods');
    const reason = await writeTable(job, book.path, path);
    if (reason !== undefined) return { ok: false, reason };
    return officePdf.render({ ...job, path, source: { ...source, ext: 'fods' } });
  },
};

/** Answers the reason where it could not be written. */
async function writeTable({ services, urgent }: RenderJob, from: string, to: string): Promise<Failure | undefined> {
  const book = { path: from, ext: 'sheet', name: 'sheet', size: 0 };
  const end = performance.now() + writingMs;
  const file = await open(to, 'wx');
  try {
    for (let [block, length] = [0, 0]; ; block += blocksAtOnce) {
      const timeoutMs = end - performance.now();
      if (timeoutMs <= 0) return 'timeout';
      const terms = { from: block, count: blocksAtOnce };
      const piece = await workbookQueryPool(services).run('flat', book, { timeoutMs, maxOutput: pieceBytes, urgent, terms });
      if (!piece.ok) return piece.reason;
      length += piece.bytes?.length ?? 0;
      if (length > mostBytes) return 'too-large';
      await file.writeFile(piece.bytes ?? '');
      if (piece.cut !== true) return undefined;
    }
  } finally {
    await file.close();
  }
}

/** A PDF is in memory while it is stamped, and once more while it is sent. */
const maxPdfBytes = 48 << 20;
const timeoutMs = 100_000;

/** The processes that write PDF, without native addons; each requester has at most one job at a time. */
export const pdfWriterOf = sandboxPool((services) => {
  const marks = fileURLToPath(new URL('../watermarks/mark-drawing', import.meta.url));
  const reading = fileURLToPath(new URL('./reading', import.meta.url));
  const readable = [...renderableFolders(services), marks, reading];
  const tasks = fileURLToPath(new URL('./writing/tasks.ts', import.meta.url));
  return { readable, tasks, size: 2, heapMb: 1024, jobsPerProcess: 20, idleMs: 60_000 };
});

/** The processes that read PDFs letter by letter, in an engine of their own: what writes a PDF does not judge it. */
export const pdfReaderOf = sandboxPool((services) => ({
  readable: renderableFolders(services),
  tasks: fileURLToPath(new URL('./reading/tasks.ts', import.meta.url)),
  jobsPerProcess: 20,
  idleMs: 60_000,
  heapMb: 1024,
}));

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
