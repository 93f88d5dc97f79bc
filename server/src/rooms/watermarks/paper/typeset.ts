import { readFile } from 'node:fs/promises';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { isCompound } from '../../../ground/confined/extract/compound-file.ts';
import { mailText } from '../../../ground/confined/extract/mail-text.ts';
import { outlookText } from '../../../ground/confined/extract/outlook-text.ts';
import { GiveUp, type Job } from '../../../ground/confined/job.ts';
import { decodeText, looksBinary } from '../../../ground/text/decode.ts';
import { embedLetters, embedTypewriter, type Letters } from './letters.ts';
import { gridLines, type Piece, proseLines } from './lines.ts';

const page = { width: 595.28, height: 841.89, left: 54, right: 46, top: 52, bottom: 50 };
const mostPages = 2000;
const mostBytes = 32 << 20;
const prose = { size: 10.5, leading: 16.5 };
/** Chinese is written somewhat larger than the letters of the typewriter, and fills two of their cells. */
const grid = { size: 8.5, wide: 9.6, leading: 12.4 };
/** The typewriter's letters are that wide. */
const cellOf = (size: number): number => size * 0.6;
const isProse: ReadonlySet<string> = new Set(['txt', 'md', 'markdown', 'rst', 'tex', 'eml', 'msg']);

/** A text as PDF; `cut` where it is longer than so many pages. */
export async function typeset({ path, size, ext }: Job): Promise<{ bytes: Uint8Array; pages: number; cut: boolean }> {
  if (size > mostBytes) throw new GiveUp('too-large');
  const text = textOf(await readFile(path), ext);
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  const pdf = await PDFDocument.create();
  const [letters, typewriter] = [await embedLetters(pdf), await embedTypewriter(pdf)];
  const inProse = isProse.has(ext) && !looksLaidOut(lines);
  const paper = startPaper(pdf, { letters, typewriter, ...(inProse ? { ...prose, wide: prose.size } : grid) });
  const width = page.width - page.left - page.right;
  for (const line of lines) {
    const rows = inProse
      ? proseLines(line, { letters, width, size: prose.size })
      : gridLines(line, { letters, width, size: grid.wide }, cellOf(grid.size));
    for (const row of rows) if (!paper.add(row)) break;
    if (paper.full()) break;
  }
  paper.end();
  return { bytes: await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY }), pages: pdf.getPageCount(), cut: paper.full() };
}

/** The text of a file; of a mail its head, its body, and the names of what is attached. */
function textOf(bytes: Buffer, ext: string): string {
  if (isCompound(bytes)) return outlookText(bytes);
  if (looksBinary(bytes)) throw new GiveUp('unsupported');
  return ext === 'eml' ? mailText(bytes.toString('latin1')) : decodeText(bytes).text;
}

/** Tables and drawings in plain text fall apart where letters have widths of their own. */
function looksLaidOut(lines: readonly string[]): boolean {
  const sample = lines.slice(0, 500).filter((line) => line.trim() !== '');
  const laid = sample.filter((line) => /\S(?: {3,}|\t)\S|[\u2500-\u257f]|\+-{2,}/.test(line));
  return laid.length > sample.length / 20 + 1;
}

interface Hand {
  letters: Letters;
  typewriter: Letters;
  size: number;
  wide: number;
  leading: number;
}

/** Sheets of paper that are written from top to bottom. */
function startPaper(pdf: PDFDocument, { letters, typewriter, size, wide, leading }: Hand) {
  const { context } = pdf;
  const perPage = Math.floor((page.height - page.top - page.bottom) / leading);
  let written: string[] = [];
  let row = 0;
  let isFull = false;
  const end = (): void => {
    const sheet = pdf.addPage([page.width, page.height]);
    sheet.node.set(PDFName.of('Contents'), context.register(context.flateStream(`BT\n${written.join('\n')}\nET`)));
    sheet.node.set(PDFName.of('Resources'), context.obj({ Font: { W: letters.font.ref, T: typewriter.font.ref } }));
    [written, row] = [[], 0];
  };
  return {
    /** Writes a row; answers false where there is no room for it any more. */
    add(pieces: readonly Piece[]): boolean {
      if (row === perPage) {
        isFull = pdf.getPageCount() + 1 >= mostPages;
        if (isFull) return false;
        end();
      }
      row++;
      const y = page.height - page.top - row * leading;
      for (const { text, font, x } of pieces) {
        const hand = font === 'wide' ? { key: 'W', hex: letters.hex(text), size: wide } : { key: 'T', hex: typewriter.hex(text), size };
        written.push(`/${hand.key} ${hand.size} Tf 1 0 0 1 ${(page.left + x).toFixed(2)} ${y.toFixed(2)} Tm <${hand.hex}> Tj`);
      }
      return true;
    },
    full: () => isFull,
    end,
  };
}
