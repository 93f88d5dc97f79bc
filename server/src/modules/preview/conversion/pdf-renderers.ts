import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { extensions } from '@dossier/contract/core/file-types';
import type { Failure } from '@dossier/formats/task';
import type { Services } from '../../../platform/context.ts';
import { enginesOf } from '../../../platform/engines.ts';
import { drawingPdfRenderer } from '../drawings.ts';
import { officePdf } from '../engine-renderers.ts';
import { pdfRendererFor as pdfRendererForPdfOf } from '../pdf/pdf-writer.ts';
import type { RenderJob, Renderer } from '../renderer.ts';
import { render } from '../renditions.ts';
import { workbookQueryPool, workbookRenderer } from '../workbooks/workbook-renderer.ts';

const writingMs = 60_000;
/** Larger inputs exceed the time limit of office engines. */
const mostBytes = 96 * 1024 * 1024;
/** The table is transferred in pieces: at most one of them is in memory. */
const [blocksAtOnce, pieceBytes] = [4, 16 * 1024 * 1024];

const plainTables: ReadonlySet<string> = new Set(['csv', 'tsv']);

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

/** How a type becomes a PDF, drawings and plain-text tables included: it is one, a renderer makes one, or none can. */
export async function pdfRendererFor(services: Services, ext: string): Promise<'own' | Renderer | undefined> {
  if (extensions.drawing.has(ext)) return drawingPdfRenderer;
  if (plainTables.has(ext) && (await enginesOf(services)).office !== undefined) return tablePdfRenderer;
  return pdfRendererForPdfOf(services, ext);
}
