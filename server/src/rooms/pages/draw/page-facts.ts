import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Answer, Job } from '../../../ground/confined/job.ts';
import { openPdf } from './open-pdf.ts';

/** Sizes of pages one after the other, in points: width, height, and how many in a row have them. */
export type Sizes = [width: number, height: number, count: number][];

/** An entry of an outline: its words, the page it leads to (0 where to none), how deep it stands. */
export type Entry = [title: string, page: number, depth: number];

/** Who waits for page one does not wait for the measures of page two thousand: the rest is taken to be as the last one. */
const measureMs = 200;
const mostMeasured = 3000;
const mostEntries = 1000;
const deepest = 6;
const longestTitle = 300;

/** How many pages there are, and how large. */
export async function pageFacts(job: Job): Promise<Answer> {
  const pdf = await openPdf(job);
  const sizes: Sizes = [];
  const until = performance.now() + measureMs;
  let measured = 0;
  while (measured < Math.min(pdf.numPages, mostMeasured) && (measured === 0 || performance.now() < until)) {
    const page = await pdf.getPage(++measured).catch(() => undefined);
    const { width, height } = page?.getViewport({ scale: 1 }) ?? { width: 595, height: 842 };
    add(sizes, Math.round(width), Math.round(height));
  }
  const last = sizes.at(-1);
  if (last !== undefined) last[2] += pdf.numPages - measured;
  return { ok: true, text: JSON.stringify({ count: pdf.numPages, sizes }), pages: pdf.numPages };
}

export function add(sizes: Sizes, ...[width, height]: [number, number]): void {
  const last = sizes.at(-1);
  if (last !== undefined && last[0] === width && last[1] === height) last[2]++;
  else sizes.push([width, height, 1]);
}

type Node = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

/** The outline of a document, flat. */
export async function pageOutline(job: Job): Promise<Answer> {
  const pdf = await openPdf(job);
  const entries: Entry[] = [];
  const walk = async (nodes: Node[], depth: number): Promise<void> => {
    for (const node of nodes) {
      if (entries.length >= mostEntries) return;
      entries.push([node.title.slice(0, longestTitle), await pageOf(pdf, node.dest), depth]);
      if (depth < deepest) await walk(node.items, depth + 1);
    }
  };
  await walk((await pdf.getOutline().catch(() => null)) ?? [], 0);
  return { ok: true, text: JSON.stringify(entries) };
}

async function pageOf(pdf: PDFDocumentProxy, dest: Node['dest']): Promise<number> {
  try {
    const target = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    const [first] = (target ?? []) as unknown[];
    if (typeof first === 'number') return first + 1;
    return first === undefined || first === null ? 0 : (await pdf.getPageIndex(first as never)) + 1;
  } catch {
    return 0;
  }
}
