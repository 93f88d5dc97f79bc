import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { isCompound } from '../../../ground/confined/extract/compound-file.ts';
import { mailText } from '../../../ground/confined/extract/mail-text.ts';
import { outlookText } from '../../../ground/confined/extract/outlook-text.ts';
import { GiveUp, type Job } from '../../../ground/confined/job.ts';
import { decodeText, looksBinary } from '../../../ground/text/decode.ts';
import { embedLetters, embedTypewriter, type Letters } from './letters.ts';
import { gridLines, proseLines } from './lines.ts';
import { markdownRows } from './markdown-rows.ts';
import { type Paper, sheet, startPaper } from './sheets-of-paper.ts';

const mostBytes = 32 << 20;
/** Longer ones are set as the text that they are. */
const mostMarkdown = 4 << 20;
const prose = { size: 10.5, wide: 10.5, leading: 16.5 };
/** Chinese is written somewhat larger than the letters of the typewriter, and fills two of their cells. */
const grid = { size: 8.5, wide: 9.6, leading: 12.4 };
/** The typewriter's letters are that wide. */
const cellOf = (size: number): number => size * 0.6;
const isMarkdown: ReadonlySet<string> = new Set(['md', 'markdown']);
const isProse: ReadonlySet<string> = new Set(['txt', 'md', 'markdown', 'rst', 'tex', 'eml', 'msg']);

/** A text as PDF; `cut` where it is longer than so many pages. */
export async function typeset({ path, size, ext }: Job): Promise<{ bytes: Uint8Array; pages: number; cut: boolean }> {
  if (size > mostBytes) throw new GiveUp('too-large');
  const text = textOf(await readFile(path), ext);
  const pdf = await PDFDocument.create();
  const fonts = { letters: await embedLetters(pdf), typewriter: await embedTypewriter(pdf) };
  const paper = startPaper(pdf, fonts);
  if (isMarkdown.has(ext) && size <= mostMarkdown) setMarkdown(text, paper, fonts.letters);
  else setPlain(text, paper, { letters: fonts.letters, mayBeProse: isProse.has(ext) });
  paper.end();
  return { bytes: await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY }), pages: pdf.getPageCount(), cut: paper.full() };
}

function setMarkdown(text: string, ...[paper, letters]: [Paper, Letters]): void {
  for (const row of markdownRows(text, letters)) {
    if ('gap' in row) paper.skip(row.gap);
    else if (!paper.add(row.pieces, row.hand)) return;
  }
}

function setPlain(text: string, ...[paper, { letters, mayBeProse }]: [Paper, { letters: Letters; mayBeProse: boolean }]): void {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  const inProse = mayBeProse && !looksLaidOut(lines);
  const hand = inProse ? prose : grid;
  const width = sheet.width - sheet.left - sheet.right;
  for (const line of lines) {
    const rows = inProse
      ? proseLines(line, { letters, width, size: hand.wide })
      : gridLines(line, { letters, width, size: hand.wide }, cellOf(grid.size));
    for (const row of rows) if (!paper.add(row, hand)) return;
  }
}

/** The text of a file; of a mail its head, its body, and the names of what is attached. */
function textOf(bytes: Buffer, ext: string): string {
  if (isCompound(bytes)) return outlookText(bytes, { named: true });
  if (looksBinary(bytes)) throw new GiveUp('unsupported');
  return ext === 'eml' ? mailText(bytes.toString('latin1'), { named: true }) : decodeText(bytes).text;
}

/** Tables and drawings in plain text fall apart where letters have widths of their own. */
function looksLaidOut(lines: readonly string[]): boolean {
  const sample = lines.slice(0, 500).filter((line) => line.trim() !== '');
  const laid = sample.filter((line) => /\S(?: {3,}|\t)\S|[\u2500-\u257f]|\+-{2,}/.test(line));
  return laid.length > sample.length / 20 + 1;
}
