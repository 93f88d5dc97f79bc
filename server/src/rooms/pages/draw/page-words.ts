import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { Answer, Job } from '../../../ground/confined/job.ts';
import { numberIn } from './number-in.ts';
import { openPdf } from './open-pdf.ts';

/** A piece of text on a page: left, top, width and height in parts of the page, what it says (with a line break where one follows), and its turn in degrees. */
export type Piece = [x: number, y: number, width: number, height: number, text: string, turn?: number];

const mostPieces = 20_000;
const mostOfPiece = 5000;

/** The text of the pages from `page` to `to`, one page a line. */
export async function pageWords(job: Job): Promise<Answer> {
  const pdf = await openPdf(job);
  const lines: string[] = [];
  const last = Math.min(pdf.numPages, numberIn(job, 'to'));
  for (let number = numberIn(job, 'page'); number <= last; number++) {
    // a page that is broken does not take the others with it
    lines.push(JSON.stringify(await piecesOf(pdf, number).catch(() => [])));
  }
  return { ok: true, text: '', bytes: Buffer.from(lines.join('\n')) };
}

async function piecesOf(pdf: PDFDocumentProxy, number: number): Promise<Piece[]> {
  const page = await pdf.getPage(number);
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const content = await page.getTextContent();
  page.cleanup();
  const pieces: Piece[] = [];
  for (const item of content.items) {
    if (!('str' in item) || pieces.length >= mostPieces) continue;
    const before = pieces.at(-1);
    if (item.str === '') {
      if (item.hasEOL && before !== undefined && !before[4].endsWith('\n')) before[4] += '\n';
      continue;
    }
    pieces.push(pieceOf(item, transform as Matrix, { width, height }));
  }
  return pieces;
}

type TextItem = Extract<Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number], { str: string }>;

type Matrix = [number, number, number, number, number, number];

const part = (value: number): number => Math.round(value * 100_000) / 100_000;

function pieceOf(item: TextItem, page: Matrix, size: { width: number; height: number }): Piece {
  const [a, b, c, d, e, f] = times(page, item.transform as Matrix);
  const tall = Math.hypot(c, d);
  const turn = (Math.atan2(b, a) * 180) / Math.PI;
  const radians = (turn * Math.PI) / 180;
  // from the start of the base line up to the top of the letters
  const up = tall * 0.85;
  const text = item.str.slice(0, mostOfPiece) + (item.hasEOL ? '\n' : '');
  const box = [e + up * Math.sin(radians), f - up * Math.cos(radians), item.width, tall];
  const [x, y, width, height] = box as [number, number, number, number];
  const piece: Piece = [part(x / size.width), part(y / size.height), part(width / size.width), part(height / size.height), text];
  if (Math.abs(turn) > 0.1) piece.push(Math.round(turn * 10) / 10);
  return piece;
}

function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
