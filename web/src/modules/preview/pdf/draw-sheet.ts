import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { PrintSheet } from '../viewer/printing.tsx';

const dotsPerInch = 150;
const pointsPerInch = 72;

/** Draws a page of a PDF for the printer, at 150 dpi. */
export async function drawSheet(pdf: PDFDocumentProxy, number: number): Promise<PrintSheet> {
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
