import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type Printing, type Sheet, usePaper } from '../viewer/use-paper.tsx';
import type { View } from '../viewer/ask-view.ts';

interface PrintTerms {
  view: View;
  currentRev: string | undefined;
  document: PDFDocumentProxy | undefined;
}

const dotsPerInch = 150;
const pointsPerInch = 72;

/** Prints a PDF: its pages are drawn at 150 dots an inch. */
export function usePrinting({ document: pdf, ...printed }: PrintTerms): Printing {
  return usePaper(printed, async ({ signal, add }) => {
    if (pdf === undefined) return;
    for (let page = 1; page <= pdf.numPages && !signal.aborted; page++) add(await drawSheet(pdf, page));
  });
}

async function drawSheet(pdf: PDFDocumentProxy, number: number): Promise<Sheet> {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: dotsPerInch / pointsPerInch });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  const blob = await new Promise<Blob | null>((answer) => canvas.toBlob(answer));
  canvas.width = 0;
  canvas.height = 0;
  if (!blob) throw new Error('the browser gave no picture of a page');
  return { url: URL.createObjectURL(blob), width, height };
}
